import KeywardGeometry
import SolverReference
import Testing

@testable import ConstraintLayout

/// All or nothing, and the same whatever the way.
@Suite struct TransactionTests {
  /// Four views in a row whose lengths have awkward fractions.
  struct Row {
    let engine: LayoutEngine
    let views: [LayoutItem]
    let constraints: [LayoutConstraint]

    init(policy: ConflictPolicy = .breakAndReport) throws {
      let engine = LayoutEngine(
        rootSize: Size(width: 1000, height: 100), conflictPolicy: policy)
      self.engine = engine
      let views = try ["a", "b", "c", "d"].map { try engine.view($0, 101, 10) }
      self.views = views
      var constraints = [
        views[0].leadingAnchor.constraint(equalTo: engine.root.leadingAnchor, constant: 1.0 / 3),
        views[3].trailingAnchor.constraint(equalTo: engine.root.trailingAnchor, constant: -0.1),
        views[1].widthAnchor.constraint(equalTo: views[0].widthAnchor, multiplier: 1.0 / 7),
        views[2].widthAnchor.constraint(
          greaterThanOrEqualTo: views[1].widthAnchor, multiplier: 0.3, priority: LayoutPriority(700)
        ),
      ]
      for (a, b) in zip(views, views.dropFirst()) {
        constraints.append(b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 0.7))
      }
      self.constraints = constraints
    }

    var frames: [Rect] { views.map { engine.frame(of: $0) } }
  }

  @Test func failedTransactionLeavesTheSameBits() throws {
    let row = try Row()
    let engine = row.engine
    try engine.activate(row.constraints)
    let before = row.frames
    let extent = engine.state.solver.extent
    do throws(LayoutError) {
      try engine.transaction { () throws(LayoutError) in
        try engine.deactivate([row.constraints[4], row.constraints[2]])
        row.constraints[0].constant = 55
        try row.views[2].setIntrinsicSize(Size(width: 7, height: 7))
        let extra = try engine.makeItem("extra", in: row.views[1])
        try engine.activate([extra.widthAnchor.constraint(equalToConstant: 3)])
        try engine.removeItem(row.views[3])
        try engine.setRootSize(Size(width: 10, height: 10))
        throw .illegal("no")
      }
    } catch {
      #expect(error.description == "no")
    }
    #expect(row.frames == before)
    #expect(row.constraints.allSatisfy { $0.isActive })
    #expect(row.constraints[0].constant == 1.0 / 3)
    #expect(engine.rootSize.width == 1000)
    #expect(engine.state.solver.extent == extent)
    #expect(row.views[3].superview === engine.root && !row.views[3].isRemoved)
    // Later changes go as if it had never been tried.
    let other = try Row()
    try other.engine.activate(other.constraints)
    #expect(other.frames == before)
    for engine in [row.engine, other.engine] { try engine.setRootSize(Size(width: 777, height: 9)) }
    #expect(row.frames == other.frames)
    let next = try engine.makeItem("next", in: engine.root)
    let sameElsewhere = try other.engine.makeItem("next", in: other.engine.root)
    #expect(next.rank == sameElsewhere.rank)
  }

  /// Views in views, each a point smaller on every side, until there is no room.
  private func nestedViews() throws -> (engine: LayoutEngine, views: [LayoutItem]) {
    let engine = LayoutEngine(rootSize: Size(width: 50, height: 500), log: nil)
    let views = try NestedViewsTests.chain(60, .insets, isNested: true, in: engine)
    engine.layout()
    return (engine, views)
  }

  @Test func failedTransactionLeavesContradictionsAsTheyWere() throws {
    let (engine, views) = try nestedViews()
    let (other, others) = try nestedViews()
    let before = views.map { engine.frame(of: $0) }
    let conflicts = engine.conflicts.map(\.broken.description)
    let extent = engine.state.solver.extent
    #expect(!conflicts.isEmpty)
    do throws(LayoutError) {
      try engine.transaction { () throws(LayoutError) in
        try engine.setRootSize(Size(width: 20, height: 40))
        try engine.activate([views[3].widthAnchor.constraint(equalToConstant: 700)])
        try engine.removeItem(views[50])
        throw .illegal("no")
      }
    } catch {
      #expect(error.description == "no")
    }
    #expect(views.map { engine.frame(of: $0) } == before)
    #expect(engine.conflicts.map(\.broken.description) == conflicts)
    #expect(engine.state.solver.extent == extent)
    // Later changes go as if it had never been tried.
    for width in [64.0, 30, 200] {
      for engine in [engine, other] {
        try engine.transaction { () throws(LayoutError) in
          try engine.setRootSize(Size(width: width, height: 500))
        }
      }
      #expect(views.map { engine.frame(of: $0) } == others.map { other.frame(of: $0) })
    }
    #expect(engine.conflictCount == other.conflictCount)
  }

  /// The former state is kept only as long as something can fail; kept, it costs a copy of all
  /// entries with the first pivot.
  @Test func pivotsOfATransactionCopyNoTableau() throws {
    let (engine, _) = try nestedViews()
    func place() -> Int {
      unsafe engine.state.solver.tableau.entries.storage.withUnsafeBufferPointer {
        Int(bitPattern: $0.baseAddress)
      }
    }
    let (before, pivots) = (place(), engine.state.solver.pivotCount)
    try engine.transaction { () throws(LayoutError) in
      try engine.setRootSize(Size(width: 53, height: 500))
    }
    #expect(engine.state.solver.pivotCount > pivots)
    #expect(place() == before)
  }

  @Test func innerFailureUndoesOnlyItself() throws {
    let row = try Row()
    let engine = row.engine
    try engine.activate(row.constraints)
    try engine.transaction { () throws(LayoutError) in
      row.constraints[0].constant = 5
      do throws(LayoutError) {
        try engine.transaction { () throws(LayoutError) in
          row.constraints[0].constant = 9
          try engine.deactivate([row.constraints[1]])
          throw .illegal("no")
        }
      } catch {}
    }
    #expect(row.constraints[0].constant == 5)
    #expect(row.constraints[1].isActive)
    #expect(row.frames[0].x == 5)
  }

  @Test func replacingAContradictionInOneBatchIsNoConflict() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100), conflictPolicy: .fail)
    let view = try engine.makeItem("v", in: engine.root)
    let old = view.widthAnchor.constraint(equalToConstant: 10)
    let new = view.widthAnchor.constraint(equalToConstant: 20)
    try engine.activate([old])
    try engine.transaction { () throws(LayoutError) in
      try engine.activate([new])
      try engine.deactivate([old])
    }
    #expect(engine.frame(of: view).width == 20)
  }

  @Test func orderOfActivationDoesNotMatter() throws {
    let reference = try Row()
    try reference.engine.registerForTracking(reference.constraints)
    try reference.engine.activate(reference.constraints)
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(seed))
      let row = try Row()
      try row.engine.registerForTracking(row.constraints)
      for constraint in row.constraints.shuffled(using: &random) {
        try row.engine.activate([constraint])
        if Bool.random(using: &random) { _ = row.frames }
      }
      for constraint in row.constraints.shuffled(using: &random).prefix(3) {
        try row.engine.deactivate([constraint])
        _ = row.frames
        try row.engine.activate([constraint])
      }
      for (a, b) in zip(row.frames, reference.frames) {
        #expect(abs(a.x - b.x) < 1e-9 && abs(a.width - b.width) < 1e-9, "seed \(seed)")
      }
    }
  }

  @Test func unconnectedPartsDoNotMatter() throws {
    let alone = try Row()
    for constraint in alone.constraints { try alone.engine.activate([constraint]) }
    let row = try Row()
    let engine = row.engine
    for index in 0..<20 {
      let other = try engine.view("other\(index)", Double(index), 5)
      try engine.activate([
        other.heightAnchor.constraint(equalToConstant: 1.0 / Double(index + 3)),
        row.constraints[index % 7],
      ])
      if index % 3 == 0 { try engine.removeItem(other) }
    }
    #expect(row.frames == alone.frames)
  }
}
