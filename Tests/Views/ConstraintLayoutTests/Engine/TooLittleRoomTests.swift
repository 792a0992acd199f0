import KeywardGeometry
import KeywardTestSupport
import SolverReference
import Testing

@testable import ConstraintLayout

/// Rows of views, each at least ten wide, in roots that have room for some of them.
@Suite struct TooLittleRoomTests {
  @Test func tableauAndStepsGrowWithTheRow() throws {
    let (engine, views) = try row(of: 120)
    for width in [320.0, 330, 300, 905, 320] {
      let before = engine.state.solver.pivotCount
      try engine.setRootSize(Size(width: width, height: 100))
      engine.layout()
      #expect(engine.conflicts.count == 120 - Int(width / 10))
      #expect(engine.state.solver.pivotCount - before <= 4 * 120)
      // Positions as sums of widths would be 7,000.
      #expect(engine.state.solver.extent.coefficients <= 10 * 120)
      let ends = engine.frame(of: views[119]).maxX
      #expect(abs(ends - width) < 1e-9)
    }
  }

  /// One proof refutes every width beyond the last that fits, and they share its members.
  @Test func resizingTakesAsManyStepsAsWidthsFindRoom() throws {
    let (engine, _) = try row(of: 120)
    engine.layout()
    for (width, moved) in [(330.0, 1), (390, 6), (350, 4), (351, 0)] {
      let before = engine.state.solver.pivotCount
      try engine.setRootSize(Size(width: width, height: 100))
      engine.layout()
      #expect(engine.conflictCount == 120 - Int(width / 10))
      #expect(engine.state.solver.pivotCount - before <= 10 + 6 * moved)
      #expect(engine.state.conflicts.reduce(0) { $0 + $1.members.count } <= (4 + moved) * 160)
    }
  }

  /// A search lets those give way that levels and ties will let give way.
  @Test(arguments: [1, 100])
  func firstSqueezeTakesAsManyStepsAsViewsAreSqueezed(levels: Int) throws {
    let engine = LayoutEngine(rootSize: Size(width: 2000, height: 100), log: nil)
    var views: [LayoutItem] = []
    for index in 0..<200 {
      let view = try engine.makeItem("v\(index)", in: engine.root)
      try view.setIntrinsicSize(Size(width: 10, height: 10))
      view.setContentCompressionResistancePriority(
        LayoutPriority(Float(500 + index % levels)), for: .horizontal)
      try engine.activate([
        view.leadingAnchor.constraint(
          equalTo: views.last?.trailingAnchor ?? engine.root.leadingAnchor)
      ])
      views.append(view)
    }
    try engine.activate([views[199].trailingAnchor.constraint(equalTo: engine.root.trailingAnchor)])
    engine.layout()
    let before = engine.state.solver.pivotCount
    try engine.setRootSize(Size(width: 1500, height: 100))
    engine.layout()
    #expect(engine.state.solver.pivotCount - before <= 3 * 50)
    let squeezed = views.indices.filter { engine.frame(of: views[$0]).width == 0 }
    let wanted = levels == 1 ? Array(150..<200) : Array(0..<25) + Array(100..<125)
    #expect(squeezed == wanted)
  }

  /// The last widths that find no room are broken, whatever width was there before.
  @Test(.tags(.slow), arguments: seeds(20))
  func brokenWidthsAreThoseOfAFreshRow(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (engine, views) = try row(of: 40)
    for _ in 0..<12 {
      let width = Double(Int.random(in: 0...450, using: &random))
      try engine.setRootSize(Size(width: width, height: 100))
      let fresh = try row(of: 40, width: width)
      #expect(names(engine) == names(fresh.engine))
      for (view, other) in zip(views, fresh.views) {
        #expect(abs(engine.frame(of: view).width - fresh.engine.frame(of: other).width) < 1e-9)
      }
    }
  }

  @Test("All members of conflicts are needed after constants have changed", arguments: seeds(6))
  func membersOfLastingConflictsAreAllNeeded(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (engine, views) = try row(of: 14, width: 55)
    let wide = views[3].widthAnchor.constraint(greaterThanOrEqualToConstant: 11)
    try engine.activate([wide])
    for step in 0..<12 {
      if step % 3 == 1 { wide.constant = Double(Int.random(in: 8...14, using: &random)) }
      let width = Double(Int.random(in: 30...75, using: &random))
      try engine.setRootSize(Size(width: width, height: 100))
      let conflicts = engine.conflicts
      #expect(engine.conflictCount == conflicts.count && conflicts.count > 5)
      for conflict in [conflicts.first, conflicts.last].compactMap({ $0 }) {
        #expect(engine.isIrreducible(conflict))
      }
    }
  }

  private func names(_ engine: LayoutEngine) -> [String] {
    engine.conflicts.map(\.broken.first.name).sorted()
  }

  private func row(
    of count: Int, width: Double = 320
  ) throws -> (engine: LayoutEngine, views: [LayoutItem]) {
    let engine = LayoutEngine(rootSize: Size(width: width, height: 100), log: nil)
    return (engine, try engine.row(of: count))
  }
}
