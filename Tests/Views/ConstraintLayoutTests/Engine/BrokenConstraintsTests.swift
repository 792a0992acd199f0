import KeywardGeometry
import KeywardTestSupport
import SolverReference
import Testing

@testable import ConstraintLayout

/// The broken constraints, compared with the rule: each contradicts those with a better claim.
@Suite struct BrokenConstraintsTests {
  /// Independent of earlier constraints, and of the contradiction that was found first.
  @Test(
    "Each broken constraint contradicts earlier ones that hold, and all members are needed",
    arguments: seeds(60))
  func brokenConstraintsContradictKeptOnes(seed: UInt64) throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 300), log: nil)
    try editAtRandom(engine, seed: seed) { expectGreedy(engine) }
  }

  /// In each of these a contradiction is found, taken back and found again in the same change.
  @Test(arguments: [407, 707, 1535, 2672, 3042] as [UInt64])
  func brokenConstraintsAreReported(seed: UInt64) throws {
    var reported: [String] = []
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 300)) { reported.append($0) }
    var known: Set<Int> = []
    try editAtRandom(engine, seed: seed) {
      let broken = engine.conflicts.map(\.broken)
      for constraint in broken where !known.contains(constraint.serial) {
        #expect(reported.contains { $0.hasSuffix("\n\(constraint)\n") })
      }
      (known, reported) = (Set(broken.map(\.serial)), [])
    }
  }

  private func editAtRandom(
    _ engine: LayoutEngine, seed: UInt64, check: () -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    var views = [engine.root]
    for index in 0..<6 {
      let parent = views.randomElement(using: &random) ?? engine.root
      views.append(try engine.makeItem("v\(index)", in: parent))
    }
    var active: [LayoutConstraint] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !active.isEmpty:
        try engine.deactivate([active.remove(at: .random(in: active.indices, using: &random))])
      case 1 where !active.isEmpty:
        active.randomElement(using: &random)?.constant = number(&random)
      case 2:
        try engine.setRootSize(Size(width: number(&random) + 100, height: 300))
      default:
        let constraint = constraint(among: views, &random)
        try engine.activate([constraint])
        active.append(constraint)
      }
      if Bool.random(using: &random) { engine.layout() }
      check()
    }
  }

  /// Expects of every conflict that the broken one is the last, and that each member is needed.
  private func expectGreedy(_ engine: LayoutEngine) {
    let required = engine.activeConstraints.filter { $0.priority.isRequired }
      .sorted { $0.keptOrder < $1.keptOrder }
    var known: [LayoutConstraint] = []
    var broken: [LayoutConstraint] = []
    for constraint in required {
      if engine.canHold(known + [constraint]) {
        known.append(constraint)
      } else {
        broken.append(constraint)
      }
    }
    let conflicts = engine.conflicts
    #expect(
      conflicts.map(\.broken).sorted { $0.keptOrder < $1.keptOrder }.map(\.serial)
        == broken.map(\.serial))
    for conflict in conflicts {
      #expect(conflict.constraints.allSatisfy { $0.keptOrder <= conflict.broken.keptOrder })
      #expect(engine.isIrreducible(conflict))
    }
  }

  private func constraint(
    among views: [LayoutItem], _ random: inout SeededGenerator
  ) -> LayoutConstraint {
    let view = views[Int.random(in: 1..<views.count, using: &random)]
    let other = views.filter { $0 !== view }.randomElement(using: &random) ?? views[0]
    let constant = number(&random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return view.widthAnchor.constraint(greaterThanOrEqualToConstant: constant)
    case 1: return view.widthAnchor.constraint(equalTo: other.widthAnchor, constant: constant / 4)
    case 2: return view.leftAnchor.constraint(equalTo: other.leftAnchor, constant: constant)
    case 3:
      return view.leftAnchor.constraint(greaterThanOrEqualTo: other.rightAnchor, constant: constant)
    default:
      return view.rightAnchor.constraint(lessThanOrEqualTo: other.rightAnchor, constant: -constant)
    }
  }

  private func number(_ random: inout SeededGenerator) -> Double {
    Double(Int.random(in: -5...25, using: &random) * 8)
  }
}
