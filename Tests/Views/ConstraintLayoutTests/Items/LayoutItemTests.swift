import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Rectangles: margins, baselines, alignment, direction, rounding, settling.
@Suite struct LayoutItemTests {
  let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))

  @Test func multipliersActInTheCommonAncestor() throws {
    let box = try engine.view("box", in: engine.root)
    let label = try engine.view("label", 20, 10, in: box)
    try engine.activate(
      VisualFormat.constraints("|-100-[box(100)]", views: ["box": box]) + [
        label.centerXAnchor.constraint(equalTo: box.centerXAnchor, multiplier: 0.5)
      ])
    #expect(engine.frame(of: label).midX == 25)
    let deep = try engine.view("deep", 20, 10, in: box)
    let outer = try engine.view("outer", 20, 10)
    try engine.activate([
      deep.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 10),
      outer.leftAnchor.constraint(equalTo: deep.leftAnchor, multiplier: 2),
    ])
    #expect(engine.frame(of: outer).x == 220)
  }

  @Test func marginsBaselinesAndAlignment() throws {
    let label = try engine.view("label", 50, 20)
    try label.setBaselines(first: 15, last: 4)
    let other = try engine.view("other", 50, 40)
    try other.setBaselines(first: 30, last: 3)
    try other.setAlignmentInsets(RectInsets(top: 1, left: 2, bottom: 3, right: 4))
    try engine.activate([
      label.leadingAnchor.constraint(equalTo: engine.root.leadingMarginAnchor),
      label.topAnchor.constraint(equalTo: engine.root.topMarginAnchor, constant: 20),
      other.firstBaselineAnchor.constraint(equalTo: label.lastBaselineAnchor),
      other.leadingAnchor.constraint(equalTo: label.trailingAnchor),
    ])
    #expect(engine.frames(label, other) == ["label 8,28,50,20", "other 56,13,56,44"])
    engine.root.layoutMargins = RectInsets(top: 1, left: 2, bottom: 3, right: 4)
    try engine.setSafeAreaInsets(RectInsets(top: 10, left: 10, bottom: 10, right: 10))
    #expect(engine.frame(of: label).short == "12,31,50,20")
    engine.root.insetsLayoutMarginsFromSafeArea = false
    #expect(engine.frame(of: label).short == "2,21,50,20")
  }

  @Test func safeAreaThatGoesLeavesNoInsets() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100))
    let box = try engine.view("box", 30, 30)
    try engine.activate([
      box.leftAnchor.constraint(equalTo: engine.root.leftAnchor, constant: -10),
      box.topAnchor.constraint(equalTo: engine.root.topAnchor),
    ])
    #expect(engine.safeAreaInsets(of: box) == .zero)
    try engine.setSafeAreaInsets(RectInsets(top: 20))
    #expect(engine.safeAreaInsets(of: box) == RectInsets(top: 20, left: 10))
    try engine.setSafeAreaInsets(.zero)
    #expect(engine.safeAreaInsets(of: box) == .zero)
  }

  @Test func rightToLeftMirrorsDirectionalConstraints() throws {
    let a = try engine.view("a", 50, 20)
    let b = try engine.view("b", 30, 20)
    let c = try engine.view("c", 10, 20)
    try engine.activate([
      a.leadingAnchor.constraint(equalTo: engine.root.leadingAnchor, constant: 10),
      b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 8),
      c.leftAnchor.constraint(equalTo: engine.root.leftAnchor, constant: 5),
    ])
    #expect(engine.frames(a, b, c) == ["a 10,0,50,20", "b 68,0,30,20", "c 5,0,10,20"])
    try engine.setDirection(.rightToLeft)
    #expect(engine.frames(a, b, c) == ["a 260,0,50,20", "b 222,0,30,20", "c 5,0,10,20"])
  }

  @Test func openItemsSettleAtTheStart() throws {
    let free = try engine.view("free")
    let sized = try engine.view("sized", 40, 30)
    let child = try engine.view("child", 10, 10, in: sized)
    try engine.activate([
      child.leftAnchor.constraint(greaterThanOrEqualTo: sized.leftAnchor, constant: 3)
    ])
    #expect(
      engine.frames(free, sized, child) == ["free 0,0,0,0", "sized 0,0,40,30", "child 3,0,10,10"])
    #expect(engine.ambiguousItems().map(\.name) == ["free", "sized", "child"])
  }

  @Test func edgesAreRoundedNotSizes() throws {
    let first = try engine.view("first")
    let second = try engine.view("second")
    try engine.activate(
      VisualFormat.constraints(
        "|-0.4-[first(10.3)][second(10.3)]", views: ["first": first, "second": second]))
    let grid = Size(width: 1, height: 1)
    let (a, b) = (engine.frame(of: first, grid: grid), engine.frame(of: second, grid: grid))
    #expect(a == Rect(x: 0, y: 0, width: 11, height: 0))
    #expect(b == Rect(x: 11, y: 0, width: 10, height: 0))
    let cell = Size(width: 8, height: 16)
    #expect(engine.frame(of: first, grid: cell).width == 8)
    #expect(LayoutEngine.rounded(0.4999995, to: 1) == 1)
  }

  @Test func removingAnItemRemovesItsConstraints() throws {
    let extent = engine.state.solver.extent
    let a = try engine.view("a", 50, 20)
    let inner = try engine.view("inner", 5, 5, in: a)
    let b = try engine.view("b", 30, 20)
    let link = b.leftAnchor.constraint(equalTo: inner.rightAnchor, constant: 9)
    try engine.activate([link])
    #expect(engine.frame(of: b).x == 14)
    try engine.removeItem(a)
    #expect(!link.isActive && inner.isRemoved)
    #expect(engine.frame(of: b).x == 0)
    try engine.removeItem(b)
    #expect(engine.state.solver.extent == extent)
    #expect(engine.activeConstraints.count == 2)
  }

  @Test func aGuideThatAViewMadeIsRemovedWithTheView() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100))
    let view = try engine.view("v", 50, 20)
    let guides = [view.safeAreaLayoutGuide, view.layoutMarginsGuide, view.readableContentGuide]
    for guide in guides {
      let error = #expect(throws: LayoutError.self) { try engine.removeItem(guide) }
      #expect(
        error?.description
          == "\(guide.name) is part of its view and cannot be removed: remove the view.")
    }
    #expect(view.readableContentGuide === guides[2] && !guides[2].isRemoved)
    try engine.removeItem(view)
    #expect(guides.allSatisfy { $0.isRemoved })
  }

  @Test func nothingOutlivesTheEngine() throws {
    weak var kept: LayoutItem?
    weak var removed: LayoutItem?
    weak var arranged: LayoutItem?
    do {
      let engine = LayoutEngine(rootSize: Size(width: 100, height: 100))
      let view = try engine.view("v", 10, 10)
      try view.setFrame(.zero, superviewSize: engine.rootSize)
      let gone = try engine.view("gone", 10, 10)
      try engine.removeItem(gone)
      let stack = try engine.makeStack("s", in: engine.root)
      let inner = try engine.view("inner", 10, 10)
      try stack.arrange(inner)
      engine.layout()
      (kept, removed, arranged) = (view, gone, inner)
    }
    #expect(kept == nil && removed == nil && arranged == nil)
  }

  @Test func itemsThatOutliveTheirEngineThrow() throws {
    var engine: LayoutEngine? = LayoutEngine(rootSize: Size(width: 10, height: 10))
    let box = try #require(try engine?.makeItem("box", in: engine?.root))
    let label = try #require(try engine?.makeItem("label", in: box))
    let width = label.widthAnchor.constraint(equalToConstant: 4)
    try engine?.activate([width])
    #expect(label.engine === engine)
    engine = nil
    #expect(label.engine == nil && box.engine == nil)
    #expect(box.superview == nil, "the root has gone with the engine")
    #expect(label.superview === box, "the box is still held")
    width.constant = 5
    #expect(width.constant == 4)
    #expect(throws: LayoutError.self) {
      try label.setIntrinsicSize(Size(width: 1, height: 1))
    }
  }

  @Test func intrinsicSizesYieldByPriority() throws {
    let a = try engine.view("a", 100, 10)
    let b = try engine.view("b", 100, 10)
    let gap = [
      a.leftAnchor.constraint(equalTo: engine.root.leftAnchor),
      b.leftAnchor.constraint(equalTo: a.rightAnchor),
      b.rightAnchor.constraint(equalTo: engine.root.rightAnchor),
    ]
    try engine.activate(gap)
    #expect(engine.frames(a, b) == ["a 0,0,100,10", "b 100,0,220,10"])
    a.setContentHuggingPriority(LayoutPriority(249), for: .horizontal)
    #expect(engine.frames(a, b) == ["a 0,0,220,10", "b 220,0,100,10"])
    a.setContentHuggingPriority(LayoutPriority(250), for: .horizontal)
    b.setContentHuggingPriority(LayoutPriority(251), for: .horizontal)
    #expect(engine.frames(a, b) == ["a 0,0,220,10", "b 220,0,100,10"])
    try engine.setRootSize(Size(width: 90, height: 10))
    #expect(engine.frames(a, b) == ["a 0,0,90,10", "b 90,0,0,10"])
    b.setContentCompressionResistancePriority(LayoutPriority(751), for: .horizontal)
    #expect(engine.frames(a, b) == ["a 0,0,0,10", "b 0,0,90,10"])
  }
}
