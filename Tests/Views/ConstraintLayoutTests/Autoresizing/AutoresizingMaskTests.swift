import KeywardGeometry
import Testing

@testable import ConstraintLayout

@Suite struct AutoresizingMaskTests {
  static let frame = Rect(x: 10, y: 10, width: 30, height: 30)
  static let old = Size(width: 100, height: 100)

  static let results: [(mask: AutoresizingMask, result: String)] = [
    ([], "10,10,30,30"), (.flexibleWidth, "10,10,130,30"), (.flexibleLeft, "110,10,30,30"),
    ([.flexibleLeft, .flexibleWidth], "35,10,105,30"),
    ([.flexibleLeft, .flexibleRight], "24,10,30,30"),
  ]

  @Test(arguments: results)
  func changesAreShared(_ mask: AutoresizingMask, _ result: String) throws {
    let new = Size(width: 200, height: 150)
    #expect(
      mask.resized(Self.frame, from: Self.old, to: new).short
        == result)
    let engine = LayoutEngine(rootSize: new)
    let view = try engine.makeItem("v", in: engine.root)
    try view.setFrame(
      Self.frame, autoresizing: mask, superviewSize: Self.old)
    let exact = mask.resized(
      Self.frame, from: Self.old, to: new, grid: nil)
    let frame = engine.frame(of: view)
    #expect(abs(frame.x - exact.x) < 1e-9 && abs(frame.width - exact.width) < 1e-9)
    #expect(abs(frame.y - exact.y) < 1e-9 && abs(frame.height - exact.height) < 1e-9)
  }

  @Test func sizesStopAtZeroAndNothingIsSharedEqually() {
    let mask: AutoresizingMask = [.flexibleWidth]
    let small = mask.resized(
      Self.frame, from: Self.old, to: .zero)
    #expect(small.width == 0)
    let both: AutoresizingMask = [.flexibleLeft, .flexibleRight]
    let full = both.resized(
      Rect(x: 0, y: 0, width: 100, height: 0), from: Self.old,
      to: Size(width: 120, height: 100))
    #expect(full.short == "10,0,100,0")
  }

  @Test func maskIsWrittenInParts() {
    #expect("\([.flexibleLeft, .flexibleBottom] as AutoresizingMask)" == "h=&-- v=--&")
  }

  @Test func translationCanBeTurnedOff() throws {
    let engine = LayoutEngine(rootSize: Self.old)
    let view = try engine.makeItem("v", in: engine.root)
    try view.setFrame(Self.frame, superviewSize: Self.old)
    #expect(view.translatesAutoresizingMaskIntoConstraints)
    #expect(engine.frame(of: view) == Self.frame)
    view.translatesAutoresizingMaskIntoConstraints = false
    #expect(engine.frame(of: view) == .zero)
  }

  @Test func masksSpeakOfFramesAndNotOfAlignmentRectangles() throws {
    let engine = LayoutEngine(rootSize: Self.old)
    let box = try engine.makeItem("box", in: engine.root)
    let kid = try engine.makeItem("kid", in: box)
    try kid.setAlignmentInsets(RectInsets(top: 1, left: 2, bottom: 3, right: 4))
    try box.setFrame(
      Rect(x: 10, y: 10, width: 60, height: 60), autoresizing: [.flexibleWidth],
      superviewSize: Self.old)
    try kid.setFrame(
      Rect(x: 10, y: 10, width: 20, height: 20), autoresizing: [.flexibleWidth],
      superviewSize: Size(width: 60, height: 60))
    try box.setAlignmentInsets(RectInsets(top: 5, left: 6, bottom: 7, right: 8))
    #expect(engine.frames(box, kid) == ["box 10,10,60,60", "kid 10,10,20,20"])
    try engine.setRootSize(Size(width: 150, height: 100))
    #expect(engine.frames(box, kid) == ["box 10,10,110,60", "kid 10,10,70,20"])
    #expect(
      engine.activeConstraints.filter { $0.first === kid }.map(\.equation) == [
        "kid.left == box.left + 10", "kid.width == box.width - 40", "kid.top == box.top + 10",
        "kid.height == 20",
      ])
  }
}
