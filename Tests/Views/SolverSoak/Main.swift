import ConstraintLayout
import Glibc
import SolverReference

/// Edits random systems and compares them with fresh ones and with exact arithmetic; ends with
/// failure at the first difference.
///
///     SolverSoak EDITS [SEED]
@main
struct SolverSoak {
  /// Systems: variables, constraints, edits, and the edits between two comparisons.
  static let sizes = [(4, 9, 20_000, 50), (12, 30, 20_000, 100), (40, 100, 5_000, 250)]

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let wanted = arguments.first.flatMap { Int($0) } ?? 1_000_000
    var seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64(time(nil))
    print("seed \(seed), \(wanted) edits")
    // A run that is ended from outside has reported its seed, into a file too.
    fflush(nil)
    var (runs, edits, comparisons) = (0, 0, 0)
    while edits < wanted {
      for (variables, constraints, count, every) in sizes {
        for family in EditedSystem.families.indices where edits < wanted {
          let found = try EditedSystem.firstDifference(
            variables: variables, constraints: constraints, family: family, seed: seed,
            edits: count, every: every)
          if let (edit, difference) = found {
            print(
              "seed \(seed): \(variables) variables, family \(family), edit \(edit): \(difference)")
            exit(1)
          }
          comparisons += count / every
          (runs, edits) = (runs + 1, edits + count)
        }
      }
      seed &+= 1
    }
    print("\(runs) runs, \(edits) edits, \(comparisons) comparisons: no difference")
  }
}
