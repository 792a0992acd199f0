import ConstraintLayout
import Keyward
import Testing

@testable import Studio

@Suite struct SceneGrabbingTests {
  private let up = "\u{1b}[A"
  private let down = "\u{1b}[B"
  private let right = "\u{1b}[C"
  private let left = "\u{1b}[D"

  @Test("Arrows move by a cell and with shift by five")
  func arrowsMoveCell() throws {
    let scene = try SceneHarness { $0.keyboard = "floating:160,112,320,160" }
    scene.control("g")
    #expect(scene.text.contains("Arrows move"))
    for (keys, x, y) in [
      (up, 160.0, 96.0), (down, 160, 112), (left, 152, 112), (right, 160, 112),
      ("\u{1b}[1;2A", 160, 32), ("\u{1b}[1;2B", 160, 112), ("\u{1b}[1;2C", 200, 112),
      ("\u{1b}[1;2D", 160, 112),
    ] {
      scene.type(keys)
      #expect(scene.state.frame == Rect(x: x, y: y, width: 320, height: 160))
    }
    for _ in 0..<40 { scene.type("\u{1b}[1;2D\u{1b}[1;2A") }
    #expect(scene.state.frame.maxX >= 8 && scene.state.frame.maxY >= 16)
  }

  @Test("Tab goes through the kinds and back")
  func tabGoesThrough() throws {
    let scene = try SceneHarness()
    scene.control("g")
    let kinds: [KeyboardKind] = [
      .undocked, .split, .floating, .shortcutsBar(.expanded), .shortcutsBar(.leading),
      .shortcutsBar(.trailing), .hidden, .docked,
    ]
    for kind in kinds {
      scene.type("\t")
      scene.wait(1.1)
      #expect(scene.state.kind == kind)
      #expect(scene.text.contains(kind.words))
    }
    for kind in ([.docked] + kinds.dropLast()).reversed().dropLast() {
      scene.type("\u{1b}[Z")
      scene.wait(1.1)
      #expect(scene.state.kind == kind)
    }
  }

  @Test("Tabs in a row do not wait for the transitions")
  func tabsRowDo() throws {
    let scene = try SceneHarness()
    scene.control("g")
    scene.type("\t\t\t")
    scene.wait(1.1)
    #expect(scene.state.kind == .floating)
    scene.type("\t\t\t\t")
    scene.wait(1.1)
    #expect(scene.state.kind == .hidden)
  }

  @Test("Enter escape and Ctrl-G end it", arguments: ["\r", "\u{1b}", "\u{7}"])
  func enterEscapeControl(key: String) throws {
    let scene = try SceneHarness()
    scene.control("g")
    scene.type(key)
    #expect(!scene.model.isGrabbing)
    #expect(scene.model.end == nil)
    #expect(scene.text.contains("Ctrl-G move"))
  }

  /// In every way to hold the keyboard, even while it moves.
  @Test(
    "Ctrl-C exits while the keyboard is held",
    arguments: ["\u{7}", "\u{7}\t", "\u{7}\u{1b}[A", "press", "drag"])
  func controlLeavesWhile(hold: String) throws {
    let scene = try SceneHarness("login")
    let (column, row) = scene.grip
    switch hold {
    case "press": scene.press(column, row)
    case "drag":
      scene.press(column, row)
      scene.drag(column, row - 5)
    default: scene.type(hold)
    }
    #expect(scene.model.end == nil)
    scene.control("c")
    #expect(scene.model.end == .cancelled)
    let held = try SceneHarness("login")
    held.control("g")
    held.type("\u{1b}[99;3u")
    #expect(held.model.end == nil, "Alt-C is another key")
  }

  @Test("Everything else is swallowed")
  func everythingElseSwallowed() throws {
    let scene = try SceneHarness("login")
    scene.control("g")
    let (column, row) = scene.grip
    scene.type("abc\u{12}\u{f}\u{4}\u{1a}\u{c}\u{7f}\u{1b}[5~\u{1b}[200~paste\u{1b}[201~")
    scene.press(column, row)
    scene.drag(column, row - 5)
    scene.release(column, row - 5)
    #expect(scene.model.end == nil && !scene.model.asksSuspension)
    #expect(scene.model.keyboard.characterCount == 0)
    #expect(scene.state.kind == .docked && scene.state.orientation == .landscape)
    #expect(scene.model.keyboard.configuration.direction == .leftToRight)
    #expect(scene.takeEvents() == "")
    scene.control("g")
    scene.type("x")
    #expect(scene.model.keyboard.characterCount == 1)
  }

  @Test("Up takes a docked keyboard off and putting it down there docks it")
  func upTakesDocked() throws {
    let scene = try SceneHarness()
    scene.control("g")
    scene.type(down)
    #expect(scene.state.kind == .docked)
    scene.type(up)
    #expect(scene.state.kind == .undocked && scene.state.frame.y == 250 - 16)
    scene.type("\r")
    scene.wait(0.6)
    #expect(scene.state.kind == .docked)
    scene.control("g")
    scene.type(up + up)
    scene.type("\r")
    scene.wait(0.6)
    #expect(scene.state.kind == .undocked && scene.state.frame.y == 250 - 32)
  }

  @Test("Without room for a keyboard nothing breaks")
  func withoutRoomFor() throws {
    let scene = try SceneHarness("chat", columns: 2, rows: 2)
    scene.control("g")
    scene.type("\t")
    #expect(scene.state.kind == .hidden && scene.model.notice.contains("No room"))
  }
}
