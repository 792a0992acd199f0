import ConstraintLayout
import Foundation
import Testing

/// The examples of `Docs/AutoLayout.md`, line by line.
///
/// This module has no access to `package` members, so its code compiles for embedders, too.
@Suite struct DocumentedExamplesTests {
  @Test func fieldBesideAButton() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
    let field = try engine.makeItem("field", in: engine.root)
    let send = try engine.makeItem("send", in: engine.root)
    try field.setIntrinsicSize(Size(width: 60, height: 30))
    try send.setIntrinsicSize(Size(width: 46, height: 30))
    send.setContentHuggingPriority(.defaultHigh, for: .horizontal)
    try engine.activate(
      VisualFormat.constraints(
        "H:|-[field]-[send]-|", options: .alignAllCenterY, views: ["field": field, "send": send]))
    #expect(engine.frame(of: field) == Rect(x: 8, y: 0, width: 250, height: 30))
  }

  @Test func stacksInAStack() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
    let list = try engine.makeStack("list", in: engine.root)
    list.axis = .vertical
    list.spacing = 8
    for name in ["first", "second"] {
      let row = try engine.makeStack(name)
      let face = try engine.makeItem("face")
      let text = try engine.makeItem("text")
      try face.setIntrinsicSize(Size(width: 32, height: 32))
      face.setContentHuggingPriority(.required, for: .horizontal)
      try text.setIntrinsicSize(Size(width: 90, height: 48))
      row.spacing = 8
      row.alignment = .top
      #expect(row.superview == nil)
      try row.arrange(face, text)
      try list.arrange(row)
      #expect(row.superview === list && face.superview === row)
    }
    try engine.activate(VisualFormat.constraints("|-[list]-|", views: ["list": list]))
    #expect(
      engine.absoluteFrame(of: list.arrangedSubviews[1].subviews[1])
        == Rect(x: 48, y: 56, width: 264, height: 48))
  }

  @Test func heightForWidth() throws {
    let page = LayoutEngine(rootSize: Size(width: 96, height: 480))
    let text = try page.makeItem("text", in: page.root)
    let date = try page.makeItem("date", in: page.root)
    var characters = 30.0
    try text.setIntrinsicSize(Size(width: 8 * characters, height: LayoutItem.noIntrinsicMetric))
    try text.setHeightForWidth { width in
      16 * (characters / max(1, (width / 8).rounded(.down))).rounded(.up)
    }
    try date.setIntrinsicSize(Size(width: 60, height: 16))
    try page.activate(
      VisualFormat.constraints("|[text]|", views: ["text": text])
        + VisualFormat.constraints("V:|[text]-[date]", views: ["text": text, "date": date]))
    #expect(page.frame(of: text) == Rect(x: 0, y: 0, width: 96, height: 48))
    #expect(page.frame(of: date) == Rect(x: 0, y: 56, width: 60, height: 16))
    characters = 40
    try text.invalidateIntrinsicSize()
    #expect(page.frame(of: text) == Rect(x: 0, y: 0, width: 96, height: 64))
  }

  @Test func editsAndStays() throws {
    let window = LayoutEngine(rootSize: Size(width: 640, height: 480))
    let pane = try window.makeItem("pane", in: window.root)
    let edge = window.root.leadingAnchor
    let edit = pane.leadingAnchor.constraint(equalTo: edge, priority: .dragThatCanResizeScene)
    let stay = pane.trailingAnchor.constraint(equalTo: edge, constant: 300, priority: .defaultLow)
    let least = pane.widthAnchor.constraint(greaterThanOrEqualToConstant: 100)
    try window.activate([edit, stay, least])
    for suggestion in [50.0, 250, 180] {
      edit.constant = suggestion
      stay.constant = window.frame(of: pane).maxX
    }
    #expect(window.frame(of: pane) == Rect(x: 180, y: 0, width: 170, height: 0))
  }

  @Test func weights() throws {
    let window = LayoutEngine(rootSize: Size(width: 640, height: 480))
    let bar = try window.makeItem("bar", in: window.root)
    let wishes = [100.0, 110, 200, 200, 200].map { width in
      bar.widthAnchor.constraint(equalToConstant: width, priority: .defaultLow)
    }
    try window.activate(wishes)
    #expect(window.frame(of: bar).width == 200)
    try window.deactivate(wishes.suffix(2))
    #expect(window.frame(of: bar).width == 110)
  }

  @Test func betweenTwoLayouts() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
    let stack = try engine.makeStack("stack", in: engine.root)
    let panel = try engine.makeItem("panel", in: stack)
    try panel.setIntrinsicSize(Size(width: 60, height: 30))
    try stack.arrange(panel)
    let window = Window()
    let token = Window()
    panel.reference = token
    var drawn: [(item: AnyObject?, frame: Rect)] = []
    func draw(_ item: AnyObject?, in frame: Rect) { drawn.append((item, frame)) }

    engine.needsLayout = { window.setNeedsDisplay() }  // after a change, once per layout
    let before = engine.snapshot()
    panel.isHidden = true
    for change in engine.changes(since: before) {
      let start = change.old ?? change.new  // a new view has no old frame
      draw(change.item.reference, in: start.moved(to: change.new, progress: 0.5))
    }
    print(engine.dump())
    let box = try engine.makeItem("box", in: engine.root)
    try engine.activate([
      box.widthAnchor.constraint(equalTo: engine.root.widthAnchor),
      box.widthAnchor.constraint(greaterThanOrEqualToConstant: 400),
    ])
    #expect(engine.conflictCount == 1)
    #expect(engine.conflicts[0].broken.equation == "box.width >= 400")
    #expect(window.requests == 2)
    #expect(drawn.contains { $0.item === token && $0.frame.width == 30 })
  }

  final class Window {
    var requests = 0
    func setNeedsDisplay() { requests += 1 }
  }

  /// A change of an example in the documentation has to be made here, too.
  @Test func documentationHasTheseLines() throws {
    let tests = try text(of: #filePath).components(separatedBy: "\n").map(code)
    let folder = #filePath.components(separatedBy: "/").dropLast(4).joined(separator: "/")
    let blocks = try text(of: folder + "/Docs/AutoLayout.md").components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") }
    #expect(blocks.count == 7)
    for block in blocks {
      var next = tests.startIndex
      for line in block.components(separatedBy: "\n").dropFirst().map(code) where !line.isEmpty {
        guard let found = tests[next...].firstIndex(where: { $0.contains(line) }) else {
          Issue.record("not in a test, or not in its place: \(line)")
          continue
        }
        next = found + 1
      }
    }
  }

  private func text(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// A line without blanks around it and without the comment after it.
  private func code(_ line: String) -> String {
    (line.components(separatedBy: "  //").first ?? "").trimmingCharacters(in: .whitespaces)
  }
}
