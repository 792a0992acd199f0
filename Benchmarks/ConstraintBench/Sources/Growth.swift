import ConstraintLayout
import Glibc

/// A form of n views in the engine: n/2 rows of a label and a field.
struct GrowingForm {
  let engine = LayoutEngine(rootSize: Size(width: 800, height: 100_000))
  var views: [LayoutItem] = []

  init(_ count: Int) throws {
    let engine = engine
    var constraints: [LayoutConstraint] = []
    for row in 0..<count / 2 {
      let label = try engine.makeItem("label\(row)", in: engine.root)
      let field = try engine.makeItem("field\(row)", in: engine.root)
      try label.setIntrinsicSize(Size(width: 60 + Double(row % 7) * 5, height: 16))
      try field.setIntrinsicSize(Size(width: 120, height: 22))
      try label.setBaselines(first: 12, last: 4)
      try field.setBaselines(first: 16, last: 6)
      constraints += try VisualFormat.constraints(
        "|-[label]-[field]-|", options: .alignAllFirstBaseline,
        views: ["label": label, "field": field])
      if let first = views.first {
        constraints.append(label.widthAnchor.constraint(equalTo: first.widthAnchor))
        let above = views[views.count - 2]
        constraints.append(label.topAnchor.constraint(equalTo: above.bottomAnchor, constant: 8))
      } else {
        constraints.append(label.topAnchor.constraint(equalTo: engine.root.topAnchor, constant: 8))
      }
      views += [label, field]
    }
    try engine.activate(constraints)
    engine.layout()
  }
}

/// Medians in microseconds: build, in time of the processor; one resize; one constraint added and
/// removed.
private func measureForm(_ count: Int, repetitions: Int) throws -> [Double] {
  var builds: [Double] = []
  for _ in 0..<repetitions {
    let start = processorTime()
    let form = try GrowingForm(count)
    builds.append(processorTime() - start)
    withExtendedLifetime(form) {}
  }
  let form = try GrowingForm(count)
  let last = form.views[form.views.count - 1]
  var resizes: [Double] = []
  var sink = 0.0
  for index in 0..<repetitions * 4 {
    let start = now()
    try form.engine.setRootSize(Size(width: index % 2 == 0 ? 700 : 800, height: 100_000))
    sink += form.engine.frame(of: last).width
    resizes.append(now() - start)
  }
  var toggles: [Double] = []
  for _ in 0..<repetitions * 4 {
    let extra = last.widthAnchor.constraint(lessThanOrEqualToConstant: 300, priority: .defaultHigh)
    let start = now()
    try form.engine.activate([extra])
    sink += form.engine.frame(of: last).width
    try form.engine.deactivate([extra])
    sink += form.engine.frame(of: last).width
    toggles.append(now() - start)
  }
  if sink == 0.5 { print(sink) }
  return [median(builds), median(resizes), median(toggles)].map { $0 / 1000 }
}

/// The resident memory of this process in kilobytes.
private func residentMemory() -> Int {
  guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
  defer { unsafe fclose(file) }
  var buffer = [CChar](repeating: 0, count: 128)
  guard unsafe fgets(&buffer, 128, file) != nil else { return 0 }
  let text = String(
    decoding: buffer.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 }, as: UTF8.self)
  return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
}

func measureGrowth() {
  print("forms of n views in the engine (medians, microseconds)")
  var rows: [Int: [Double]] = [:]
  for (count, repetitions) in [(10, 200), (100, 40), (1000, 5)] {
    let before = residentMemory()
    guard let times = try? measureForm(count, repetitions: repetitions) else { return }
    rows[count] = times
    let names = ["build", "resize", "add and remove"]
    let text = zip(names, times).map { "\($0) \(ConstraintBench.rounded($1))" }
    print(
      "  \(count): " + text.joined(separator: ", ") + ", memory +\(residentMemory() - before) kB")
  }
  guard let ten = rows[10], let hundred = rows[100], let thousand = rows[1000] else { return }
  print("  build 100 / 10: \(ConstraintBench.rounded(hundred[0] / ten[0])) (limit 15)")
  print("  build 1000 / 100: \(ConstraintBench.rounded(thousand[0] / hundred[0])) (limit 25)")
  print("  resize 1000 / 100: \(ConstraintBench.rounded(thousand[1] / hundred[1])) (limit 25)")
}
