import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// Fingers, gamepads and keys by position in a prompt, on simulated time.
@Suite struct DevicePromptTests: AlternatesHand {
  private func finger(
    _ prompt: Prompt, _ number: Int, _ phase: TouchPhase, _ cell: (Int, Int),
    at now: Double
  ) {
    let touch = ScreenTouch(finger: number, phase: phase, column: cell.0, row: cell.1)
    prompt.handle(.input(.touch(touch)), at: now)
  }

  // MARK: Fingers

  @Test("Two thumbs type in the order of their presses")
  func thumbs() throws {
    let prompt = try PromptHarness.prompt()
    let (q, e) = (try cell("q", prompt), try cell("e", prompt))
    finger(prompt, 2, .began, q, at: 10)
    #expect(prompt.first.typed == "")
    finger(prompt, 3, .began, e, at: 10.1)
    #expect(prompt.first.typed == "q")
    finger(prompt, 2, .ended, q, at: 10.2)
    finger(prompt, 3, .ended, e, at: 10.3)
    #expect(prompt.first.typed == "qe")
  }

  @Test("A finger may roll on its cap; it types nothing once it has left it or its device has gone")
  func fingersThatLeaveTheirCapTypeNothing() throws {
    let prompt = try PromptHarness.prompt()
    let (q, p) = (try cell("q", prompt), try cell("p", prompt))
    for (number, path) in [[(q.0 + 1, q.1 + 1)], [p], [p, q]].enumerated() {
      finger(prompt, number, .began, q, at: 10)
      for place in path { finger(prompt, number, .moved, place, at: 10.1) }
      finger(prompt, number, .ended, path[path.count - 1], at: 10.2)
    }
    #expect(prompt.first.typed == "qq")
    finger(prompt, 9, .began, q, at: 11)
    finger(prompt, 9, .cancelled, (0, 0), at: 11.1)
    finger(prompt, 9, .ended, q, at: 11.2)
    #expect(prompt.first.typed == "qq")
  }

  @Test("A long press offers other characters, to which the finger slides; held delete repeats")
  func holding() throws {
    let prompt = try PromptHarness.prompt()
    let e = try cell("e", prompt)
    finger(prompt, 2, .began, e, at: 10)
    prompt.handle(.time, at: 10.5)
    #expect(prompt.draw().contains(" e  é  è  ê  ë  ē  ę"))
    let place = try place(2, prompt)
    finger(prompt, 2, .moved, place, at: 11)
    finger(prompt, 2, .ended, place, at: 11.1)
    #expect(prompt.first.typed == "è")
    prompt.type("abcdefgh", at: 12)
    let delete = try cell("delete", prompt)
    finger(prompt, 3, .began, delete, at: 13)
    prompt.handle(.time, at: 14)
    #expect(prompt.first.text.characterCount < 8)
    finger(prompt, 3, .ended, delete, at: 14)
    let count = prompt.first.text.characterCount
    prompt.handle(.time, at: 15)
    #expect(prompt.first.text.characterCount == count)
  }

  // MARK: Gamepads

  @Test("A gamepad moves on the drawn keyboard, and the hints name its buttons until a key comes")
  func gamepad() throws {
    let prompt = try PromptHarness.prompt()
    func press(_ button: GamepadButton) { prompt.handle(.input(.gamepad(button)), at: 10) }
    prompt.keyboard?.focusedSlot = try #require(prompt.keyboard?.currentPanel?.slot(of: "g"))
    prompt.draw()
    for button in [GamepadButton.right, .press, .shift, .press, .press, .delete] { press(button) }
    #expect(prompt.first.typed == "hH")
    #expect(prompt.draw(columns: 120, rows: 40).contains("Start submit"))
    press(.panel)
    #expect(prompt.keyboard?.selection.panel == .symbols)
    press(.panel)
    #expect(prompt.keyboard?.selection.panel == .letters)
    prompt.type("x", at: 11)
    #expect(!prompt.draw(columns: 120, rows: 40).contains("Start submit"))
    press(.submit)
    #expect(prompt.outcome == .submitted && prompt.first.typed == "hHx")
    let cancelled = try PromptHarness.prompt()
    cancelled.handle(.input(.gamepad(.cancel)), at: 10)
    #expect(cancelled.outcome == .cancelled(.escape))
  }

  private func decision() -> Prompt {
    var options = Question()
    options.kind = .decision
    (options.yesLabel, options.noLabel) = ("_Yes", "_No")
    let prompt = Prompt(options, surface: PromptSurface())
    prompt.begin()
    return prompt
  }

  @Test("A decision takes fingers and gamepads, too")
  func decisionByTouch() throws {
    let first = decision()
    first.handle(.input(.gamepad(.press)), at: 10)
    #expect(first.outcome != nil)
    let second = decision()
    finger(second, 2, .began, try second.cell(of: "Yes"), at: 10)
    #expect(second.outcome == .submitted)
  }

  // MARK: Keys by position

  private func type(
    _ prompt: Prompt, _ position: String, _ modifiers: KeyModifiers = [],
    altgr: Bool = false, of layout: KeyboardDefinition? = nil
  ) {
    let stroke = KeyStroke(key: .position(position), modifiers: modifiers, isAltGr: altgr)
    prompt.type(stroke.press(at: position), of: layout, at: 20)
  }

  private func german(_ input: InputMode = .any) throws -> Prompt {
    let definition = try ShippedLayouts.keyboard(named: "de")
    return try PromptHarness.prompt({ ($0.definition, $0.input) = (definition, input) })
  }

  @Test("The layout gives the text of a key at every level, with dead keys and Caps Lock")
  func levels() throws {
    let prompt = try german()
    type(prompt, "AD06")
    type(prompt, "AD06", .shift)
    type(prompt, "AE11")
    type(prompt, "AD01", altgr: true)
    type(prompt, "AE12")
    type(prompt, "AD03")
    type(prompt, "SPCE")
    #expect(prompt.first.typed == "zZß@é ")
    prompt.control("u")
    for position in ["AD06", "AE01", "AE11", "AC10"] { type(prompt, position, .capsLock) }
    type(prompt, "AC10", [.capsLock, .shift])
    #expect(prompt.first.typed == "Z1ẞÖö")
    #expect(prompt.notice.contains("Caps Lock"))
    type(prompt, "AC01")
    #expect(!prompt.notice.contains("Caps Lock"))
    prompt.handle(.input(.capsLock(true)), at: 21)
    #expect(prompt.notice.contains("Caps Lock"))
  }

  @Test(
    "Without Num Lock a notice is shown until the lock is on", arguments: Language.allCases)
  func numLock(language: Language) throws {
    var surface = PromptSurface()
    surface.language = language
    let prompt = try PromptHarness.prompt(on: surface)
    #expect(!prompt.notice.contains(language[.numLockOff]))
    prompt.handle(.input(.numLock(false)), at: 20)
    #expect(prompt.notice.contains(language[.numLockOff]))
    prompt.handle(.input(.numLock(true)), at: 21)
    #expect(!prompt.notice.contains(language[.numLockOff]))
  }

  @Test("A key that the layout lacks types nothing, also where the American one has it")
  func missingKeys() throws {
    let definition = try ShippedLayouts.keyboard(named: "jp")
    let prompt = try PromptHarness.prompt({ $0.definition = definition })
    for position in ["TLDE", "AE13", "AB11"] { type(prompt, position) }
    #expect(prompt.first.typed == "\\\\" && prompt.rings)
  }

  @Test("A decision takes the letters of the layout, too: y is where another layout has z")
  func decisionByPosition() throws {
    let layout = try ShippedLayouts.keyboard(named: "de")
    for (position, outcome) in [("AB01", DialogueOutcome.submitted), ("AB06", .declined)] {
      let prompt = decision()
      type(prompt, position, of: layout)
      prompt.press(.enter, at: 20)
      #expect(prompt.outcome == outcome)
    }
    let other = decision()
    type(other, "AD06", of: layout)
    #expect(other.rings && other.outcome == nil)
  }

  @Test("Backspace takes a dead key back, and an accent without a letter types nothing")
  func deadKeys() throws {
    let prompt = try german()
    type(prompt, "AE12")
    prompt.press(.backspace, at: 20)
    type(prompt, "AD03")
    type(prompt, "AE12")
    type(prompt, "AD06")
    #expect(prompt.first.typed.hasPrefix("e"))
    #expect(prompt.first.text.characterCount <= 2)
  }

  @Test("A keyboard without positions types as that of the United States")
  func withoutPositions() throws {
    let prompt = try PromptHarness.prompt()
    #expect(try !ShippedLayouts.keyboard(named: "latin-qwerty").hasPositions)
    #expect(try ShippedLayouts.keyboard(named: "de").hasPositions)
    for position in ["AD06", "AE11", "AC10"] { type(prompt, position) }
    #expect(prompt.first.typed == "y-;")
  }

  @Test("Only the drawn keyboard types where the physical one must not")
  func refused() throws {
    let prompt = try german(.screen)
    type(prompt, "AD06")
    #expect(prompt.first.typed == "")
  }

  @Test("If no keyboard can be made, a key by position rings and types nothing")
  func withoutKeyboard() throws {
    let prompt = try Prompt(
      Question(), fields: PromptHarness.fields(), surface: PromptSurface())
    prompt.begin()
    type(prompt, "AD06")
    #expect(prompt.first.typed == "" && prompt.rings)
  }

  @Test("A console that refuses a font keeps the font it has, and the screen shows a notice")
  func refusedFont() throws {
    let prompt = try PromptHarness.prompt()
    #expect(prompt.draw(columns: 120, rows: 40).contains("╭"))
    var environment = TerminalEnvironment { $0 == "LC_ALL" ? "C.UTF-8" : nil }
    environment.font = FontMap([])
    prompt.handle(.fontRefused(environment), at: 10)
    let drawing = prompt.draw(columns: 120, rows: 40)
    #expect(!drawing.contains("╭") && drawing.contains("+"))
    #expect(drawing.contains("console font: not accepted"))
  }

  // MARK: The set of devices

  @Test("A pipe is read from the beginning of the question on, in whole events")
  func pipes() throws {
    let pipe = try DevicePipe()
    let memory = try PromptMemory(capacities: [16], policy: .allowUnlocked)
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    let layout = try ShippedLayouts.keyboard(named: "de")
    let devices = try #require(
      DeviceSet(.files([pipe.path, file]), rotation: 1, typing: layout, on: -1))
    #expect(devices.refused == [file] && !devices.hasTouchScreen)
    var found: [DeviceEvent] = []
    func read() -> Int {
      found = []
      devices.read(with: memory) { found.append($0) }
      return found.count
    }
    pipe.send(EventStream().keys(30))
    #expect(read() == 0)
    devices.begin(with: memory)
    #expect(pipe.unread == 0 && read() == 0)
    let bytes = EventStream().keys(30).bytes
    for byte in bytes { pipe.send([byte]) }
    #expect(read() == 1)
    pipe.send(Array(bytes.prefix(30)))
    #expect(read() == 1)
    pipe.send(Array(bytes.dropFirst(30)))
    #expect(read() == 0 && pipe.unread == 0)
    pipe.send(EventStream().axes((0x39, 1), (0x35, 32767), (0x36, 0)).report)
    #expect(read() == 1)
    guard case .touch(let finger, _, let x, let y) = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect((x, y) == (0, 0) && finger > 1)
    devices.end(with: memory)
    pipe.send(EventStream().keys(30))
    #expect(read() == 0)
    memory.scratch.withBytes { bytes in
      #expect(bytes.byteOffsets.allSatisfy { bytes.byte($0) == 0 })
    }
  }

  @Test("Keys of a keyboard are the terminal's where no layout with positions was chosen")
  func withoutLayout() throws {
    let pipe = try DevicePipe()
    let memory = try PromptMemory(capacities: [16], policy: .allowUnlocked)
    let layout = try ShippedLayouts.keyboard(named: "latin-qwertz")
    for layout in [nil, layout] {
      let devices = try #require(DeviceSet(.files([pipe.path]), typing: layout, on: -1))
      devices.begin(with: memory)
      pipe.send(EventStream().keys(30, 0x130))
      var found: [DeviceEvent] = []
      devices.read(with: memory) { found.append($0) }
      #expect(found == [.input(.gamepad(.press))])
    }
  }

  @Test("Nothing is read beside a terminal that is no console, or where it is not wanted")
  func elsewhere() throws {
    let terminal = try PseudoTerminal()
    #expect(DeviceSet(.auto, typing: nil, on: terminal.descriptor) == nil)
    #expect(DeviceSet(.none, typing: nil, on: terminal.descriptor) == nil)
  }
}
