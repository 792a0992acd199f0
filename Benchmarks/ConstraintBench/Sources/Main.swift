import ConstraintLayout
import Glibc

/// Ours beside kiwi on the same systems, in one run: see `run`.
@main
struct ConstraintBench {
  static let sizes: [[Double]] = [
    [400, 600], [600, 400], [800, 1200], [1200, 800], [400, 800], [800, 400],
  ]

  static let steps = ["build", "resize", "add and remove", "the same, moving the width"]

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count > 2 && arguments[1] == "--form" {
      print(Form.named(arguments[2]).text, terminator: "")
      return
    }
    if arguments.count > 2 && arguments[1] == "--degenerate" {
      for count in arguments.dropFirst(2).compactMap({ Int($0) }) { try measureDegenerate(count) }
      return
    }
    if arguments.count > 2 && arguments[1] == "--times" {
      let form = Form.named(arguments[2])
      let times = try measure(form, repetitions: max(10, 200_000 / form.constraints.count))
      print("ours", times.map { "\($0)" }.joined(separator: " "))
      return
    }
    if arguments.count > 2 && arguments[1] == "--compare" { return compare(arguments[2]) }
    measureGrowth()
    measureScale()
  }

  /// Prints the least time of each program for each step, from lines of its name and nanoseconds on
  /// standard input; ours comes first.
  static func compare(_ name: String) {
    var programs: [(name: String, times: [Double])] = []
    while let line = readLine() {
      let words = line.split(separator: " ")
      let times = words.dropFirst().compactMap { Double($0) }
      guard let program = words.first, times.count == steps.count else { continue }
      if let index = programs.firstIndex(where: { $0.name == program }) {
        programs[index].times = zip(programs[index].times, times).map(min)
      } else {
        programs.append((String(program), times))
      }
    }
    guard let ours = programs.first else { return }
    let form = Form.named(name)
    print("\(name): \(form.variables.count) variables, \(form.constraints.count) constraints")
    for (index, step) in steps.enumerated() {
      var line = "  \(step): ours \(rounded(ours.times[index] / 1000)) µs"
      for peer in programs.dropFirst() {
        let ratio = rounded(ours.times[index] / peer.times[index])
        line += "; \(peer.name) \(rounded(peer.times[index] / 1000)) µs, ratio \(ratio)"
      }
      print(line)
    }
  }

  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
