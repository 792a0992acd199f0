import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Hosts' questions between two layouts: the frames that moved, the need to draw, the tree.
@Suite struct LayoutSnapshotTests {
  @Test func changesAreTheItemsThatHaveMoved() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 100))
    let (fixed, moving) = (try engine.view("fixed", 20, 10), try engine.view("moving", 30, 10))
    try engine.activate([moving.trailingAnchor.constraint(equalTo: engine.root.trailingAnchor)])
    let before = engine.snapshot()
    #expect(engine.changes(since: before).isEmpty)
    try engine.setRootSize(Size(width: 400, height: 100))
    let new = try engine.view("new", 5, 5)
    let changes = engine.changes(since: before)
    #expect(changes.map(\.item.name) == ["view", "moving", "new"])
    #expect(changes.map { $0.old?.short } == ["0,0,300,100", "270,0,30,10", nil])
    #expect(changes.map(\.new.short) == ["0,0,400,100", "370,0,30,10", "0,0,5,5"])
    #expect(before.frame(of: fixed)?.short == "0,0,20,10" && before.frame(of: new) == nil)
  }

  @Test func needsLayoutIsCalledOncePerLayout() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 100))
    var calls = 0
    engine.needsLayout = { calls += 1 }
    engine.layout()
    let view = try engine.view("view", 20, 10)
    try view.setIntrinsicSize(Size(width: 30, height: 10))
    #expect(calls == 1)
    #expect(engine.frame(of: view).width == 30)
    try view.setIntrinsicSize(Size(width: 40, height: 10))
    #expect(calls == 2)
  }

  @Test("A new engine requests its first layout after a change")
  func aNewEngineNeedsLayout() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 100))
    var calls = 0
    _ = try engine.view("before", 20, 10)
    engine.needsLayout = { calls += 1 }
    let view = try engine.view("view", 20, 10)
    try view.setIntrinsicSize(Size(width: 30, height: 10))
    #expect(calls == 1)
    engine.layout()
    #expect(calls == 1)
    try view.setIntrinsicSize(Size(width: 40, height: 10))
    engine.needsLayout = { calls += 10 }
    try view.setIntrinsicSize(Size(width: 50, height: 10))
    #expect(calls == 12)
  }

  @Test func dumpNamesViewsFramesAndConstraints() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 100))
    let box = try engine.view("box")
    let label = try engine.view("label", 20, 10, in: box)
    label.reference = box
    try engine.activate([box.widthAnchor.constraint(equalToConstant: 50)])
    let lines = engine.dump().split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == ["view 0,0,300,100", "  box 0,0,50,0", "    label 0,0,20,10"])
    #expect(lines.last?.contains("box:0x2.width == 50") == true)
    #expect(label.reference === box)
  }

  @Test func anItemPrintsItsNameAndFrame() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 100))
    let box = try engine.view("box", 20, 10)
    #expect("\(engine.root)" == "view 0,0,300,100" && "\(box)" == "box 0,0,20,10 in view")
    try engine.removeItem(box)
    #expect("\(box)" == "box, removed")
  }

  @Test func aTraceMarksHiddenAndAmbiguousViews() throws {
    let engine = LayoutEngine(rootSize: Size(width: 300, height: 100))
    let bar = try engine.view("bar")
    let (free, button) = (try engine.view("free", in: bar), try engine.view("button", in: bar))
    for (view, width) in [(bar, 300.0), (button, 20)] {
      try engine.activate([
        view.leftAnchor.constraint(equalTo: engine.root.leftAnchor),
        view.topAnchor.constraint(equalTo: engine.root.topAnchor),
        view.widthAnchor.constraint(equalToConstant: width),
        view.heightAnchor.constraint(equalToConstant: 44),
      ])
    }
    try engine.activate([
      free.topAnchor.constraint(equalTo: bar.topAnchor),
      free.bottomAnchor.constraint(equalTo: bar.bottomAnchor),
      free.widthAnchor.constraint(equalToConstant: 8),
    ])
    button.isHidden = true
    #expect(
      engine.root.layoutTrace == """
        view 0,0,300,100
          bar 0,0,300,44
            free 0,0,8,44 (ambiguous)
            button 0,0,20,44 (hidden)
        """)
    #expect(bar.layoutTrace.hasPrefix("bar 0,0,300,44\n  free"))
  }
}
