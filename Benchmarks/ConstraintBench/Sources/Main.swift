import ConstraintLayout
import Glibc

/// Ours beside kiwi on the same systems, in one run.
@main
struct ConstraintBench {
  static let sizes: [[Double]] = [
    [400, 600], [600, 400], [800, 1200], [1200, 800], [400, 800], [800, 400],
  ]

  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count > 1 && arguments[1] == "--form" {
      print(Form.dialogue().text, terminator: "")
      return
    }
    let kiwi = peerTimes()
    let ours = measureDialogue(repetitions: 2000)
    print("form of 37 variables, 111 constraints (medians, microseconds)")
    for (index, name) in ["build", "resize", "add and remove"].enumerated() {
      var line = "  \(name): ours \(rounded(ours[index] / 1000))"
      if index < kiwi.count {
        line += ", kiwi \(rounded(kiwi[index] / 1000)), ratio \(rounded(ours[index] / kiwi[index]))"
      }
      print(line)
    }
    measureGrowth()
  }

  /// The three medians the C++ program printed, from standard input.
  static func peerTimes() -> [Double] {
    guard let line = readLine() else { return [] }
    return line.split(separator: " ").compactMap { Double($0) }
  }

  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
