import KeywardEngine
import Testing

@Suite struct RawFrameTests {
  private let screen = Size(width: 768, height: 1024)

  private func result(
    _ event: KeyboardEvent.Name, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    isLocal: Bool = true, window: Rect? = nil
  ) -> RawFrame.Result {
    RawFrame(
      event, end: Rect(x: x, y: y, width: width, height: height), isLocal: isLocal, screen: screen,
      window: window
    ).result
  }

  @Test(arguments: [KeyboardEvent.Name.keyboardWillHide, .keyboardDidHide])
  func hideEventsAreHidden(name: KeyboardEvent.Name) {
    #expect(result(name, 0, 704, 768, 320) == .hidden)
    #expect(result(name, 0, 704, 768, 320, isLocal: false) == .hidden)
    #expect(result(name, 0, 0, 0, 0) == .hidden)
  }

  @Test func theTableOfTheSpec() {
    #expect(result(.keyboardWillChangeFrame, 0, 0, 768, 0) == .hidden)
    #expect(result(.keyboardWillChangeFrame, 0, 704, 768, 320) == .docked)
    #expect(result(.keyboardWillChangeFrame, 0, 703.333, 768, 320.667) == .docked)
    #expect(result(.keyboardWillChangeFrame, 0, 1024, 768, 320) == .hidden)
    #expect(result(.keyboardWillShow, 0, 704, 768, 320, isLocal: false) == .ignore)
  }

  @Test func zeroRectangles() {
    #expect(result(.keyboardWillChangeFrame, 0, 0, 0, 0) == .ignore)
    #expect(result(.keyboardWillShow, 0, 0, 0, 0) == .floating)
    #expect(RawFrame(.keyboardDidChangeFrame, end: .zero, screen: screen).kind == .floating)
    #expect(result(.keyboardDidChangeFrame, 5, 0, 0, 0) == .hidden)
    #expect(result(.keyboardDidChangeFrame, 0, 900, 0, 124) == .hidden)
  }

  @Test func movedKeyboards() {
    #expect(result(.keyboardDidChangeFrame, 0, 300, 768, 320) == .undocked)
    #expect(result(.keyboardDidChangeFrame, 300, 504, 320, 254) == .floating)
    #expect(result(.keyboardDidChangeFrame, 800, 504, 320, 254) == .hidden)
  }

  @Test func fractionsRoundToWholePoints() {
    #expect(result(.keyboardDidChangeFrame, 0, 703.7, 768, 319.9) == .docked)
    #expect(result(.keyboardDidChangeFrame, 0.3, 703.7, 767.4, 320) == .docked)
    #expect(result(.keyboardDidChangeFrame, 0, 1023.6, 768, 320) == .hidden)
    #expect(result(.keyboardDidChangeFrame, 0, 703, 768, 320) == .undocked)
  }

  @Test func aWindowThatEndsHigherMovesItsKeyboard() {
    let window = Rect(x: 0, y: 0, width: 768, height: 924)
    #expect(result(.keyboardDidChangeFrame, 0, 604, 768, 320, window: window) == .docked)
    #expect(result(.keyboardDidChangeFrame, 0, 704, 768, 320, window: window) == .docked)
    #expect(result(.keyboardDidChangeFrame, 0, 969, 768, 55, window: window) == .docked)
    #expect(result(.keyboardDidChangeFrame, 0, 300, 768, 320, window: window) == .undocked)
  }
}
