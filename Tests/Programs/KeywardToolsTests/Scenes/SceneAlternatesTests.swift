import KeyboardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools
@testable import PromptUI

@Suite struct SceneAlternatesTests {
  private func typed(_ scene: SceneHarness) -> String { scene.model.typing.first.typed }

  @Test(arguments: ["login", "chat"])
  func aLongPressOpensTheRowAndSlidingChooses(_ name: String) throws {
    let scene = try SceneHarness(name)
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.wait(0.6)
    #expect(scene.text.contains(" e  é  è  ê  ë  ē  ę"))
    let place = try #require(scene.model.typing.shownAlternates).places[2]
    #expect(place.line < row)
    scene.drag(place.column + 1, place.line)
    scene.release(place.column + 1, place.line)
    #expect(typed(scene) == "è")
    #expect(!scene.text.contains("é"))
    #expect(scene.state.kind == .docked)
    #expect(scene.emulator.violations == [])
  }

  @Test func aShortPressTypesAndTheGripStillMoves() throws {
    let scene = try SceneHarness("login")
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.release(column, row)
    #expect(typed(scene) == "e")
    let grip = scene.grip
    scene.press(grip.column, grip.row)
    scene.drag(grip.column, grip.row - 4)
    scene.release(grip.column, grip.row - 4)
    #expect(scene.state.kind == .undocked)
    #expect(typed(scene) == "e")
  }

  @Test func altEnterOpensItAndEscClosesIt() throws {
    let scene = try SceneHarness("login")
    scene.type("\t")
    let keyboard = scene.model.keyboard
    keyboard.focusedSlot = try #require(keyboard.currentPanel?.slot(of: "e"))
    scene.type("\u{1b}\r")
    #expect(scene.text.contains(" e  é  è"))
    #expect(scene.text.contains("Enter take"))
    scene.type("\u{1b}")
    #expect(!scene.text.contains("é") && scene.model.outcome == nil)
    scene.type("\u{1b}\r\u{1b}[C\u{1b}[C\r")
    #expect(typed(scene) == "è" && scene.model.outcome == nil)
  }

  @Test func aSplitKeyboardOpensItOnTheHalfWithTheKey() throws {
    let scene = try SceneHarness("login", columns: 132, rows: 40) {
      $0.keyboard = "split:200"
    }
    scene.type("\t")
    for letter in ["e", "o"] {
      let keyboard = scene.model.keyboard
      keyboard.focusedSlot = try #require(keyboard.currentPanel?.slot(of: letter))
      scene.type("\u{1b}\r")
      let (column, row) = try scene.cap(letter)
      let placed = try #require(scene.model.typing.shownAlternates)
      #expect(placed.places[0].line < row)
      #expect(abs(placed.places[0].column + 1 - column) < 60)
      scene.type("\r")
    }
    #expect(typed(scene) == "eo")
  }

  @Test func withoutAFieldNothingOpens() throws {
    let scene = try SceneHarness("advert")
    #expect(!scene.model.hasField)
    scene.type("\t")
    let keyboard = scene.model.keyboard
    keyboard.focusedSlot = try #require(keyboard.currentPanel?.slot(of: "e"))
    scene.type("\u{1b}\r")
    #expect(!scene.model.typing.hasOpenAlternates)
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.wait(0.6)
    #expect(!scene.model.typing.hasOpenAlternates && !scene.text.contains("┆"))
  }

  @Test func movingTheKeyboardClosesIt() throws {
    let scene = try SceneHarness("login")
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.wait(0.6)
    scene.control("g")
    #expect(!scene.text.contains("é"))
    scene.type("\u{1b}[A\u{1b}[A\r")
    #expect(scene.state.kind == .undocked)
    scene.release(column, row)
    #expect(typed(scene) == "e")
  }
}
