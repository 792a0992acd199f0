import KeywardEngine
import KeywardTestSupport
import Testing

@testable import SecureMemory

@Suite struct TakingTests {
  @Test func aTextIsTakenOutToBeCheckedElsewhere() async throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("correct")
    let hash = try PasswordHash(of: harness.keyboard.text)
    _ = harness.takePicture()
    let text = try harness.keyboard.takeText()
    #expect(harness.keyboard.characterCount == 0 && harness.takePicture() == "text")
    let matches = try await Task.detached { try hash.matches(text) }.value
    #expect(matches)
    harness.keyboard.insert("wrong")
    let wrong = try harness.keyboard.takeText()
    #expect(try !hash.matches(wrong))
    #expect(throws: PasswordHashError.wrongPassword) { try hash.verify(wrong) }
  }

  @Test func aSealedTextComesBack() throws {
    let keyboard = try KeyboardHarness.shown().keyboard
    let key = try SealingKey(policy: .allowUnlocked)
    keyboard.insert("grüße")
    let sealed = try keyboard.sealText(under: key)
    #expect(keyboard.text.isEmpty && sealed.byteCount == 7)
    let moved = try SealedSecret(bytes: sealed.bytes)
    #expect(moved == sealed)
    var text = try SecretText(policy: .allowUnlocked)
    try moved.open(with: key, into: &text)
    #expect(text.characterCount == 5)
    keyboard.exchangeText(with: &text)
    #expect(keyboard.characterCount == 5)
  }

  @Test func bytesThatNobodySealedAreRefused() {
    for count in [0, 39, 40 + SecretText.largestCapacity + 1] {
      #expect(throws: SealedSecretError.malformed) {
        try SealedSecret(bytes: [UInt8](repeating: 1, count: count))
      }
    }
  }

  @Test func aKeyboardThatIsSwitchedOffTakesNothing() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    try harness.press("q", at: 2)
    keyboard.isEnabled = false
    #expect(keyboard.release(at: 2.1) == .ignored)
    #expect(try harness.tap("w") == .ignored)
    #expect(keyboard.press(at: try harness.point("e")) == .ignored)
    #expect(keyboard.insert("x") == .rejected(.disabled))
    #expect(keyboard.submit() == .rejected(.disabled))
    keyboard.beginPaste()
    keyboard.paste("y".utf8Span.span.bytes)
    #expect(keyboard.endPaste() == .rejected(.disabled))
    #expect(harness.typed == "" && !keyboard.drawnItems.isEmpty)
    keyboard.isEnabled = true
    #expect(try harness.tap("w") == .accepted && harness.typed == "w")
  }

  @Test func aHandlerThatUsesItsKeyboardDoesNotKeepIt() throws {
    weak var probe: Keyboard?
    do {
      let keyboard = try KeyboardHarness.shown().keyboard
      keyboard.onReturn = { keyboard, _ in
        keyboard.deleteAll()
        return false
      }
      keyboard.insert("secret")
      #expect(keyboard.submit() == .accepted && keyboard.text.isEmpty)
      probe = keyboard
    }
    #expect(probe == nil)
  }

  /// A region that is freed is wiped (`SecretBufferTests`).
  @Test func aKeyboardThatGoesFreesItsText() throws {
    weak var probe: Keyboard?
    let region: LockedRegion
    do {
      let keyboard = try Keyboard(
        KeyboardConfiguration(screen: ScreenDescription(size: Size(width: 480, height: 320))),
        text: SecretText(capacity: 64, policy: .allowUnlocked))
      keyboard.onReturn = { keyboard, _ in keyboard.characterCount > 3 }
      let token = keyboard.bus.observe { _ in }
      keyboard.insert("secret")
      region = keyboard.text.region
      token.cancel()
      probe = keyboard
    }
    #expect(probe == nil)
    #expect(region.isReleased)
  }

  @Test func aKeyboardIsReadFromAFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      keyboard: kiosk
      title: Kiosk
      language: en
      panels:
        letters: { rows: [ "a b c {delete}", "d e f {return}" ] }
      """, to: "kiosk.yaml")
    let screen = try ScreenDescription(size: Size(width: 480, height: 320))
    let configuration = try KeyboardConfiguration(layoutFile: path, screen: screen)
    #expect(configuration.definition.id == "kiosk")
    #expect(throws: KeyboardLibraryError.self) {
      try KeyboardConfiguration(layoutFile: path + "x", screen: screen)
    }
  }
}
