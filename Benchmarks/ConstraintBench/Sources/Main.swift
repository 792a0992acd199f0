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
    for name in ["dialogue", "10", "100", "1000"] {
      let peer = peerTimes()
      let form = Form.named(name)
      let ours = try measure(form, repetitions: max(10, 200_000 / form.constraints.count))
      print("\(name): \(form.variables.count) variables, \(form.constraints.count) constraints")
      for (index, step) in steps.enumerated() {
        var line = "  \(step): ours \(rounded(ours[index] / 1000)) µs"
        if index < peer.count {
          let ratio = rounded(ours[index] / peer[index])
          line += ", kiwi \(rounded(peer[index] / 1000)) µs, ratio \(ratio)"
        }
        print(line)
      }
    }
    measureGrowth()
    measureScale()
  }

  /// The medians that the C++ program printed for the next form, from standard input.
  static func peerTimes() -> [Double] {
    guard let line = readLine() else { return [] }
    return line.split(separator: " ").compactMap { Double($0) }
  }

  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
