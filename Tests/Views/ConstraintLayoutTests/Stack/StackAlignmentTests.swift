import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// The places of views across a stack: the constraints of the specification's second table, one by
/// one.
@Suite struct StackAlignmentTests {
  private typealias Alignment = StackLayout.Alignment

  private static let spanned = ["a.height == 0 @25", "b.height == 0 @25", "sp.height == 0 @51"]
  private static let around = [
    "sp.top <= a.top", "sp.top <= b.top", "sp.bottom >= a.bottom", "sp.bottom >= b.bottom",
    "S.top == sp.top", "sp.bottom == S.bottom",
  ]

  private static let table: [(alignment: Alignment, constraints: [String])] = [
    (
      .fill,
      ["b.top == a.top", "b.bottom == a.bottom", "S.top == a.top", "a.bottom == S.bottom"]
    ),
    (
      .top,
      spanned + [
        "b.top == a.top", "sp.top == a.top @999.5", "sp.top == b.top @999.5",
        "sp.bottom >= a.bottom", "sp.bottom >= b.bottom", "S.top == a.top",
        "sp.bottom == S.bottom",
      ]
    ),
    (
      .bottom,
      spanned + [
        "b.bottom == a.bottom", "sp.bottom == a.bottom @999.5", "sp.bottom == b.bottom @999.5",
        "sp.top <= a.top", "sp.top <= b.top", "S.top == sp.top", "a.bottom == S.bottom",
      ]
    ),
    (.center, spanned + around + ["b.centerY == a.centerY", "S.centerY == a.centerY"]),
    (
      .firstBaseline,
      spanned + around + ["b.firstBaseline == a.firstBaseline", "S.height == 0 @49"]
    ),
    (
      .lastBaseline,
      spanned + around + ["b.lastBaseline == a.lastBaseline", "S.height == 0 @49"]
    ),
  ]

  private static let alone = [
    "S.top <= a.top", "a.bottom <= S.bottom", "S.height == 0 @49", "a.height == 0 @25",
  ]

  private func row(
    _ alignment: Alignment, _ change: (StackLayout, [LayoutItem]) throws -> Void = { _, _ in }
  ) throws -> (engine: LayoutEngine, constraints: [String], views: [LayoutItem]) {
    let engine = LayoutEngine(rootSize: Size(width: 400, height: 300))
    let stack = try engine.makeStack("S", in: engine.root)
    let views = [
      try engine.view("a", 30, 20, in: stack), try engine.view("b", 50, 40, in: stack),
    ]
    try views[0].setBaselines(first: 12, last: 3)
    try views[1].setBaselines(first: 30, last: 6)
    stack.alignment = alignment
    try stack.arrange(views)
    try change(stack, views)
    let across = engine.activeConstraints.filter {
      $0.source == .stack && $0.firstAttribute.axis == .vertical
    }
    return (engine, across.map { written($0) }.sorted(), views)
  }

  private func written(_ constraint: LayoutConstraint) -> String {
    constraint.equation.replacing("S.spanner", with: "sp").replacing("S.margins", with: "M")
  }

  @Test(arguments: table.indices) func constraintsAreThoseOfTheTable(index: Int) throws {
    let (alignment, constraints) = Self.table[index]
    #expect(try row(alignment).constraints == constraints.sorted())
  }

  @Test(arguments: [
    (Alignment.top, "0,0,30,20"), (.center, "0,10,30,20"), (.bottom, "0,20,30,20"),
    (.firstBaseline, "0,18,30,20"), (.lastBaseline, "0,17,30,20"),
  ])
  func viewsOfDifferentHeightsAreAligned(_ alignment: StackLayout.Alignment, frame: String) throws {
    let row = try row(alignment)
    #expect(row.engine.frame(of: row.views[0]).short == frame)
    #expect(row.engine.frame(of: row.views[1]).short == "30,0,50,40")
  }

  @Test(arguments: [
    (Alignment.top, "S.top == a.top"), (.center, "S.centerY == a.centerY"),
    (.bottom, "a.bottom == S.bottom"), (.firstBaseline, "S.top == a.top"),
    (.lastBaseline, "a.bottom == S.bottom"),
  ])
  func oneVisibleViewHasNoSpanner(_ alignment: StackLayout.Alignment, equality: String) throws {
    let row = try row(alignment) { _, views in views[1].isHidden = true }
    #expect(row.constraints == (Self.alone + [equality]).sorted())
  }

  @Test func marginsAreTheCanvasOfAStackThatIsRelativeToThem() throws {
    let row = try row(.fill) { stack, _ in
      stack.layoutMargins = RectInsets(top: 1, left: 2, bottom: 3, right: 4)
      stack.isLayoutMarginsRelativeArrangement = true
    }
    #expect(row.constraints.contains("M.top == a.top"))
    #expect(row.constraints.contains("a.bottom == M.bottom"))
    #expect(row.engine.frame(of: row.views[0]).origin == Point(x: 2, y: 1))
    let stack = try #require(row.views[0].superview)
    #expect(row.engine.frame(of: stack).width == 86)
  }

  @Test func columnsCanBeSpacedFromBaselineToBaseline() throws {
    let row = try row(.fill) { stack, _ in
      stack.axis = .vertical
      stack.spacing = 40
      stack.isBaselineRelativeArrangement = true
    }
    #expect(row.constraints.contains("b.firstBaseline == a.lastBaseline + 40"))
    // 17 is the last baseline of the first, 30 the first of the second.
    #expect(row.engine.frame(of: row.views[1]).y == 17 + 40 - 30)
  }

  @Test("Baselines of a column are refused")
  func baselinesOfAColumnAreRefused() throws {
    let row = try row(.firstBaseline)
    var reports: [String] = []
    row.engine.log = { reports.append($0) }
    let stack = try #require(row.views[0].superview as? StackLayout)
    stack.axis = .vertical
    #expect(reports.count == 1 && reports[0].contains("cannot align baselines"))
    #expect(stack.axis == .horizontal)
  }
}
