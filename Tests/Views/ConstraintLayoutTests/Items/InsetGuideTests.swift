import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Guides whose view is smaller than its insets.
@Suite struct InsetGuideTests {
  @Test(
    "The safe area of a root smaller than its insets is empty, between its crossed edges",
    arguments: [
      (RectInsets(top: 44, bottom: 34), 50, Rect(x: 0, y: 30, width: 100, height: 0)),
      (RectInsets(top: 44), 20, Rect(x: 0, y: 20, width: 100, height: 0)),
      (RectInsets(bottom: 90), 50, Rect(x: 0, y: 0, width: 100, height: 0)),
      (RectInsets(left: 80, right: 60), 50, Rect(x: 60, y: 0, width: 0, height: 50)),
    ])
  func rootSafeArea(_ insets: RectInsets, _ height: Double, _ frame: Rect) throws {
    var logged: [String] = []
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 300)) { logged.append($0) }
    let guide = engine.root.safeAreaLayoutGuide
    let box = try engine.makeItem("box", in: engine.root)
    try engine.activate(box.edges(of: guide))
    try engine.setSafeAreaInsets(insets)
    let large = Rect(x: 0, y: 0, width: 300, height: 300).inset(by: insets)
    #expect(engine.frame(of: box) == large)
    try engine.setRootSize(Size(width: 100, height: height))
    #expect(engine.frame(of: guide) == frame && engine.frame(of: box) == frame)
    #expect(engine.safeAreaInsets == insets && logged.isEmpty && engine.conflictCount == 0)
    try engine.setRootSize(Size(width: 300, height: 300))
    #expect(engine.frame(of: box) == large)
  }

  @Test("Margins and the readable width of a small root are empty")
  func rootMargins() throws {
    var logged: [String] = []
    let engine = LayoutEngine(rootSize: Size(width: 10, height: 12)) { logged.append($0) }
    let (margins, readable) = (engine.root.layoutMarginsGuide, engine.root.readableContentGuide)
    #expect(engine.frame(of: margins) == Rect(x: 5, y: 6, width: 0, height: 0))
    #expect(engine.frame(of: readable) == Rect(x: 5, y: 6, width: 0, height: 0))
    engine.root.layoutMargins = RectInsets(top: 2, left: 2, bottom: 2, right: 2)
    #expect(engine.frame(of: readable) == Rect(x: 2, y: 2, width: 6, height: 8))
    engine.root.directionalLayoutMargins = DirectionalInsets(leading: 12, trailing: 4)
    #expect(engine.frame(of: margins) == Rect(x: 9, y: 0, width: 0, height: 12))
    try engine.setDirection(.rightToLeft)
    #expect(engine.frame(of: margins) == Rect(x: 1, y: 0, width: 0, height: 12))
    #expect(logged.isEmpty)
  }

  @Test("Guides of a view smaller than its insets are empty, and grow with the view")
  func guidesOfAView() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 300), log: nil)
    let view = try engine.makeItem("view", in: engine.root)
    let width = view.widthAnchor.constraint(equalToConstant: 20)
    try engine.activate([width, view.heightAnchor.constraint(equalToConstant: 20)])
    view.layoutMargins = RectInsets(top: 5, left: 30, bottom: 5, right: 10)
    try view.setAdditionalSafeAreaInsets(RectInsets(left: 30, right: 10))
    view.insetsLayoutMarginsFromSafeArea = false
    let guides = [view.layoutMarginsGuide, view.safeAreaLayoutGuide]
    let inner = try guides.map { guide in
      let inner = try engine.makeItem("inner", in: view)
      try engine.activate([inner.leadingAnchor.constraint(equalTo: guide.trailingAnchor)])
      return inner
    }
    #expect(engine.frame(of: guides[0]) == Rect(x: 20, y: 5, width: 0, height: 10))
    #expect(engine.frame(of: guides[1]) == Rect(x: 20, y: 0, width: 0, height: 20))
    #expect(inner.map { engine.frame(of: $0).x } == [20, 20])
    width.constant = 100
    #expect(guides.map { engine.frame(of: $0).width } == [60, 60])
    #expect(inner.map { engine.frame(of: $0).x } == [90, 90])
  }

  @Test("A fitting size has room for insets that the current size has cut")
  func fittingSize() throws {
    let engine = LayoutEngine(rootSize: Size(width: 10, height: 10), log: nil)
    try engine.setSafeAreaInsets(RectInsets(top: 20, bottom: 20))
    let box = try engine.makeItem("box", in: engine.root)
    try engine.activate(
      box.edges(of: engine.root.safeAreaLayoutGuide).filter { $0.firstAttribute.axis == .vertical })
    #expect(engine.frame(of: box).height == 0)
    let size = engine.systemLayoutSizeFitting(LayoutEngine.fittingCompressed)
    #expect(size.height == 40 && engine.frame(of: box).height == 0)
  }

  @Test("A guide with a negative, infinite or NaN frame is refused")
  func refusedFrames() throws {
    let engine = LayoutEngine(rootSize: Size(width: 10, height: 10), log: nil)
    for number in [-1, Double.nan, .infinity, 1e10] {
      let frame = Rect(x: 0, y: 0, width: number, height: 5)
      #expect(throws: LayoutError.self) {
        try engine.makeGuide("guide", in: engine.root, frame: frame)
      }
    }
    #expect(engine.state.areas.count == 1)
  }

  @Test(
    "A grid step that is not a finite number above 0 leaves the axis exact",
    arguments: [0, -1, Double.nan, .infinity, -.infinity, 5e-324])
  func gridSteps(_ step: Double) throws {
    let engine = LayoutEngine(rootSize: Size(width: 10, height: 10), log: nil)
    let guide = try engine.makeGuide(
      "guide", in: engine.root, frame: Rect(x: 0.3, y: 0.3, width: 5.5, height: 5.5))
    let frame = engine.frame(of: guide, grid: Size(width: step, height: 1))
    #expect(abs(frame.x - 0.3) < 1e-9 && abs(frame.width - 5.5) < 1e-9)
    #expect(frame.y == 0 && frame.height == 6)
    let resized = AutoresizingMask.flexibleWidth.resized(
      Rect(x: 0.5, y: 0, width: 5, height: 5), from: Size(width: 10, height: 10),
      to: Size(width: 20.25, height: 10), grid: step)
    #expect(resized == Rect(x: 0.5, y: 0, width: 15.25, height: 5))
  }
}

extension LayoutItem {
  /// Constraints that give the view the frame of a guide.
  fileprivate func edges(of guide: LayoutGuide) -> [LayoutConstraint] {
    [
      leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      topAnchor.constraint(equalTo: guide.topAnchor),
      bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ]
  }
}
