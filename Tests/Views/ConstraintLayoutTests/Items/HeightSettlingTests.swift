import KeywardGeometry
import SolverReference
import Testing

@testable import ConstraintLayout

/// Measured heights come to rest, at the same place whatever was measured before.
@Suite struct HeightSettlingTests {
  /// As wide as the text leaves room for, which is as high as it is wide.
  private func square(beside label: LayoutItem, _ engine: LayoutEngine) throws -> LayoutItem {
    let square = try engine.makeItem("square", in: engine.root)
    try label.setIntrinsicSize(Size(width: -1, height: -1))
    try engine.activate([
      label.leadingAnchor.constraint(equalTo: engine.root.leadingAnchor),
      square.leadingAnchor.constraint(equalTo: label.trailingAnchor),
      square.trailingAnchor.constraint(equalTo: engine.root.trailingAnchor),
      square.heightAnchor.constraint(equalTo: label.heightAnchor),
      square.widthAnchor.constraint(equalTo: square.heightAnchor),
    ])
    return square
  }

  @Test func widthThatDependsOnTheHeightSettlesOrIsReported() throws {
    var reports: [String] = []
    let engine = LayoutEngine(
      rootSize: Size(width: 200, height: 400), log: { reports.append($0) })
    let text = WrappedText(45)
    let label = try engine.label("label", text)
    let square = try square(beside: label, engine)
    #expect(engine.frames(label, square) == ["label 0,0,152,48", "square 152,0,48,48"])
    #expect(reports.isEmpty)
    // High where it is wide, and the other way round.
    try label.setHeightForWidth { $0 > 120 ? 100 : 20 }
    let before = engine.state.solver.pivotCount
    engine.layout()
    #expect(reports.count == 1)
    #expect(reports.first?.contains("The height of label does not settle") == true)
    #expect(engine.state.solver.pivotCount - before < 500)
    #expect(engine.frame(of: label).width + engine.frame(of: square).width == 200)
    try label.setHeightForWidth { _ in 20 }
    #expect(engine.frame(of: label).short == "0,0,180,20")
    #expect(reports.count == 1)
  }

  @Test func aMeasureWithChangingHeightsIsAskedOnce() throws {
    let engine = LayoutEngine(rootSize: Size(width: 200, height: 400))
    let label = try engine.view("label")
    try engine.fill(label)
    var calls = 0
    try label.setHeightForWidth { _ in
      calls += 1
      return Double(calls)
    }
    for _ in 0..<5 {
      #expect(engine.frame(of: label).height == 1)
      label.layoutMargins = RectInsets(top: 1, left: 1, bottom: 1, right: 1)
    }
    #expect(calls == 1)
  }

  @Test func measureThatChangesTheEngineEnds() throws {
    let engine = LayoutEngine(rootSize: Size(width: 200, height: 400))
    let label = try engine.view("label")
    let other = try engine.view("other", 10, 10)
    try engine.fill(label)
    try label.setHeightForWidth { width in
      try? other.setIntrinsicSize(Size(width: width, height: 7))
      try? label.invalidateIntrinsicSize()
      return engine.frame(of: other).height + 1
    }
    engine.layout()
    #expect(engine.frame(of: other).short == "0,0,200,7")
    #expect(engine.frame(of: label).height <= 401)
  }

  @Test(arguments: [Double.nan, -1, .infinity, -.infinity, 1e10])
  func heightThatCannotBeIsRefused(height: Double) throws {
    var reports: [String] = []
    let engine = LayoutEngine(
      rootSize: Size(width: 200, height: 400), log: { reports.append($0) })
    let label = try engine.view("label")
    try engine.fill(label)
    var reported = height
    try label.setHeightForWidth { _ in reported }
    #expect(engine.frame(of: label).short == "0,0,200,0")
    #expect(reports.count == 1)
    #expect(
      reports.first?.contains("label measures an invalid height of \(height) for a width of 200")
        == true)
    reported = 12
    #expect(engine.frame(of: label).height == 0)
    try label.invalidateIntrinsicSize()
    #expect(engine.frame(of: label).height == 12)
    #expect(reports.count == 1)
  }

  /// A column lost to a hair's breadth would be a row more.
  @Test func proposedWidthsHaveNoNoise() throws {
    let engine = LayoutEngine(rootSize: Size(width: 240.3, height: 400))
    let text = WrappedText(30)
    var views: [LayoutItem] = []
    for index in 0..<3 { views.append(try engine.label("l\(index)", text)) }
    try engine.activate(
      VisualFormat.constraints(
        "|-0.1-[a(80)]-0.1-[b(80)]-0.1-[c]|",
        views: ["a": views[0], "b": views[1], "c": views[2]]))
    engine.layout()
    #expect(text.widths.allSatisfy { $0 == 80 })
    #expect(views.allSatisfy { engine.frame(of: $0).height == 48 })
  }

  /// The frames are those of a fresh engine whatever came before, also where a width depends on a
  /// height.
  @Test(arguments: 0..<12 as Range<UInt64>, [false, true])
  func framesDoNotDependOnTheWayThere(seed: UInt64, hasSquare: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let lengths = (0..<6).map { _ in Double(Int.random(in: 1...60, using: &random)) }
    func built(_ order: [Int], _ width: Double) throws -> (
      LayoutEngine, [LayoutItem], [WrappedText]
    ) {
      let engine = LayoutEngine(rootSize: Size(width: width, height: 900))
      let texts = lengths.map(WrappedText.init)
      let views = try lengths.indices.map { try engine.view("l\($0)") }
      for index in order {
        try views[index].setHeightForWidth(texts[index].height)
        try views[index].setIntrinsicSize(Size(width: texts[index].width, height: -1))
        let above = index > 0 ? views[index - 1].bottomAnchor : engine.root.topAnchor
        try engine.activate([views[index].topAnchor.constraint(equalTo: above)])
        if index > 0 { try engine.fill(views[index]) }
        if Bool.random(using: &random) { engine.layout() }
      }
      if hasSquare { _ = try square(beside: views[0], engine) } else { try engine.fill(views[0]) }
      return (engine, views, texts)
    }
    let widths = (0..<8).map { _ in Double(Int.random(in: 100...500, using: &random)) }
    let (engine, views, _) = try built(Array(lengths.indices).shuffled(using: &random), widths[0])
    for width in widths {
      try engine.setRootSize(Size(width: width, height: 900))
      if Bool.random(using: &random) { try views[2].invalidateIntrinsicSize() }
      if Bool.random(using: &random) {
        try engine.transaction { () throws(LayoutError) in
          views[1].isHidden = true
          views[1].isHidden = false
        }
      }
      let (fresh, others, _) = try built(Array(lengths.indices), width)
      for (view, other) in zip(views, others) {
        #expect(engine.frame(of: view).short == fresh.frame(of: other).short)
      }
    }
  }
}
