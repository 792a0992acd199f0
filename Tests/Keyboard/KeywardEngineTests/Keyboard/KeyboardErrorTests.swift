import KeywardTestSupport
import Testing

@testable import KeywardEngine

@Suite("Options with which a keyboard would never appear") struct KeyboardErrorTests {
  private func makeKeyboard(
    _ width: Double, _ height: Double, _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> Keyboard {
    var configuration = try KeyboardConfiguration(
      screen: ScreenDescription(size: Size(width: width, height: height)))
    configure(&configuration)
    return try Keyboard(configuration, text: try SecretText(policy: .allowUnlocked))
  }

  @Test(
    "A screen lower than the keyboard compresses the keys, which stay on the screen",
    arguments: [(1280.0, 200.0), (800, 100), (1280, 80), (640, 81)])
  func lowScreens(width: Double, height: Double) throws {
    for panelHeight in [PanelHeight.metrics, .fill, .points(5000)] {
      let keyboard = try makeKeyboard(width, height) { $0.panelHeight = panelHeight }
      keyboard.show(at: 0)
      keyboard.advance(to: 1)
      #expect(keyboard.drawnItems.count > 30)
      for item in keyboard.drawnItems {
        #expect(item.frame.y >= 0 && item.frame.maxY <= height, "\(item.id)")
      }
    }
  }

  @Test(
    "A screen on which a row would be lower than 20 points is an error", arguments: [79.0, 20, 1])
  func tooLow(height: Double) throws {
    for panelHeight in [PanelHeight.metrics, .fill, .points(79)] {
      #expect(throws: KeyboardError.noRoom(on: Size(width: 1280, height: height))) {
        try makeKeyboard(1280, height) { $0.panelHeight = panelHeight }
      }
    }
    #expect(throws: KeyboardError.self) {
      try makeKeyboard(1280, 100) { $0.title = "with a toolbar" }
    }
    let keyboard = try makeKeyboard(1280, 400)
    keyboard.show(at: 0)
    let low = try ScreenDescription(size: Size(width: 1280, height: height))
    #expect(throws: KeyboardError.noRoom(on: low.size)) { try keyboard.setScreen(low) }
    #expect(keyboard.configuration.screen.size.height == 400 && keyboard.state.isVisible)
  }

  @Test("A title whose toolbar leaves a row less than 20 points is an error, and is not set")
  func titleWithoutRoom() throws {
    let keyboard = try makeKeyboard(1280, 119)
    keyboard.show(at: 0)
    keyboard.advance(to: 1)
    let before = keyboard.drawnItems
    #expect(throws: KeyboardError.noRoom(on: Size(width: 1280, height: 119))) {
      try keyboard.setTitle("PIN", at: 2)
    }
    #expect(keyboard.configuration.title == "" && keyboard.drawnItems == before)
    try keyboard.setScreen(ScreenDescription(size: Size(width: 1280, height: 120)), at: 3)
    try keyboard.setTitle("PIN", at: 4)
    keyboard.advance(to: 5)
    #expect(keyboard.drawnItems.contains { $0.role == nil } && !keyboard.titleFrame.isEmpty)
  }

  @Test("A maximum length below 1 is an error", arguments: [0, -1, Int.min])
  func maxLength(length: Int) {
    #expect(throws: KeyboardError.maxLength(length)) {
      try makeKeyboard(480, 320) { $0.maxLength = length }
    }
  }

  @Test("Insets that leave nothing of the screen are an error")
  func insets() throws {
    let size = Size(width: 400, height: 300)
    for insets in [
      RectInsets(left: 200, right: 200), RectInsets(top: 300), RectInsets(bottom: 1e9),
      RectInsets(top: -1), RectInsets(left: .nan),
    ] {
      #expect(throws: ScreenError.self) { try ScreenDescription(size: size, safeArea: insets) }
    }
    let screen = try ScreenDescription(size: size, safeArea: RectInsets(left: 150, right: 150))
    #expect(throws: ScreenError.self) { try screen.resized(to: Size(width: 300, height: 200)) }
  }

  @Test(
    "The panel of the configuration is added from a shipped keyboard", arguments: PanelName.allCases
  )
  func panel(name: PanelName) throws {
    let keyboard = try makeKeyboard(480, 320) { $0.panel = name }
    keyboard.show(at: 0)
    #expect(keyboard.selection.panel == name)
  }

  @Test("While the screen is captured, a pressed key looks like the others")
  func captured() throws {
    let keyboard = try makeKeyboard(480, 320) { $0.feedback = .press }
    keyboard.show(at: 0)
    keyboard.advance(to: 1)
    _ = keyboard.press(.key(slot: 0), at: 1)
    #expect(keyboard.drawnItems.contains { $0.isPressed })
    keyboard.isCaptured = true
    #expect(!keyboard.drawnItems.contains { $0.isPressed })
    keyboard.isCaptured = false
    #expect(keyboard.drawnItems.contains { $0.isPressed })
  }

  @Test("Of more than 64 touches that are never released, the oldest is cancelled")
  func touches() throws {
    let harness = try KeyboardHarness.shown("number")
    for touch in 0..<1000 { harness.keyboard.press(.key(slot: 0), touch: touch) }
    #expect(harness.keyboard.touches.map(\.id) == Array(936..<1000))
  }

  @Test("Durations and heights that no screen has are reported and change nothing")
  func transitions() throws {
    let harness = try KeyboardHarness.shown()
    let engine = harness.keyboard.transitions
    var reports = 0
    engine.onDiagnostic = { _ in reports += 1 }
    let before = engine.state
    for number in [Double.infinity, .nan, -1, 1e300] {
      engine.duration = number
      #expect(engine.duration == 0.25)
    }
    for number in [1e300, -1e300, .nan] { engine.requestHeight(number) }
    engine.undock(top: 1e300)
    #expect(engine.state == before && reports == 8)
    for curve in AnimationCurve.allCases {
      #expect(curve.length(duration: .infinity) == 0 && curve.length(duration: .nan) == 0)
      #expect(curve.progress(at: .nan, duration: 0.25) == 0)
      #expect(curve.progress(at: 1, duration: .infinity) == 1)
    }
  }
}
