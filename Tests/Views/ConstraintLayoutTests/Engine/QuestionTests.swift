import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Fitting sizes, ambiguity, dependencies, residuals, safe areas that do not settle.
@Suite struct QuestionTests {
  let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))

  @Test func fittingLeavesTheEngineAlone() throws {
    let box = try engine.view("box")
    let label = try engine.view("label", 70, 20, in: box)
    try engine.activate(
      VisualFormat.constraints("|-[label]-|", views: ["label": label])
        + VisualFormat.constraints("V:|-[label]-|", views: ["label": label])
        + VisualFormat.constraints("|[box]|", views: ["box": box]))
    let before = engine.frame(of: box)
    #expect(engine.systemLayoutSizeFitting(.zero, of: box) == Size(width: 86, height: 36))
    #expect(
      engine.systemLayoutSizeFitting(LayoutEngine.fittingExpanded, of: box)
        == Size(width: 86, height: 36))
    label.setContentHuggingPriority(LayoutPriority(10), for: .horizontal)
    #expect(
      engine.systemLayoutSizeFitting(
        Size(width: 200, height: 0), of: box) == Size(width: 200, height: 36))
    #expect(
      engine.systemLayoutSizeFitting(
        Size(width: 50, height: 0), horizontal: .required, of: box
      ).width == 50)
    #expect(engine.frame(of: box) == before)
  }

  @Test func fittingLeavesOutWhatFixesTheItemFromOutside() throws {
    let stack = try engine.makeStack("stack", in: engine.root)
    let framed = try engine.view("framed")
    let hidden = try engine.view("hidden")
    for box in [framed, hidden] {
      let label = try engine.view("label", 70, 20, in: box)
      try engine.activate(
        VisualFormat.constraints("|[label]|", views: ["label": label])
          + VisualFormat.constraints("V:|[label]|", views: ["label": label]))
    }
    for mask in [[], AutoresizingMask.flexibleWidth] {
      try framed.setFrame(
        Rect(x: 5, y: 5, width: 90, height: 50), autoresizing: mask, superviewSize: engine.rootSize)
      #expect(engine.systemLayoutSizeFitting(.zero, of: framed) == Size(width: 70, height: 20))
    }
    try stack.arrange(hidden)
    hidden.isHidden = true
    #expect(engine.systemLayoutSizeFitting(.zero, of: hidden) == Size(width: 70, height: 20))
    #expect(engine.systemLayoutSizeFitting(.zero, of: stack) == Size(width: 0, height: 20))
  }

  @Test func fittingBreaksWhatLayoutBreaks() throws {
    let box = try engine.view("box")
    try engine.activate([
      box.heightAnchor.constraint(lessThanOrEqualToConstant: -8),
      box.heightAnchor.constraint(equalToConstant: 50),
      box.topAnchor.constraint(equalTo: engine.root.topAnchor),
      box.bottomAnchor.constraint(equalTo: engine.root.bottomAnchor),
    ])
    #expect(engine.systemLayoutSizeFitting(.zero).height == 50)
    #expect(engine.systemLayoutSizeFitting(.zero, of: box).height == 50)
  }

  @Test func exercisingShowsBothEnds() throws {
    let a = try engine.view("a", 100, 10)
    let b = try engine.view("b", 100, 10)
    try engine.activate(
      VisualFormat.constraints("|[a][b]|", views: ["a": a, "b": b]) + [
        a.topAnchor.constraint(equalTo: engine.root.topAnchor),
        b.topAnchor.constraint(equalTo: engine.root.topAnchor),
      ])
    #expect(engine.hasAmbiguousLayout(a))
    var widths: Set<Double> = []
    for _ in 0..<4 {
      engine.exerciseAmbiguity(of: a)
      widths.insert(engine.frame(of: a).width)
    }
    #expect(widths == [100, 220])
    try engine.setRootSize(Size(width: 321, height: 480))
    #expect(engine.frame(of: a).width == 100)
  }

  @Test func fixedViewInAnOpenParentIsNotAmbiguous() throws {
    let parent = try engine.view("parent")
    let child = try engine.view("child", 10, 10, in: parent)
    try engine.activate(
      VisualFormat.constraints("|-[child]", views: ["child": child])
        + VisualFormat.constraints("V:|-[child]", views: ["child": child]))
    #expect(engine.ambiguousItems().map(\.name) == ["parent"])
  }

  @Test func affectingConstraintsFollowEqualities() throws {
    let a = try engine.view("a")
    let b = try engine.view("b")
    let c = try engine.view("c")
    let constraints = [
      a.widthAnchor.constraint(equalTo: b.widthAnchor),
      b.widthAnchor.constraint(equalToConstant: 40),
      b.widthAnchor.constraint(greaterThanOrEqualTo: c.widthAnchor),
      c.widthAnchor.constraint(equalToConstant: 10),
      a.heightAnchor.constraint(equalToConstant: 5),
    ]
    try engine.activate(constraints)
    let found = engine.constraintsAffecting(a, .horizontal).map(\.equation)
    #expect(found == ["a.width == b.width", "b.width == 40", "b.width >= c.width"])
    #expect(engine.constraintsAffecting(a, .vertical).map(\.equation) == ["a.height == 5"])
  }

  @Test func safeAreaThatMovesItselfIsReported() throws {
    var reports: [String] = []
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100)) { reports.append($0) }
    _ = engine.frame(of: try engine.viewMovedByItsSafeArea())
    #expect(reports.count == 1 && reports[0].hasPrefix("The safe area does not settle"))
  }

  @Test func strictForAnyNumberOfLowerConstraints() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    try solver.add([.init(x)], .equal, 1, priority: LayoutPriority(751))
    for index in 0..<2000 {
      try solver.add([.init(x)], .equal, 1e6 + Double(index), priority: .defaultHigh)
    }
    solver.solve()
    #expect(solver.value(of: x) == 1)
  }
}
