import ConstraintLayout
import Keyward
import Testing

@testable import Studio

@Suite struct SceneDraggingTests {
  @Test("The grip is in the row of the keyboard's upper edge, and hides no key")
  func grip() throws {
    for (columns, rows) in [(40, 16), (45, 40), (60, 20), (72, 18), (80, 24), (120, 40)] {
      let scene = try SceneHarness("login", columns: columns, rows: rows)
      let top = Int((scene.state.frame.y / 16).rounded())
      #expect(scene.grip.row == top - 1)
      #expect(abs(scene.grip.column - columns / 2) <= 2)
      #expect(scene.lines[scene.grip.row].contains("━━━━━━━━━━━━"))
      for label in "qwertyuiopasdfghjklzxcvbnm" { _ = try scene.cap(String(label)) }
    }
  }

  @Test("A press near the grip takes it and types nothing", arguments: [(80, 24), (45, 40)])
  func nearTheGrip(_ size: (columns: Int, rows: Int)) throws {
    let drawn = try SceneHarness("login", columns: size.columns, rows: size.rows)
    let grip = try #require(drawn.model.drawn?.grip)
    for column in grip.column - 4..<grip.column + grip.columns + 4 {
      let scene = try SceneHarness("login", columns: size.columns, rows: size.rows)
      scene.press(column, grip.line)
      scene.drag(column, grip.line - 6)
      #expect(scene.state.kind == .undocked, "at \(column)")
      scene.release(column, grip.line - 6)
      #expect(scene.model.keyboard.characterCount == 0)
    }
  }

  @Test("A docked keyboard comes off after more than one cell")
  func dockedKeyboardComes() throws {
    let scene = try SceneHarness()
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.drag(column, row - 1)
    #expect(scene.state.kind == .docked)
    #expect(scene.takeEvents() == "")
    scene.drag(column, row - 2)
    #expect(scene.state.kind == .undocked)
    #expect(scene.state.frame.y == 250 - 32)
    #expect(scene.takeEvents() == "WC WH DC DH DC")
    scene.drag(column, row - 6)
    // The guide follows at each event, without a separate event.
    #expect(scene.takeEvents() == "")
    #expect(scene.state.frame == Rect(x: 0, y: 154, width: 640, height: 134))
    #expect(scene.frame(of: "edit").maxY == 154)
    #expect(scene.grip.row == row - 6)
    scene.release(column, row - 6)
    #expect(scene.takeEvents() == "DC")
    #expect(scene.state.kind == .undocked && scene.state.frame.y == 154)
  }

  @Test("A release within one cell of the bottom docks")
  func lettingGoWithin() throws {
    for (distance, kind) in [(1, KeyboardKind.docked), (2, .undocked)] {
      let scene = try SceneHarness()
      let (column, row) = scene.grip
      scene.press(column, row)
      scene.drag(column, row - 5)
      scene.drag(column, row - distance)
      _ = scene.takeEvents()
      scene.release(column, row - distance)
      #expect(scene.takeEvents() == (kind == .docked ? "WC WS" : "DC"))
      scene.wait(0.6)
      #expect(scene.state.kind == kind)
    }
  }

  @Test("A terminal without motion moves it on release")
  func terminalWithoutMotion() throws {
    let scene = try SceneHarness()
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.release(column, row - 8)
    #expect(scene.state.kind == .undocked && scene.state.frame.y == 250 - 128)
    #expect(scene.takeEvents() == "WC WH DC DH DC")
  }

  @Test("A floating keyboard goes anywhere but never out")
  func floatingKeyboardGoes() throws {
    let scene = try SceneHarness { $0.keyboard = "floating:160,112,320,160" }
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.drag(column + 10, row + 3)
    #expect(scene.state.frame == Rect(x: 240, y: 160, width: 320, height: 160))
    for (across, down) in [(-200, -200), (200, 200), (-200, 200), (200, -200)] {
      scene.drag(column + across, row + down)
      let frame = scene.state.frame
      #expect(frame.maxX >= 8 && frame.minX <= 632)
      #expect(frame.maxY >= 16 && frame.minY <= 368)
    }
    scene.drag(column - 20, row)
    #expect(scene.near == ["leading"])
    #expect(scene.text.contains("near leading; away leading") == false)
    #expect(scene.text.contains("floating, near leading, "))
    #expect(scene.text.contains("rules: away top, near leading"))
    scene.release(column - 20, row)
    #expect(scene.state.frame == Rect(x: 0, y: 112, width: 320, height: 160))
    #expect(scene.frame(of: "edit").minX == 0)
    #expect(scene.frame(of: "image").maxX == 632)
  }

  @Test("Near the top the edit view drops to the bottom")
  func nearTopEdit() throws {
    let scene = try SceneHarness { $0.keyboard = "undocked:125" }
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.drag(column, row - 7)
    #expect(scene.near == ["top"])
    #expect(scene.frame(of: "edit").maxY == 384)
    #expect(scene.text.contains("rules: near top, away leading+trailing"))
    // The status moves out of the keyboard's way.
    #expect(scene.lines[scene.grip.row + 1].contains("undocked, near top, 640 x 134 at 0, 13"))
  }

  @Test("Dragging down dismisses interactively")
  func draggingDownDismisses() throws {
    let scene = try SceneHarness()
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.drag(column, row + 3)
    #expect(scene.state.frame.y == 250 + 48)
    #expect(scene.frame(of: "edit").maxY == 298)
    #expect(scene.takeEvents() == "")
    // A resting hand above the half makes it return.
    scene.wait(0.3)
    scene.release(column, row + 3)
    #expect(scene.takeEvents() == "WC WS")
    scene.wait(0.6)
    #expect(scene.takeEvents() == "DC DS")
    #expect(scene.state.frame.y == 250)

    scene.press(column, row)
    scene.drag(column, row + 1)
    scene.release(column, row + 1)
    #expect(scene.takeEvents() == "WC WH")
    scene.wait(0.6)
    #expect(scene.takeEvents() == "DC DH")
    #expect(scene.state.kind == .hidden)
    #expect(scene.frame(of: "edit").maxY == 384)
  }

  @Test("A click on the field brings a hidden keyboard back")
  func clickOnField() throws {
    let scene = try SceneHarness("login") { $0.keyboard = "hidden" }
    #expect(scene.grip.row == -1)
    let area = try #require(scene.model.drawn?.fieldArea)
    scene.press(area.column + 2, area.line)
    scene.wait(0.6)
    #expect(scene.state.kind == .docked)
  }

  @Test("The shortcuts bar is dropped at a side")
  func shortcutsBarDropped() throws {
    let scene = try SceneHarness { $0.keyboard = "shortcuts" }
    for (column, name) in [(5, "shortcuts bar, leading"), (78, "shortcuts bar, trailing")] {
      let grip = scene.grip
      scene.press(grip.column, grip.row)
      scene.drag(column, grip.row)
      scene.release(column, grip.row)
      scene.wait(0.6)
      #expect(scene.text.contains(name))
    }
    #expect(scene.near == ["bottom", "trailing"])
  }

  @Test("Rotating waits for the hand")
  func rotatingWaitsFor() throws {
    let scene = try SceneHarness()
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.drag(column, row - 4)
    scene.control("r")
    #expect(scene.state.orientation == .landscape)
    #expect(scene.text.contains("Release the grabbed keyboard"))
    scene.release(column, row - 4)
    scene.control("r")
    #expect(scene.state.orientation == .portrait)
  }

  @Test("A hand that presses during a transition waits for it")
  func handPressesDuring() throws {
    let scene = try SceneHarness()
    scene.control("r")
    scene.wait(0.1)
    let (column, row) = scene.grip
    scene.press(column, row)
    scene.drag(column, row - 4)
    #expect(scene.state.kind == .docked)
    scene.wait(0.6)
    scene.drag(column, row - 5)
    #expect(scene.state.kind == .undocked)
  }

  @Test("Split and undocked keyboards are drawn and pressed")
  func splitUndockedKeyboards() throws {
    for place in ["undocked:100", "split:100", "floating:160,112,320,160", "docked"] {
      let scene = try SceneHarness { $0.keyboard = place }
      for letter in ["q", "g", "p"] {
        let (column, row) = try scene.cap(letter)
        scene.press(column, row)
        scene.release(column, row)
      }
      #expect(scene.model.keyboard.characterCount == 3, "\(place)")
      #expect(scene.text.contains("•••▏"), "\(place)")
    }
  }
}
