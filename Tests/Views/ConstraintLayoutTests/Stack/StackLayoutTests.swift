import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// The table of stacks: three views 160, 80 and 40 long.
@Suite struct StackLayoutTests {
  /// A row of three in a large root, and its drawing: `start,size …; S = size`.
  final class Row {
    let engine: LayoutEngine
    let stack: StackLayout
    let views: [LayoutItem]

    init(_ distribution: StackLayout.Distribution, length: Double?, spacing: Double) throws {
      let engine = LayoutEngine(rootSize: Size(width: 2000, height: 2000))
      self.engine = engine
      views = try [160, 80, 40].enumerated().map {
        try engine.view("v\($0)", $1, 20)
      }
      stack = try engine.makeStack("S", in: engine.root)
      try stack.arrange(views)
      stack.distribution = distribution
      stack.spacing = spacing
      if let length { try engine.activate([stack.widthAnchor.constraint(equalToConstant: length)]) }
    }

    var picture: String {
      views.map { view in
        let frame = engine.frame(of: view)
        return Rect.short(frame.x) + "," + Rect.short(frame.width)
      }.joined(separator: " ") + "; S = " + Rect.short(engine.frame(of: stack).width)
    }
  }

  @Test(arguments: [
    (StackLayout.Distribution.fill, nil, 10.0, "0,160 170,80 260,40; S = 300"),
    (.fillEqually, nil, 0, "0,160 160,160 320,160; S = 480"),
    (.fillEqually, 400, 10, "0,126.667 136.667,126.667 273.333,126.667; S = 400"),
    (.fillProportionally, 400, 0, "0,228.571 228.571,114.286 342.857,57.143; S = 400"),
    (.fillProportionally, 400, 10, "0,213.333 223.333,106.667 340,60; S = 400"),
    (.equalSpacing, 400, 0, "0,160 220,80 360,40; S = 400"),
    (.equalSpacing, 400, 10, "0,160 220,80 360,40; S = 400"),
    (.equalCentering, 400, 0, "0,160 190,80 360,40; S = 400"),
    (.equalCentering, 400, 10, "0,160 190,80 360,40; S = 400"),
    (.equalCentering, nil, 10, "0,160 170,80 320,40; S = 360"),
  ])
  func distributionsShareTheLength(
    _ distribution: StackLayout.Distribution, _ length: Double?, _ spacing: Double,
    _ picture: String
  ) throws {
    #expect(try Row(distribution, length: length, spacing: spacing).picture == picture)
  }

  @Test func lowerHuggingStretches() throws {
    let row = try Row(.fill, length: 400, spacing: 10)
    row.views[1].setContentHuggingPriority(LayoutPriority(249), for: .horizontal)
    #expect(row.picture == "0,160 170,180 360,40; S = 400")
    try row.stack.setCustomSpacing(30, after: row.views[0])
    #expect(row.picture == "0,160 190,160 360,40; S = 400")
  }

  @Test func hiddenViewsTakeHalfTheirGaps() throws {
    let row = try Row(.fill, length: nil, spacing: 10)
    row.views[1].isHidden = true
    #expect(row.picture == "0,160 165,0 170,40; S = 210")
    row.views[1].isHidden = false
    row.views[0].isHidden = true
    #expect(row.picture == "0,0 0,80 90,40; S = 130")
    row.views[0].isHidden = false
    #expect(row.picture == "0,160 170,80 260,40; S = 300")
  }

  @Test(arguments: [
    (400.0, 0.0, Float(250), 120.0), (400, 10, 250, 100), (200, 0, 750, 80), (200, 10, 750, 100),
  ])
  func fillWithEqualPrioritiesIsAmbiguous(
    _ length: Double, _ spacing: Double, _ priority: Float, _ violation: Double
  ) throws {
    let row = try Row(.fill, length: length, spacing: spacing)
    let residuals = row.engine.residuals().filter { $0.violation > 1e-6 }
    #expect(residuals.map(\.priority.rawValue) == [priority])
    #expect(residuals.first.map { abs($0.violation - violation) < 1e-6 } ?? false)
    #expect(row.engine.ambiguousItems().map(\.name).contains("v0"))
    #expect(row.engine.frame(of: row.views[0]).width == 160)
  }

  @Test func allHiddenLeavesASpacer() throws {
    let row = try Row(.fill, length: nil, spacing: 10)
    for view in row.views { view.isHidden = true }
    #expect(row.picture == "0,0 0,0 0,0; S = 0")
    #expect(row.engine.conflicts.isEmpty)
  }

  @Test func hiddenViewThatLeavesHasItsNaturalSizeAgain() throws {
    let row = try Row(.fill, length: nil, spacing: 10)
    row.views[1].isHidden = true
    #expect(row.picture == "0,160 165,0 170,40; S = 210")
    try row.engine.move(row.views[1], to: row.engine.root)
    #expect(row.picture == "0,160 0,80 170,40; S = 210")
  }

  @Test func viewsComeAndGoAsArrangedOnes() throws {
    let row = try Row(.fill, length: nil, spacing: 0)
    let (stack, first) = (row.stack, row.views[0])
    #expect(row.views.allSatisfy { $0.superview === stack })
    try stack.setCustomSpacing(30, after: first)
    try stack.arrange(first)
    #expect(stack.arrangedSubviews.map(\.name) == ["v1", "v2", "v0"])
    try stack.insert(first, at: 0)
    #expect(row.picture == "0,160 190,80 270,40; S = 310")
    try stack.unarrange(first)
    #expect(first.superview === stack && stack.arrangedSubviews.count == 2)
    #expect(row.engine.frame(of: stack).width == 120)
    #expect(throws: LayoutError.self) { try stack.setCustomSpacing(1, after: first) }
    try stack.insert(first, at: 0)
    #expect(row.picture == "0,160 160,80 240,40; S = 280")
    try row.engine.move(row.views[1], to: row.engine.root)
    #expect(stack.arrangedSubviews.map(\.name) == ["v0", "v2"])
    #expect(row.engine.frame(of: stack).width == 200)
    try row.engine.removeItem(first)
    #expect(stack.arrangedSubviews.map(\.name) == ["v2"])
    #expect(row.engine.frame(of: stack).width == 40)
  }

  /// The stack's own views need no copy to go back to; a view that cannot come needs one.
  @Test func viewThatCannotComeLeavesTheOthersWhereTheyWere() throws {
    let row = try Row(.fill, length: nil, spacing: 0)
    let other = LayoutEngine(rootSize: Size(width: 10, height: 10))
    let foreign = try other.makeItem("foreign", in: other.root)
    let removed = try row.engine.makeItem("removed", in: row.stack)
    try row.engine.removeItem(removed)
    let before = row.picture
    for stranger in [foreign, removed, row.engine.root] {
      #expect(throws: LayoutError.self) { try row.stack.arrange(row.views[0], stranger) }
      #expect(throws: LayoutError.self) { try row.stack.insert(stranger, at: 0) }
      #expect(row.stack.arrangedSubviews.map(\.name) == ["v0", "v1", "v2"])
      #expect(row.picture == before)
    }
    let strict = LayoutEngine(
      rootSize: Size(width: 100, height: 10), conflictPolicy: .fail)
    let stack = try strict.makeStack("stack", in: strict.root)
    try strict.activate([stack.widthAnchor.constraint(equalToConstant: 100)])
    let wide = try strict.makeItem("wide", in: stack)
    try strict.activate([wide.widthAnchor.constraint(equalToConstant: 200)])
    #expect(throws: LayoutError.self) { try stack.arrange(wide) }
    #expect(stack.arrangedSubviews.isEmpty && strict.conflicts.isEmpty)
  }

  @Test func proportionsOfOneViewAndOfNone() throws {
    for proportion in StackLayout.Proportion.allCases {
      let row = try Row(.fillProportionally, length: 400, spacing: 0)
      try row.stack.setProportion(proportion)
      for view in row.views { try view.setIntrinsicSize(Size(width: -1, height: 20)) }
      #expect(row.picture == "0,133.333 133.333,133.333 266.667,133.333; S = 400")
      try row.stack.unarrange(row.views[2])
      try row.stack.unarrange(row.views[1])
      try row.views[0].setIntrinsicSize(Size(width: 160, height: 20))
      #expect(row.engine.frame(of: row.views[0]).width == 400)
    }
    let exact = try Row(.fillProportionally, length: 400, spacing: 10)
    try exact.stack.setProportion(.exact)
    #expect(exact.picture == "0,217.143 227.143,108.571 345.714,54.286; S = 400")
  }

  @Test func viewsHiddenInAStackAreNotAmbiguous() throws {
    let row = try Row(.fill, length: 400, spacing: 0)
    #expect(row.engine.ambiguousItems().map(\.name).contains("v1"))
    row.views[1].isHidden = true
    #expect(!row.engine.ambiguousItems().map(\.name).contains("v1"))
  }
}
