import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct PanelTests {
  private struct Lowest: RandomSource {
    func next(below bound: Int) -> Int { 0 }
  }

  private func labels(_ harness: KeyboardHarness, row: Int) -> String {
    (harness.keyboard.currentPanel?.keys ?? []).filter { $0.row == row }.map(\.key.label)
      .joined(separator: " ")
  }

  @Test func panelKeysSwitch() throws {
    let harness = try KeyboardHarness.shown { $0.fullWidth = true }
    try harness.tap("panel-symbols")
    try harness.tap("width-full")
    try harness.tap("page-symbols")
    #expect(
      harness.keyboard.selection
        == PanelSelection(panel: .symbols, page: .symbols, width: .full))
    try harness.tap("panel-letters")
    try harness.tap("panel-symbols")
    try harness.tap("width-half")
    #expect(harness.keyboard.selection == PanelSelection(panel: .symbols, page: .symbols))
    #expect(harness.takePicture() == "panel panel panel panel panel panel")
  }

  @Test func everyShowStartsAlikeUnlessItResumes() throws {
    for resumes in [false, true] {
      let harness = try KeyboardHarness.shown { $0.resumes = resumes }
      try harness.tap("shift", at: 2)
      try harness.tap("shift", at: 2.1)
      try harness.tap("panel-symbols", at: 3)
      try harness.tap("page-symbols", at: 4)
      harness.keyboard.hide(at: 5)
      harness.keyboard.show(at: 6)
      #expect(harness.keyboard.selection.panel == .letters)
      #expect(harness.keyboard.selection.page == (resumes ? .symbols : .digits))
      #expect(harness.keyboard.shift == (resumes ? .locked : .off))
    }
  }

  @Test func aShortcutsBarStartsAlikeBeforeItsFirstEvent() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    try harness.tap("shift", at: 2)
    try harness.tap("shift", at: 2.1)
    try harness.tap("panel-symbols", at: 3)
    keyboard.hide(at: 4)
    keyboard.advance(to: 5)
    _ = harness.takePicture()
    keyboard.move(at: 6) { $0.attachHardware() }
    keyboard.advance(to: 7)
    #expect(harness.takePicture() == "panel shift WC WS DC DS")
    #expect(keyboard.selection.panel == .letters && keyboard.shift == .off)
    keyboard.showPanel(.symbols)
    keyboard.move(at: 8) { $0.dock() }
    #expect(keyboard.selection.panel == .symbols)
  }

  @Test func aShortcutsBarFromWithinAHandlerStartsAlike() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    try harness.tap("panel-symbols", at: 2)
    let token = keyboard.bus.observe(.names(.keyboardDidHide)) { _ in
      keyboard.move { $0.attachHardware() }
    }
    keyboard.hide(at: 4)
    keyboard.advance(to: 7)
    #expect(keyboard.state.kind == .shortcutsBar(.expanded))
    #expect(keyboard.selection.panel == .letters)
    token.cancel()
  }

  @Test func toolbarItemsAreThePanelsNotShown() throws {
    let harness = try KeyboardHarness.shown { $0.title = "PIN" }
    let keyboard = harness.keyboard
    #expect(keyboard.toolbarItems == [.panel(.numbers), .panel(.symbols), .done])
    #expect(keyboard.toolbarItems.map(\.label) == ["123", "#+=", "Done"])
    keyboard.showPanel(.numbers)
    #expect(keyboard.toolbarItems == [.panel(.letters), .panel(.symbols), .done])
    #expect(try KeyboardHarness.shown().keyboard.toolbarItems == [])
  }

  @Test func toolbarItemsActOnReleaseInside() throws {
    let harness = try KeyboardHarness.shown { $0.title = "PIN" }
    let keyboard = harness.keyboard
    let item = try #require(keyboard.frame(of: .panel(.numbers)))
    #expect(item.minY == keyboard.state.frame.minY)
    keyboard.press(at: item.center)
    keyboard.drag(to: Point(x: 200, y: 700))
    #expect(keyboard.release() == .ignored)
    keyboard.press(at: item.center)
    keyboard.release()
    #expect(keyboard.selection.panel == .numbers)
    var ended: [ReturnType] = []
    keyboard.onReturn = {
      ended.append($1)
      return true
    }
    keyboard.press(at: try #require(keyboard.frame(of: .done)).center)
    keyboard.release()
    #expect(ended == [.done])
    #expect(!keyboard.state.isVisible)
  }

  @Test func panelsOutsideTheSetAreNotShown() throws {
    let harness = try KeyboardHarness.shown()
    #expect(harness.keyboard.showPanel(.numbers) == .ignored)
    #expect(harness.keyboard.showPanel(.letters) == .ignored)
    #expect(throws: KeyboardError.self) { try KeyboardHarness("number") { $0.panel = .letters } }
  }

  @Test func rotationKeepsPanelShiftAndText() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("abc")
    try harness.tap("shift", at: 2)
    let portrait = harness.keyboard.currentPanel
    harness.keyboard.rotate(to: .landscape, at: 3)
    #expect(harness.keyboard.shift == .once)
    #expect(harness.typed == "abc")
    #expect(harness.keyboard.currentPanel?.size.width == 724)
    harness.keyboard.rotate(to: .portrait, at: 4)
    #expect(harness.keyboard.currentPanel == portrait)
  }

  @Test func panelsTurnWithTheCommit() throws {
    let harness = try KeyboardHarness.shown()
    var widths: [Double?] = []
    let token = harness.keyboard.bus.observe(.names(.keyboardWillShow, .keyboardDidShow)) { _ in
      widths.append(harness.keyboard.currentPanel?.size.width)
    }
    harness.keyboard.rotate(to: .landscape, at: 2)
    harness.keyboard.advance(to: 3)
    #expect(widths == [375, 724])
    token.cancel()
  }

  @Test func aScreenTooSmallWaits() throws {
    let harness = try KeyboardHarness.shown()
    let tiny = Size(width: 30, height: 30)
    #expect(throws: KeyboardError.self) { try harness.keyboard.resize(to: tiny, at: 2) }
    #expect(harness.keyboard.currentPanel != nil)
    #expect(harness.keyboard.configuration.screen.size != tiny)
    harness.keyboard.follow(try ScreenDescription(size: tiny), at: 2)
    #expect(harness.keyboard.currentPanel == nil)
    #expect(harness.keyboard.press(.key(slot: 0)) == .ignored)
    #expect(harness.keyboard.insert("a") == .accepted)
    try harness.keyboard.resize(to: Size(width: 375, height: 812), at: 3)
    #expect(harness.keyboard.currentPanel?.size == Size(width: 375, height: 216))
    #expect(harness.keyboard.state.isVisible)
    #expect(harness.takePicture() == "WC WH text DC DH WC WS")
  }

  @Test func shuffledOncePerShow() throws {
    let harness = try KeyboardHarness.shown("number", random: Lowest()) { $0.shuffle = .digits }
    #expect(labels(harness, row: 0) == "2 3 4")
    #expect(labels(harness, row: 3) == ". 1 delete")
    harness.keyboard.rotate(to: .landscape)
    #expect(labels(harness, row: 0) == "2 3 4")
    #expect(try harness.tap("2") == .accepted)
    #expect(harness.typed == "2")
    #expect(labels(harness, row: 0) == "2 3 4")
  }

  @Test func everyShowShufflesAgain() throws {
    let harness = try KeyboardHarness.shown { $0.shuffle = .all }
    let first = harness.keyboard.currentPanel
    try harness.tap("panel-symbols")
    try harness.tap("panel-letters")
    #expect(harness.keyboard.currentPanel == first)
    harness.keyboard.hide()
    harness.keyboard.show()
    #expect(harness.keyboard.currentPanel != first)
    let frames = { (panel: PanelLayout?) in (panel?.keys ?? []).map(\.frame) }
    #expect(frames(harness.keyboard.currentPanel) == frames(first))
  }

  @Test func reshufflesAfterEachInputWhenNoKeyIsHeld() throws {
    let harness = try KeyboardHarness.shown("number") {
      $0.shuffle = .digits
      $0.reshuffle = .key
    }
    let keyboard = harness.keyboard
    let first = keyboard.currentPanel
    keyboard.press(.key(slot: 0), touch: 1)
    keyboard.press(.key(slot: 1), touch: 2)
    #expect(keyboard.characterCount == 1)
    #expect(keyboard.currentPanel == first)
    keyboard.release(touch: 1)
    #expect(keyboard.currentPanel == first)
    keyboard.release(touch: 2)
    #expect(keyboard.currentPanel != first)
    let second = keyboard.currentPanel
    keyboard.deleteBackward()
    #expect(keyboard.currentPanel == second)
  }

  @Test func titleChangesTheHeight() throws {
    let harness = try KeyboardHarness.shown()
    try harness.keyboard.setTitle("Key")
    #expect(harness.keyboard.state.frame.height == 290)
    #expect(harness.keyboard.toolbarItems.count == 3)
    try harness.keyboard.setTitle("Other")
    harness.keyboard.advance(to: 2)
    #expect(harness.takePicture() == "WC WS DC DS")
  }

  @Test func aFloatingKeyboardIsHitWhereItIsDrawn() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.move { $0.float(Rect(x: 100, y: 100, width: 187.5, height: 108)) }
    harness.keyboard.advance(to: 3)
    #expect(harness.keyboard.press(at: Point(x: 103, y: 103)) == .accepted)
    harness.keyboard.release()
    #expect(harness.typed == "q")
    #expect(harness.keyboard.press(at: Point(x: 103, y: 300)) == .ignored)
  }
}
