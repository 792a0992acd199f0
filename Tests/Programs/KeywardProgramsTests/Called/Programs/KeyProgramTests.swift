import KeywardTestSupport
import Testing

/// Every program types the character on a key, or the bell rings.
///
/// The table of sequences itself is tried on the decoder; here it goes through whole programs.
@Suite(.tags(.program)) struct KeyProgramTests {
  private static let missing = "A character is missing"

  private func start(_ program: AskingProgram) throws -> AskingRun {
    let asking = try program.start(asking: "/dev/tty", on: PseudoTerminal())
    try asking.waitUntilAsked()
    return asking
  }

  /// All sequences of characters and bells in one field, one after the other.
  private static let samples = KeySequences.samples.filter { sample in
    !["key", "press", "drag", "release", "byte"].contains { sample.result.hasPrefix($0) }
  }
  private static let typed = samples.map(\.text).joined()

  @Test(arguments: AskingProgram.allCases)
  func everyProgramTypesTheTable(_ program: AskingProgram) throws {
    let asking = try start(program)
    for sample in Self.samples { try asking.run.type(sample.bytes) }
    #expect(try asking.finish(confirming: Self.missing) == .exited(0))
    #expect(asking.answer == Self.typed)
    #expect(asking.run.displayed.contains(0x07))
  }

  @Test func anAttendedProgramGetsTheTable() throws {
    let script = "read -rs x; printf '%s' \"$x\" | wc -c; printf '<%s>' \"$x\""
    let run = try Attended.bash(script)
    try run.waitForDisplay(of: Attended.prompt)
    for sample in Self.samples { try run.type(sample.bytes) }
    #expect(try run.end(confirming: Self.missing) == .exited(0))
    #expect(run.displayedText.contains("<\(Self.typed)>"))
  }

  @Test func theKeypadTypesAPIN() throws {
    let run = try ProgramRun.keyward(["get", "-n", "--panel", "numbers"], showing: "\u{1b}[?2026l")
    try run.type("\u{1b}Oq\u{1b}O2r\u{1b}[57402u\u{1b}[57403;129u\u{1b}[27;1;53~\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "12345")
  }

  /// Cyrillic Ctrl-C cancels, and so do Esc and Ctrl-C in every protocol.
  @Test(
    arguments: AskingProgram.allCases,
    [
      "\u{1b}[1089::99;5u", "\u{1b}[27;5;99~", "\u{1b}[27u", "\u{1b}[67;46;3;1;8;1_",
      "\u{1b}[27;1;27;1;0;1_",
    ])
  func reportedKeysCancel(_ program: AskingProgram, keys: String) throws {
    let asking = try start(program)
    try asking.run.type("abc" + keys)
    if program == .pinentry {
      try asking.run.wait(for: "the error") { asking.run.outputText.contains("ERR") }
      asking.send("BYE\n")
    }
    try asking.run.wait()
    #expect(asking.answer == nil)
  }

  /// A key as Windows Terminal reports it in win32-input-mode: pressed, and released.
  private func windowsKey(_ code: Int, _ character: UInt32 = 0, state: Int = 0) -> String {
    [1, 0].map { "\u{1b}[\(code);0;\(character);\($0);\(state);1_" }.joined()
  }

  @Test(
    "In win32-input-mode, which a program has left on, every key works",
    arguments: AskingProgram.allCases)
  func windowsKeys(_ program: AskingProgram) throws {
    let asking = try start(program)
    let shift = windowsKey(16, state: 16)
    let keys = [
      // A with shift, xbx, backspace, two words, and one deleted.
      shift, windowsKey(65, 65, state: 16), windowsKey(88, 120), windowsKey(66, 98),
      windowsKey(88, 120), windowsKey(8, 8), windowsKey(32, 32), windowsKey(67, 99),
      windowsKey(8, 127, state: 8), windowsKey(68, 100),
      // AltGr-q, an emoji that has no key, and Enter.
      windowsKey(81, 64, state: 9), windowsKey(0, 8364), windowsKey(13, 13),
    ]
    for key in keys { try asking.run.type(key) }
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "Axb d@€")
    #expect(!asking.run.displayed.contains(0x07))
  }

  @Test("In win32-input-mode, a confirmation and a question under attend are answered")
  func windowsKeysElsewhere() throws {
    let confirm = try ProgramRun.keyward(
      ["confirm", "Go on?"], on: PseudoTerminal(), showing: "\u{1b}[?2026l")
    #expect(try confirm.end(typing: windowsKey(89, 121) + windowsKey(13, 13)) == .exited(0))
    let attended = try Attended.bash("read -rs -p 'A: ' x; printf '<%s>' \"$x\"")
    try attended.waitForQuiet(after: Attended.prompt)
    #expect(
      try attended.end(typing: windowsKey(65, 97) + windowsKey(66, 98) + windowsKey(13, 13))
        == .exited(0))
    #expect(attended.displayedText.contains("<ab>"))
    let interrupted = try Attended.bash("read -rs -p 'A: ' x")
    try interrupted.waitForQuiet(after: Attended.prompt)
    #expect(try interrupted.end(typing: windowsKey(67, 3, state: 8)) == .exited(130))
  }

  // MARK: Lost characters

  @Test(
    "A paste that is cut off is not submitted by the Enter that came with it",
    arguments: AskingProgram.allCases)
  func cutPaste(_ program: AskingProgram) throws {
    let asking = try start(program)
    let (cut, unfinished) = ("Characters were cut off at the end", "The paste did not end")
    try asking.run.type(
      Array("\u{1b}[200~".utf8) + [UInt8](repeating: 0x61, count: 5000)
        + Array("\u{1b}[201~\r".utf8))
    try asking.run.wait(for: "a sentence") {
      [cut, unfinished].contains { asking.run.displayedText.contains($0) }
    }
    try asking.run.waitForQuiet()
    #expect(asking.answer == nil && asking.run.displayed.contains(0x07))
    // A busy machine that holds back a piece of the paste for a second ends it.
    guard asking.run.displayedText.contains(cut) else { return }
    try asking.run.type("\r")
    #expect(try asking.finish() == .exited(0))
    let longest = [AskingProgram.askpass: 1022, .pinentry: 2048][program] ?? 4080
    #expect(asking.answer?.utf8.count == longest)
  }

  /// After Ctrl-Z, keys for the shell may follow.
  @Test("NUL, and Tab and Ctrl-Z in vain, are lost characters", arguments: AskingProgram.allCases)
  func droppedControls(_ program: AskingProgram) throws {
    // Where a keyboard is drawn, Tab moves the focus to it.
    let hasKeyboard = program == .get || program == .exec
    let stops = program == .askpass || program == .pinentry
    for control in ["\0"] + (hasKeyboard ? [] : ["\t"]) + (stops ? ["\u{1a}"] : []) {
      let asking = try start(program)
      try asking.run.type("ab\(control)cd\r\r", until: Self.missing)
      try asking.run.waitForQuiet()
      #expect(asking.answer == nil && asking.run.displayed.contains(0x07))
      try asking.run.type("\r")
      #expect(try asking.finish() == .exited(0))
      #expect(asking.answer == "abcd")
    }
  }

  @Test("A tab in a paste is a character", arguments: AskingProgram.allCases)
  func pastedTab(_ program: AskingProgram) throws {
    let asking = try start(program)
    try asking.run.type("\u{1b}[200~ab\tcd\u{1b}[201~\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "ab\tcd")
  }

  @Test("An attended program gets no text that lost a character by the same Enter")
  func attended() throws {
    let run = try Attended.bash("read -rs x; printf '<%s>' \"$x\"")
    try run.waitForDisplay(of: Attended.prompt)
    try run.type("ab\0cd\r\r", until: Self.missing)
    try run.waitForQuiet()
    #expect(!run.displayedText.contains("<ab"))
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.displayedText.contains("<abcd>"))
  }

  // MARK: Other encodings

  @Test(arguments: AskingProgram.allCases)
  func aMissingCharacterIsNotSubmittedUnasked(_ program: AskingProgram) throws {
    let asking = try start(program)
    try asking.run.type([0x61, 0xe9, 0x0d])
    try asking.run.waitForDisplay(of: Self.missing)
    #expect(asking.run.displayed.contains(0x07))
    #expect(asking.answer == nil)
    try asking.run.type("\u{7f}b\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "b")
  }

  @Test(arguments: [
    ("LC_ALL", "de_DE.ISO-8859-1", "aé¤"), ("LC_CTYPE", "de_DE.ISO-8859-15@euro", "aé€"),
    ("LANG", "fr_FR.iso885915", "aé€"),
  ])
  func theLocaleSetsTheEncodingOfInput(_ name: String, _ locale: String, _ text: String) throws {
    for options in [["get", "-n"], ["get", "-n", "--plain"]] {
      var environment: [String: String?] = ["LC_ALL": nil, "LC_CTYPE": nil, "LANG": nil]
      environment[name] = locale
      let run = try ProgramRun.keyward(options, environment: environment, showing: "assphrase")
      try run.type([0x61, 0xe9, 0xa4, 0x0d])
      #expect(try run.wait() == .exited(0))
      #expect(run.outputText == text)
    }
  }

  /// Such a byte begins a string on other terminals, which swallows what follows.
  @Test(
    "A C1 byte alone, or in a broken sequence, is missing on a UTF-8 terminal",
    arguments: AskingProgram.allCases, [[0x90], [0x98], [0x9d], [0xe2, 0x9d]] as [[UInt8]])
  func controlBytes(_ program: AskingProgram, bytes: [UInt8]) throws {
    let asking = try start(program)
    try asking.run.type([0x61] + bytes + [0x62, 0x0d])
    try asking.run.waitForDisplay(of: Self.missing)
    #expect(asking.answer == nil && asking.run.displayed.contains(0x07))
    try asking.run.type("\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "ab")
  }

  /// Our end-of-file character: if it is alone, the kernel reports it as a read of no bytes.
  @Test("A byte FF that arrives alone is missing", arguments: AskingProgram.allCases)
  func missingEndOfFileCharacter(_ program: AskingProgram) throws {
    let asking = try start(program)
    for byte: UInt8 in [0x61, 0xff, 0x62] {
      try asking.run.type([byte])
      try asking.run.waitForQuiet()
    }
    try asking.run.type("\r", until: Self.missing)
    #expect(asking.answer == nil && asking.run.displayed.contains(0x07))
    try asking.run.type("\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "ab")
  }

  @Test("In ISO-8859-1, a byte FF that arrives alone is a character")
  func typedEndOfFileCharacter() throws {
    let run = try ProgramRun.keyward(
      ["get", "-n"], environment: ["LC_ALL": "de_DE.ISO-8859-1"], showing: "assphrase")
    for byte: UInt8 in [0x61, 0xff, 0x62] {
      try run.type([byte])
      try run.waitForQuiet()
    }
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.outputText == "aÿb")
  }

  @Test func theClientsLocaleSetsTheEncodingForThePinentry() throws {
    let pinentry = try PinentryRun("OPTION lc-ctype=de_DE.ISO-8859-15\nGETPIN\n")
    try pinentry.run.waitForDisplay(of: "\u{1b}[?2026l")
    try pinentry.run.type([0xe9, 0xa4, 0x0d])
    #expect(try pinentry.waitForReplies(3).last == "OK")
    #expect(pinentry.run.outputText.contains("D é€"))
    #expect(try pinentry.finish() == .exited(0))
  }

  // MARK: States

  /// Before the first read the kernel drops the excess of its line, closing bracket included.
  @Test(.tags(.slow), arguments: AskingProgram.allCases, [4000, 4090, 5000, 65_536])
  func aPasteThatComesFirstDoesNotLockThePrompt(_ program: AskingProgram, count: Int) throws {
    let asking = try program.start(asking: "/dev/tty", on: PseudoTerminal())
    try asking.run.waitForDisplay(of: program == .lines ? program.sign : "\u{1b}[?2026l")
    try asking.run.terminal?.write(
      Array("\u{1b}[200~".utf8) + [UInt8](repeating: 0x61, count: count)
        + Array("\u{1b}[201~".utf8))
    // A second of silence ends a paste that lost its end; the next key is a key again.
    try asking.run.waitForQuiet(seconds: 1.5)
    try asking.run.type("\u{15}x\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "x")
  }

  @Test(arguments: AskingProgram.allCases)
  func aPasteWithoutAnEndIsDropped(_ program: AskingProgram) throws {
    let asking = try start(program)
    try asking.run.type("a\u{1b}[200~lost")
    try asking.run.waitForDisplay(of: "The paste did not end")
    try asking.run.type("b")
    #expect(try asking.finish(confirming: Self.missing) == .exited(0))
    #expect(asking.answer == "ab")
  }

  @Test(arguments: AskingProgram.allCases)
  func ctrlCInsideAPasteRefusesIt(_ program: AskingProgram) throws {
    let asking = try start(program)
    try asking.run.type("a\u{1b}[200~lost\u{3}rest\r\u{1b}[201~b")
    #expect(try asking.finish(confirming: Self.missing) == .exited(0))
    #expect(asking.answer == "ab")
  }

  @Test(arguments: AskingProgram.allCases)
  func noHalfOfAStringIsTyped(_ program: AskingProgram) throws {
    let asking = try start(program)
    try asking.run.type("a\u{1b}]0;title")
    // Longer than the second for which it was waited once.
    try asking.run.pump(seconds: 1.2)
    try asking.run.type("rest\u{1b}")
    try asking.run.pump(seconds: 0.6)
    try asking.run.type("\\b\r")
    #expect(try asking.finish() == .exited(0))
    #expect(asking.answer == "ab")
  }
}
