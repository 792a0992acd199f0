import Testing

@testable import Studio

@Suite struct SceneAlternatesTests {
  @Test("A long press opens the alternates, and sliding chooses one", arguments: ["login", "chat"])
  func longPress(_ name: String) throws {
    let scene = try SceneHarness(name)
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.wait(0.6)
    let place = try scene.cap("è")
    #expect(place.row < row)
    scene.drag(place.column, place.row)
    scene.release(place.column, place.row)
    #expect(scene.typed == "è")
    #expect(!scene.text.contains("é"))
    #expect(scene.state.kind == .docked)
  }

  @Test("A short press types, and the grip still moves")
  func shortPress() throws {
    let scene = try SceneHarness("login")
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.release(column, row)
    #expect(scene.typed == "e")
    let grip = scene.grip
    scene.press(grip.column, grip.row)
    scene.drag(grip.column, grip.row - 4)
    scene.release(grip.column, grip.row - 4)
    #expect(scene.state.kind == .undocked)
    #expect(scene.typed == "e")
  }

  @Test("Without a field, no key types and no alternates open")
  func withoutField() throws {
    let scene = try SceneHarness("advert")
    #expect(!scene.model.hasField)
    let (column, row) = try scene.cap("e")
    scene.press(column, row)
    scene.wait(0.6)
    #expect(!scene.text.contains("é"))
    scene.release(column, row)
    scene.type("x\t\r")
    #expect(scene.model.keyboard.characterCount == 0)
  }

  @Test("Arrows move the focus on the keyboard, and Enter presses the key")
  func focus() throws {
    let scene = try SceneHarness("login")
    scene.type("\t\u{1b}[C\u{1b}[C\r\u{1b}[B\r")
    #expect(scene.typed == "es" || scene.typed == "ed")
    #expect(scene.text.contains("Enter press"))
    scene.type("\t\r")
    #expect(scene.model.end == .submitted(2))
  }
}
