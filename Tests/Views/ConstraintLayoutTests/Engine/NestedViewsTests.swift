import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Long chains of views, each placed by the one before it: the cost of a first solution.
@Suite struct NestedViewsTests {
  /// The constraints that place a view by the one before it.
  enum Link: CaseIterable {
    case insets, optionalInsets, mixedInsets, sizes, columns, inequalities, rootEdges

    func constraints(_ view: LayoutItem, _ last: LayoutItem, _ index: Int) -> [LayoutConstraint] {
      switch self {
      case .insets: edges(view, last, .required)
      case .optionalInsets: edges(view, last, .defaultHigh)
      case .mixedInsets:
        edges(view, last, index % 3 == 0 ? .defaultHigh : .required)
          + [view.widthAnchor.constraint(equalToConstant: 100, priority: .defaultLow)]
      case .sizes:
        [
          view.widthAnchor.constraint(equalTo: last.widthAnchor, multiplier: 0.99),
          view.heightAnchor.constraint(equalTo: last.heightAnchor, constant: -1),
          view.centerXAnchor.constraint(equalTo: last.centerXAnchor),
          view.centerYAnchor.constraint(equalTo: last.centerYAnchor),
        ]
      case .columns:
        [
          view.widthAnchor.constraint(equalTo: last.widthAnchor),
          view.heightAnchor.constraint(equalTo: last.heightAnchor),
          view.leadingAnchor.constraint(equalTo: last.leadingAnchor),
          view.topAnchor.constraint(equalTo: last.bottomAnchor, constant: 2),
        ]
      case .inequalities:
        [
          view.leadingAnchor.constraint(greaterThanOrEqualTo: last.leadingAnchor, constant: 1),
          view.topAnchor.constraint(greaterThanOrEqualTo: last.topAnchor, constant: 1),
          view.trailingAnchor.constraint(lessThanOrEqualTo: last.trailingAnchor, constant: -1),
          view.bottomAnchor.constraint(lessThanOrEqualTo: last.bottomAnchor, constant: -1),
        ]
      case .rootEdges: view.engine.map { edges(view, $0.root, .required) } ?? []
      }
    }

    private func edges(
      _ view: LayoutItem, _ last: LayoutItem, _ priority: LayoutPriority
    ) -> [LayoutConstraint] {
      [
        view.leadingAnchor.constraint(equalTo: last.leadingAnchor, constant: 1, priority: priority),
        view.topAnchor.constraint(equalTo: last.topAnchor, constant: 1, priority: priority),
        view.trailingAnchor.constraint(
          equalTo: last.trailingAnchor, constant: -1, priority: priority),
        view.bottomAnchor.constraint(equalTo: last.bottomAnchor, constant: -1, priority: priority),
      ]
    }
  }

  /// Pivots row by row walked along 25 to 75 rows each here, and their cost was the chain's cube.
  @Test(arguments: Link.allCases, [true, false])
  func pivotsWalkAlongFewRowsAndColumns(link: Link, isNested: Bool) throws {
    let count = 100
    let engine = LayoutEngine(rootSize: Size(width: 1000, height: 1000))
    try Self.chain(count, link, isNested: isNested, in: engine)
    engine.layout()
    let solver = engine.state.solver
    #expect(solver.pivotCount <= 5 * count)
    #expect(solver.tableau.stamp <= 20 * solver.pivotCount)
  }

  /// Equalities set each width and height, and leave no row; as rows they hold 20,000.
  @Test(arguments: [Link.insets, .sizes, .columns])
  func sizesSetByEqualitiesLeaveNoRows(link: Link) throws {
    let engine = LayoutEngine(rootSize: Size(width: 1000, height: 1000))
    let views = try Self.chain(100, link, isNested: true, in: engine)
    engine.layout()
    #expect(engine.state.solver.extent.coefficients <= 10 * views.count)
    #expect(engine.ambiguousItems().isEmpty)
  }

  /// A bound nobody looks at while it holds is looked at when it does not.
  @Test func rootTooSmallForItsViewsIsFoundByASizeAlone() throws {
    let strict = LayoutEngine(rootSize: Size(width: 1000, height: 1000), conflictPolicy: .fail)
    let views = try Self.chain(100, .insets, isNested: true, in: strict)
    strict.layout()
    #expect(throws: LayoutError.self) {
      try strict.setRootSize(Size(width: 199, height: 1000))
    }
    #expect(strict.frame(of: views[99]).width == 800)
    try strict.setRootSize(Size(width: 200, height: 1000))
    #expect(strict.frame(of: views[99]).width == 0)

    let engine = LayoutEngine(rootSize: Size(width: 1000, height: 1000))
    let others = try Self.chain(100, .insets, isNested: true, in: engine)
    for (width, conflicts) in [(199.0, 1), (100, 1), (300, 0), (20, 1)] {
      try engine.setRootSize(Size(width: width, height: 1000))
      #expect(engine.conflicts.count == conflicts, "\(width)")
      #expect(others.allSatisfy { engine.frame(of: $0).width >= 0 })
    }
  }

  /// The views further inside are idle: they are not broken one by one and tried again, and their
  /// widths, each as long a row as the view is deep, stay out of the tableau.
  @Test func aContradictionThatMovesInwardsTakesFewSteps() throws {
    let count = 200
    let engine = LayoutEngine(rootSize: Size(width: 200, height: 1000), log: nil)
    let views = try Self.chain(count, .insets, isNested: true, in: engine)
    engine.layout()
    for step in 1...4 {
      let before = (engine.state.solver.pivotCount, engine.state.conflictNumber)
      try engine.setRootSize(Size(width: Double(200 + 2 * step), height: 1000))
      engine.layout()
      #expect(engine.state.solver.pivotCount - before.0 <= 10)
      #expect(engine.state.conflictNumber - before.1 <= 2)
      #expect(engine.state.solver.extent.coefficients <= 60 * count)
      #expect(engine.conflicts.map(\.broken.first.name) == ["v\(100 + step)"])
      #expect(engine.conflicts[0].constraints.count == 2 * (101 + step) + 1)
      #expect(engine.frame(of: views[99 + step]).width == 0)
    }
  }

  /// Every view holds two that are half as wide.
  @Test func pivotsOfATreeStayInIt() throws {
    let engine = LayoutEngine(rootSize: Size(width: 1024, height: 100))
    var views = [engine.root]
    try engine.transaction { () throws(LayoutError) in
      for index in 0..<63 {
        let parent = views[index]
        let left = try engine.makeItem("left\(index)", in: parent)
        let right = try engine.makeItem("right\(index)", in: parent)
        try engine.activate([
          left.leadingAnchor.constraint(equalTo: parent.leadingAnchor),
          right.leadingAnchor.constraint(equalTo: left.trailingAnchor),
          right.widthAnchor.constraint(equalTo: left.widthAnchor),
          right.trailingAnchor.constraint(equalTo: parent.trailingAnchor),
        ])
        for view in [left, right] {
          try engine.activate([
            view.topAnchor.constraint(equalTo: parent.topAnchor, constant: 1),
            view.bottomAnchor.constraint(equalTo: parent.bottomAnchor, constant: -1),
          ])
        }
        views += [left, right]
      }
    }
    #expect(engine.absoluteFrame(of: views[126]) == Rect(x: 1008, y: 6, width: 16, height: 88))
    let solver = engine.state.solver
    #expect(solver.pivotCount <= 5 * views.count)
    #expect(solver.tableau.stamp <= 8 * solver.pivotCount)
  }

  @Test(arguments: Link.allCases, [true, false])
  func theListOfAmbiguousViewsMatchesTheSingleQueries(link: Link, isNested: Bool) throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 300))
    let views = try Self.chain(12, link, isNested: isNested, in: engine)
    try engine.activate([
      views[5].widthAnchor.constraint(lessThanOrEqualToConstant: 290, priority: .defaultLow)
    ])
    let listed = engine.ambiguousItems().map(\.name)
    #expect(listed == views.filter { engine.hasAmbiguousLayout($0) }.map(\.name))
  }

  @Test func edgesOfFarAncestorsAreWhereTheyAre() throws {
    for direction in [ReadingDirection.leftToRight, .rightToLeft] {
      let engine = LayoutEngine(rootSize: Size(width: 300, height: 300), direction: direction)
      var views = [engine.root]
      for index in 0..<5 {
        let view = try engine.makeItem("v\(index)", in: views[index])
        try engine.activate([
          view.leadingAnchor.constraint(
            equalTo: engine.root.leadingAnchor, constant: 3 * Double(index)),
          engine.root.trailingAnchor.constraint(
            equalTo: view.trailingAnchor, constant: 2 * Double(index)),
          view.topAnchor.constraint(equalTo: views[max(0, index - 1)].topAnchor, constant: 7),
          view.heightAnchor.constraint(equalToConstant: 9),
        ])
        views.append(view)
      }
      let frame = engine.absoluteFrame(of: views[5])
      #expect(frame.short == (direction == .leftToRight ? "12,21,280,9" : "8,21,280,9"))
    }
  }

  @Test func nearestCommonAncestorIsFoundAtAnyDepth() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 300))
    let trunk = try engine.makeItem("trunk", in: engine.root)
    var (left, right) = (trunk, trunk)
    for index in 0..<3 { left = try engine.makeItem("left\(index)", in: left) }
    for index in 0..<5 { right = try engine.makeItem("right\(index)", in: right) }
    let guide = try engine.makeGuide("guide", in: right)
    let stranger = try engine.makeItem("stranger", in: nil)
    #expect(left.commonAncestor(with: right) === trunk)
    #expect(guide.commonAncestor(with: left) === trunk)
    #expect(left.commonAncestor(with: trunk) === trunk)
    #expect(guide.commonAncestor(with: guide) === right)
    #expect(guide.commonAncestor(with: right) === right)
    #expect(left.commonAncestor(with: left) === left)
    #expect(left.commonAncestor(with: stranger) == nil)
  }

  @discardableResult
  static func chain(
    _ count: Int, _ link: Link, isNested: Bool, in engine: LayoutEngine
  ) throws -> [LayoutItem] {
    try engine.transaction { () throws(LayoutError) in
      var views: [LayoutItem] = []
      for index in 0..<count {
        let last = views.last ?? engine.root
        let view = try engine.makeItem("v\(index)", in: isNested ? last : engine.root)
        try engine.activate(link.constraints(view, last, index))
        views.append(view)
      }
      return views
    }
  }
}
