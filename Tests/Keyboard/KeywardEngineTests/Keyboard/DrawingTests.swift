import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct DrawingTests {
  private func pad(
    _ size: Size = Size(width: 480, height: 320), _ height: PanelHeight = .fill
  ) throws -> Keyboard {
    var configuration = try KeyboardConfiguration(
      layout: "number", screen: ScreenDescription(size: size))
    configuration.panelHeight = height
    configuration.title = "PIN"
    configuration.returnType = .done
    return try Keyboard(configuration, text: try SecretText(policy: .allowUnlocked))
  }

  private func item(_ id: String, _ keyboard: Keyboard) throws -> Keyboard.DrawnItem {
    try #require(keyboard.drawnItems.first { $0.id == id })
  }

  @Test func aHiddenKeyboardDrawsNothing() throws {
    let keyboard = try pad()
    #expect(keyboard.drawnItems == [] && keyboard.drawnFrame == .zero)
    keyboard.show(at: 0)
    keyboard.hide(at: 1)
    keyboard.advance(to: 2)
    #expect(keyboard.drawnItems == [])
  }

  @Test(arguments: ["latin-qwerty", "number", "id-card", "symbols"])
  func everyKeyIsHitWhereItIsDrawnAlsoWhileItMoves(_ layout: String) throws {
    let harness = try KeyboardHarness(layout) { $0.title = "Code" }
    let keyboard = harness.keyboard
    keyboard.show(at: 0)
    for time in [0.05, 0.1, 0.2, 0.3, 1] {
      keyboard.advance(to: time)
      let items = keyboard.drawnItems
      #expect(items.count == (keyboard.currentPanel?.keys.count ?? 0) + keyboard.toolbarItems.count)
      for item in items {
        guard case .key(let slot) = item.part, item.role == .input else { continue }
        #expect(keyboard.drawnFrame.contains(item.frame))
        #expect(keyboard.press(at: item.frame.center) == .accepted)
        keyboard.cancel()
        let before = harness.typed
        let output = try #require(keyboard.currentPanel).keys[slot].key.output
        keyboard.press(at: item.frame.center)
        if keyboard.release() == .accepted { #expect(harness.typed == before + output) }
        keyboard.deleteAll()
      }
    }
  }

  @Test(arguments: ["latin-qwerty", "number"])
  func theTitleIsCenteredBetweenTheToolbarItems(_ layout: String) throws {
    let harness = try KeyboardHarness(layout) { $0.title = "Code" }
    let keyboard = harness.keyboard
    #expect(keyboard.titleFrame == .zero)
    keyboard.show(at: 0)
    for time in [0.1, 1] {
      keyboard.advance(to: time)
      let title = keyboard.titleFrame
      #expect(!title.isEmpty && title.midX == keyboard.drawnFrame.midX)
      #expect(keyboard.drawnFrame.contains(title))
      #expect(keyboard.drawnItems.allSatisfy { !$0.frame.intersects(title) })
      #expect(keyboard.drawnItems.contains { $0.id == "Done" && $0.frame.y == title.y })
    }
    try keyboard.setTitle("")
    #expect(keyboard.titleFrame == .zero)
  }

  @Test func whileItSlidesInItsPlaceToBeHitsNothing() throws {
    let keyboard = try pad(Size(width: 480, height: 320), .points(160))
    keyboard.show(at: 0)
    keyboard.advance(to: 1)
    let one = try item("1", keyboard).frame.center
    keyboard.hide(at: 1)
    keyboard.show(at: 2)
    #expect(keyboard.press(at: one, at: 2.01) == .ignored)
    #expect(keyboard.press(at: one, at: 3) == .accepted)
  }

  @Test func aRotationIsDrawnAsWideAsItsScreen() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    keyboard.rotate(to: .landscape, at: 2)
    let begin = try #require(harness.events.first { $0.name == .keyboardWillChangeFrame }).begin
    #expect(begin.width == 375)
    var heights: [Double] = []
    for time in [2.0, 2.1, 2.2, 2.5] {
      keyboard.advance(to: time)
      let frame = keyboard.drawnFrame
      #expect(frame.width == 812 && frame.x == 0 && abs(frame.maxY - 375) < 1e-9)
      for item in keyboard.drawnItems { #expect(frame.contains(item.frame)) }
      heights.append(frame.height)
    }
    #expect(heights.first == 250 && heights.last == keyboard.state.frame.height)
  }

  @Test func framesComeWhileItMovesAndDeadlinesWhenNot() throws {
    let keyboard = try pad()
    #expect(keyboard.nextFrame(after: 0) == nil && !keyboard.isAnimating)
    keyboard.show(at: 0)
    #expect(keyboard.isAnimating && keyboard.nextFrame(after: -.infinity) == 1.0 / 60)
    var (time, frames) = (0.0, 0)
    while let next = keyboard.nextFrame(after: time) {
      #expect(next > time && next <= time + 1.0 / 60 + 1e-9)
      time = next
      frames += 1
      keyboard.advance(to: time)
    }
    #expect((30...31).contains(frames) && time == 0.5 && !keyboard.isAnimating)
    keyboard.insert("12")
    keyboard.press(at: try item("delete", keyboard).frame.center, at: 1)
    #expect(keyboard.nextFrame(after: 1) == 1.5)
  }

  @Test func eventsReportTheActualDuration() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.hide(at: 2)
    let event = try #require(harness.events.first)
    #expect(event.duration == 0.25 && event.animationLength == 0.5)
  }

  // MARK: Pop-ups

  @Test func aPopUpIsTakenByItsOwnFrame() throws {
    for touch in [0, 1] {
      let harness = try KeyboardHarness.shown { $0.feedback = .press }
      let keyboard = harness.keyboard
      keyboard.press(at: try item("n", keyboard).frame.center, at: 2)
      keyboard.advance(to: 2.5)
      let places = keyboard.drawnItems.filter {
        if case .alternate = $0.part { true } else { false }
      }
      #expect(places.map(\.label) == ["n", "ñ", "ń"])
      #expect(places.map(\.isSelected) == [true, false, false])
      #expect(keyboard.press(at: places[2].frame.center, touch: touch, at: 2.6) == .accepted)
      #expect(harness.typed == "ń" && keyboard.alternates == nil)
      keyboard.release(touch: touch)
      keyboard.release()
      #expect(harness.typed == "ń")
      #expect(try harness.tap("a") == .accepted && harness.typed == "ńa")
    }
  }

  // MARK: Heights

  @Test(arguments: [Size(width: 480, height: 320), Size(width: 320, height: 480)])
  func aPadThatFillsHasKeysForFingers(_ size: Size) throws {
    let keyboard = try pad(size)
    keyboard.show(at: 0)
    keyboard.advance(to: 1)
    #expect(keyboard.drawnFrame == Rect(origin: .zero, size: size))
    for item in keyboard.drawnItems where item.role != nil {
      #expect(item.frame.width >= 44 && item.frame.height >= 44)
    }
    _ = try item("return", keyboard)
  }

  @Test func pointsAreTakenAsFarAsThereIsRoom() throws {
    for (points, height) in [(200.0, 240.0), (1000, 320), (100_000, 320)] {
      let keyboard = try pad(Size(width: 480, height: 320), .points(points))
      keyboard.show(at: 0)
      #expect(keyboard.state.frame.height == height)
      #expect(keyboard.currentPanel?.size.height == height - 40)
    }
    for points in [0, -5, 1, 79, 1e300, -Double.infinity, .infinity] {
      #expect(throws: KeyboardError.panelHeight(points)) {
        try pad(Size(width: 480, height: 320), .points(points))
      }
    }
    #expect(throws: KeyboardError.self) { try pad(Size(width: 480, height: 320), .points(.nan)) }
  }

  @Test func aPanelFillsTheHeightThatIsAskedFor() throws {
    let keyboard = try KeyboardHarness.shown().keyboard
    let before = try #require(keyboard.currentPanel).keyHeight
    keyboard.transitions.requestHeight(350)
    keyboard.advance(to: 3)
    let panel = try #require(keyboard.currentPanel)
    #expect(keyboard.panelFrame?.height == 316 && panel.size.height == 316)
    #expect(panel.keyHeight > before + 20)
  }

  // MARK: Screens

  @Test func oneCallTurnsOrResizes() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    let screen = keyboard.configuration.screen
    try keyboard.setScreen(screen, at: 2)
    #expect(harness.takePicture() == "")
    try keyboard.setScreen(screen.resized(to: Size(width: 400, height: 812)), at: 3)
    keyboard.advance(to: 4)
    #expect(harness.takePicture() == "WC WS DC DS")
    try keyboard.setScreen(screen.resized(to: Size(width: 812, height: 400)), at: 5)
    keyboard.advance(to: 6)
    #expect(harness.takePicture() == "O WC WS DC DS")
    try keyboard.resize(to: Size(width: 375, height: 812), at: 7)
    keyboard.advance(to: 8)
    #expect(harness.takePicture() == "O WC WS DC DS")
  }
}
