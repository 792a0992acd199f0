import ConstraintLayout
import Glibc

/// A form in our solver.
struct BuiltForm {
  var solver = LayoutSolver()
  var variables: [LayoutSolver.Variable] = []
  var edits: [LayoutSolver.Constraint] = []

  static let levels = [1000, 750, 700, 550, 500, 250].map { LayoutPriority($0) }

  @inline(never)
  init(_ form: Form, sizes: [Double]) throws {
    variables.reserveCapacity(form.variables.count)
    for _ in form.variables { variables.append(solver.makeVariable()) }
    for (edit, size) in zip(form.edits, sizes) {
      edits.append(
        try solver.add([.init(variables[edit])], .equal, size, priority: BuiltForm.levels[1]))
    }
    for constraint in form.constraints {
      try solver.add(
        constraint.terms.map { .init(variables[$0.variable], $0.coefficient) },
        LayoutRelation(rawValue: constraint.relation) ?? .equal, constraint.constant,
        priority: BuiltForm.levels[constraint.level])
    }
    solver.solve()
  }

  @inline(never)
  mutating func resize(_ sizes: [Double]) throws -> Double {
    for (edit, size) in zip(edits, sizes) { try solver.setConstant(size, of: edit) }
    solver.solve()
    var sum = 0.0
    for variable in variables { sum += solver.value(of: variable) }
    return sum
  }
}

extension BuiltForm {
  /// The median time of adding `variable == 500` and removing it again, solving after each.
  @inline(never)
  mutating func toggle(
    _ variable: LayoutSolver.Variable, _ priority: LayoutPriority, repetitions: Int
  ) throws -> Double {
    var times: [Double] = []
    for _ in 0..<repetitions {
      let start = now()
      let extra = try solver.add([.init(variable)], .equal, 500, priority: priority)
      solver.solve()
      try solver.remove(extra)
      solver.solve()
      times.append(now() - start)
    }
    return median(times)
  }
}

func now() -> Double { time(of: CLOCK_MONOTONIC) }

/// The time the processor has spent on this program, in nanoseconds.
///
/// Use it for work longer than a turn on a busy machine, where a wall clock also counts the turns
/// of others. A reading takes longer than a short step.
func processorTime() -> Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

private func time(of clock: clockid_t) -> Double {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

/// Medians in nanoseconds: build, resize, adding and removing a constraint that moves nothing, and
/// one that moves the width.
func measure(_ form: Form, repetitions: Int) throws -> [Double] {
  var sink = 0.0
  var builds: [Double] = []
  for _ in 0..<repetitions {
    let start = now()
    let built = try BuiltForm(form, sizes: ConstraintBench.sizes[0])
    builds.append(now() - start)
    sink += built.solver.value(of: built.variables[8])
  }
  var built = try BuiltForm(form, sizes: ConstraintBench.sizes[0])
  checkSanity(form, built)
  var resizes: [Double] = []
  for index in 1...repetitions * 6 {
    let start = now()
    sink += try built.resize(ConstraintBench.sizes[index % 6])
    resizes.append(now() - start)
  }
  let width = built.variables[form.edits[0]]
  let toggles = try [BuiltForm.levels[3], LayoutPriority(760)].map { priority in
    try built.toggle(width, priority, repetitions: repetitions)
  }
  if sink == 0.5 { print(sink) }
  return [median(builds), median(resizes)] + toggles
}

private func checkSanity(_ form: Form, _ built: BuiltForm) {
  guard form.variables.count == 37 else { return }
  let expected: [String: Double] = [
    "window.left": 0, "window.top": 0, "contents.left": 10, "contents.right": 390,
    "contents.top": 10, "contents.bottom": 590, "midline": 87, "l1.width": 67, "l2.width": 67,
    "l3.width": 67, "f1.width": 303,
  ]
  for (number, name) in form.variables.enumerated() {
    let value = built.solver.value(of: built.variables[number])
    if let wanted = expected[name], abs(value - wanted) > 1e-6 {
      print("  \(name) is \(value), should be \(wanted)")
    }
  }
}
