import KeywardEngine
import Testing

@testable import KeywardTerminal

/// Every text of every language on a screen of 40 columns: whole, and with nothing moved.
@Suite struct LanguageScreenTests {
  private static let columns = 40

  /// The notices, with values in them.
  private static let notices: [Phrase] = [
    .oneMoment, .capsLock, .numLockOff, .closesIn, .switchesOffIn, .generatedWords,
    .generatedCharacters,
    .notGenerated, .nothingTyped, .sendsEmpty, .missingCharacter, .charactersCut,
    .charactersRefused, .groupsFail, .groupIncomplete, .wordCount, .checkFails, .correctOrEnter,
    .fieldFull, .longest, .deadKey, .noCharacter, .onlyDigits, .onlyLetters,
    .onlyDigitsAnd, .onlySome, .onlyIDCard, .useDrawnKeys, .usePhysicalKeys, .wrongEncoding,
    .unknownAltCharacter, .unknownCharacter, .unfinishedMessage,
    .pasteTooLong, .pasteLineBreak, .pasteControl, .pasteIDCard, .pasteNotEmpty, .pasteOff,
    .pasteUnfinished, .pasteInterrupted, .ctrlZNotHere, .ctrlKNeeded, .ctrlNoKeyboard,
    .ctrlNoKeyboardHere, .ctrlTVisible, .ctrlNoField, .ctrlNNoFocus, .ctrlNNoMore, .turnedUnseen,
    .needsLargerWindow, .turnedAlike, .cannotDraw, .nothingToType, .pressEnter, .pressLetter,
    .withdrawnKeysDropped, .timeUpKeysDropped, .askerChanged, .keysDroppedUntilPause,
    .questionChanged,
    .terminalChanged, .layoutKeeps, .layoutLacks, .layoutRefused, .onlyLayout, .noLayouts,
    .commonPassword, .keyboardWalk, .tabNotHere, .ctrlKInline, .ctrlTNotHere, .ctrlGNotHere,
    .pasteRefused, .entriesDiffer,
  ]

  /// The values of a phrase's places.
  private static func text(_ phrase: Phrase, in language: Language) -> String {
    switch phrase {
    case .generatedWords, .generatedCharacters: language[phrase, "64", "827.1"]
    case .wrongEncoding: language[phrase, "A4", "ISO-8859-15"]
    case .onlyDigitsAnd: language[phrase, "# * ."]
    case .groupsFail, .groupIncomplete: language[phrase, language[.group, "24"]]
    case .correctOrEnter:
      language[phrase, language[.groupsFail, language[.group, "24"]]]
    case .pressLetter: language[phrase, "y", "n"]
    case .layoutLacks, .layoutRefused: language[phrase, "Deutsch (Schweiz)"]
    case .pasteRefused: language[phrase, language[.onlyDigitsAnd, "# * ."]]
    default: language[phrase, "120"]
    }
  }

  /// A screen with a field, and a keyboard with this language on its caps.
  private func compose(
    in language: Language, columns: Int = columns, rows: Int,
    _ change: (inout PromptViewModel) -> Void
  ) throws -> ComposedScreen {
    let glyphs = Glyphs(isASCII: false)
    var model = PromptViewModel(
      fields: [.init(prompt: language[.passphrase], mask: .bullets, characterCount: 12)],
      glyphs: glyphs)
    model.surface.language = language
    let panel = try ScreenSamples.panel(columns: columns, rows: rows, hasToolbar: true)
    model.keyboard = .init(
      view: KeyboardView(layout: panel, glyphs: glyphs, language: language),
      toolbar: [.init(label: "123", action: .panel(.numbers))], bottomRows: 0)
    change(&model)
    return model.rendered(columns: columns, rows: rows)
  }

  private func isWhole(_ screen: ComposedScreen) -> Bool {
    screen.buffer.lines.allSatisfy { line in
      !line.contains("…") && CharacterWidth.of(line) <= Self.columns
    }
  }

  /// The screen without blanks and line ends, where a broken text is whole again.
  private func ink(_ text: some Sequence<String>) -> String {
    text.joined().filter { $0 != " " && $0 != "\u{a0}" }
  }

  @Test(.tags(.slow), arguments: Language.allCases) func everyNoticeIsWholeAndMovesNothing(
    in language: Language
  ) throws {
    for hasKeyboard in [false, true] {
      let former = try compose(in: language, rows: 40) { if !hasKeyboard { $0.keyboard = nil } }
      for phrase in Self.notices {
        let text = Self.text(phrase, in: language)
        let screen = try compose(in: language, rows: 40) {
          $0.notice = text
          if !hasKeyboard { $0.keyboard = nil }
        }
        #expect(ink(screen.buffer.lines).contains(ink([text])), "\(phrase)")
        #expect(isWhole(screen), "\(phrase)")
        #expect(screen.panelOrigin?.row == former.panelOrigin?.row, "\(phrase)")
        #expect(screen.fieldAreas == former.fieldAreas, "\(phrase)")
      }
    }
  }

  /// At 24 rows without a keyboard, the common case of a card, no notice loses a word.
  @Test(arguments: Language.allCases) func everyNoticeFitsOnASmallCard(in language: Language) throws
  {
    for phrase in Self.notices {
      let text = Self.text(phrase, in: language)
      let screen = try compose(in: language, rows: 16) {
        ($0.notice, $0.keyboard, $0.form) = (text, nil, .card)
      }
      #expect(ink(screen.buffer.lines).contains(ink([text])), "\(phrase)")
    }
  }

  /// Windows that are narrow, low or both, with a form that has room in them.
  private static let small: [(columns: Int, rows: Int, form: ScreenForm, hasKeyboard: Bool)] = [
    (40, 10, .card, false), (36, 20, .card, false), (36, 20, .full, true), (40, 16, .full, true),
    (40, 10, .inline, false), (36, 20, .inline, false),
  ]

  private func compose(
    in language: Language, _ window: (columns: Int, rows: Int, form: ScreenForm, hasKeyboard: Bool),
    _ change: (inout PromptViewModel) -> Void
  ) throws -> ComposedScreen {
    try compose(in: language, columns: window.columns, rows: window.rows) {
      $0.form = window.form
      ($0.surface.hasColor, $0.surface.hasBlocks) = (true, true)
      $0.keyboard?.view.hasBlocks = true
      if !window.hasKeyboard { $0.keyboard = nil }
      var purpose = Purpose()
      (purpose.plainLead, purpose.command) = (language[.purpose], "sudo -k true")
      $0.question.purpose = purpose
      change(&$0)
    }
  }

  /// The number of places where a screen shows a text, which may be broken into lines.
  private func count(_ text: String, on screen: ComposedScreen) -> Int {
    let shown = ink(screen.buffer.lines)
    return shown.ranges(of: ink([text])).count
  }

  @Test(
    "Every notice is whole in small windows, in one place, and moves no drawn key",
    .tags(.slow), arguments: Language.allCases)
  func noticesInSmallWindows(in language: Language) throws {
    for window in Self.small {
      let former = try compose(in: language, window) { _ in }
      for phrase in Self.notices {
        let text = Self.text(phrase, in: language)
        let screen = try compose(in: language, window) { $0.notice = text }
        #expect(count(text, on: screen) == 1, "\(phrase) \(window)\n\(screen.buffer.lines)")
        #expect(screen.panelOrigin?.row == former.panelOrigin?.row, "\(phrase) \(window)")
      }
    }
  }

  @Test(
    "Every hint, error and warning is whole in small windows", arguments: Language.allCases)
  func sentencesInSmallWindows(in language: Language) throws {
    let protections: [Phrase] = [
      .memoryNotLocked, .memoryReadable, .coreDumps, .rawTerminal, .fontRefused, .sandboxOff,
      .sandboxHosted, .sandboxMissing, .sandboxLacksCalls, .sandboxLacksFiles,
    ]
    for window in Self.small {
      for phrase in protections {
        let screen = try compose(in: language, window) { $0.missing = [language[phrase]] }
        #expect(count(language[phrase], on: screen) == 1, "\(phrase) \(window)")
      }
      for phrase in [Phrase.notAllowed, .questionChanged, .terminalChanged, .entriesDiffer] {
        let screen = try compose(in: language, window) { $0.error = language[phrase] }
        #expect(count(language[phrase], on: screen) == 1, "\(phrase) \(window)")
      }
      for key in ["Ctrl-O", "Alt-Shift"] {
        let hint = language[.wrongLayout, key]
        let screen = try compose(in: language, window) {
          ($0.hints, $0.error) = ([hint], "Bad passphrase")
        }
        #expect(count(hint, on: screen) == 1, "\(window)\n\(screen.buffer.lines)")
      }
    }
  }

  @Test(arguments: Language.allCases) func theKeyboardIsNamedBesideSubmitAndCancel(
    in language: Language
  ) throws {
    for isFocused in [false, true] {
      let screen = try compose(in: language, rows: 24) { $0.isKeyboardFocused = isFocused }
      let keys: [Phrase] = isFocused ? [.enterPress, .escCancel] : [.enterSubmit, .escCancel]
      let others: [Phrase] = isFocused ? [.tabField] : [.tabKeys, .tabKeyboard]
      #expect(
        screen.buffer.lines.contains { line in
          keys.allSatisfy { line.contains(language[$0]) }
            && others.contains { line.contains(language[$0]) }
        }, "\(isFocused)")
    }
  }

  /// With every offer, the keys end before the edge, in one of their wordings.
  @Test(.tags(.slow), arguments: Language.allCases) func hintsOfKeysAreNeverCut(
    in language: Language
  ) throws {
    for offers in 0..<64 {
      for isInline in [false, true] {
        let screen = try compose(in: language, rows: 24) {
          $0.offersReveal = offers & 1 != 0
          $0.offersNextField = offers & 2 != 0
          $0.question.generator = offers & 4 != 0 ? .init("") : nil
          $0.question.offersPassing = offers & 8 != 0
          $0.offersKeyboard = offers & 16 != 0
          if offers & 32 != 0 || isInline { $0.keyboard = nil }
          $0.form = isInline ? .inline : .full
        }
        #expect(isWhole(screen), "\(offers)")
        let keys = [Phrase.enterSubmit, .escCancel].map { language[$0].split(separator: " ")[0] }
        let line = screen.buffer.lines.last { line in keys.allSatisfy { line.contains($0) } }
        let known = LanguageTests.hints.map { language[$0] } + [language[KeyWord.done]]
        let words = known + known.map { String($0.split(separator: " ")[0]) }
        // The longer ones first, since some begin with others.
        let rest = words.sorted { $0.count > $1.count }.reduce(line ?? "?") {
          $0.replacing($1, with: "")
        }
        #expect(rest.allSatisfy { $0 == " " }, "\(line ?? "no keys")")
      }
    }
    let others: [[Phrase]] = [
      [.enterChoose, .lettersSelect, .escCancel, .tabNext], [.enterContinue], [.escCancel],
      [.startSubmit, .selectCancel, .southPress, .eastDelete, .westShift, .northPanel],
    ]
    for phrases in others {
      let keys = phrases.map { language[$0] }
      let screen = try compose(in: language, rows: 24) { ($0.keys, $0.keyboard) = (keys, nil) }
      let shown = screen.buffer.lines.joined(separator: " ")
      #expect(isWhole(screen) && keys.prefix(2).allSatisfy { shown.contains($0) }, "\(keys)")
    }
  }

  @Test(arguments: Language.allCases) func labelsAndWarningsAreWhole(in language: Language) throws {
    let labels: [Phrase] = [
      .passphrase, .pin, .idNumber, .recoveryKey, .seedPhrase, .code, .password, .answer,
      .repetition, .user,
    ]
    for phrase in labels {
      let label = language[phrase]
      // Beside a label there is room for a field.
      #expect(CharacterWidth.of(label) <= 20, "\(label)")
      let screen = try compose(in: language, rows: 24) { $0.fields[0].prompt = label }
      #expect(isWhole(screen) && screen.buffer.lines.contains { $0.contains(" \(label) ") })
    }
    let protections: [Phrase] = [
      .memoryNotLocked, .memoryReadable, .coreDumps, .rawTerminal, .sandboxOff, .sandboxMissing,
      .sandboxLacksCalls, .sandboxLacksFiles,
    ]
    for phrase in protections {
      let text = language[phrase]
      let screen = try compose(in: language, rows: 24) { $0.missing = [text] }
      let line = "! " + text
      #expect(isWhole(screen) && screen.buffer.lines.contains { $0.contains(line) }, "\(text)")
    }
  }

  @Test(arguments: Language.allCases) func aFullPromptIsWhole(in language: Language) throws {
    let screen = try compose(in: language, rows: 32) {
      $0.keyboard = nil
      $0.form = .card
      $0.fields.append(.init(prompt: language[.repetition], mask: .bullets, characterCount: 12))
      $0.fields[1].hint = language[.matches]
      $0.quality = .init(label: language[.quality], value: -100)
      $0.error = language[.entriesDiffer]
      $0.hints = [language[.visibleText], language[.groupingBlanks]]
      $0.offersNextField = true
      $0.buttons = [.ok, .cancel, .powerOff].map {
        .init(marked: language[$0], choice: $0 == .ok ? .submit : .cancel)
      }
    }
    #expect(isWhole(screen))
    let shown = ink(screen.buffer.lines)
    let texts =
      [Phrase.matches, .quality, .entriesDiffer, .visibleText, .groupingBlanks].map { language[$0] }
      + [.ok, .cancel, .powerOff].map { language.unmarked($0) } + [language[.tooWeak, "100"]]
    for text in texts { #expect(shown.contains(ink([text])), "\(text)") }
  }

  @Test(arguments: Language.allCases) func everyErrorIsWhole(in language: Language) throws {
    let errors: [Phrase] = [.notAllowed, .questionChanged, .terminalChanged, .noRoom]
    for phrase in errors {
      let screen = try compose(in: language, rows: 24) {
        ($0.error, $0.keyboard) = (language[phrase], nil)
      }
      #expect(isWhole(screen) && ink(screen.buffer.lines).contains(ink([language[phrase]])))
    }
  }

  /// A cap has a form that fits, and no language takes the keyboard away.
  @Test(arguments: Language.allCases) func capsKeepTheirCells(in language: Language) throws {
    for columns in [30, 40, 63, 80, 120] {
      let panel = try ScreenSamples.panel(columns: columns, rows: 24, hasToolbar: true)
      let glyphs = Glyphs(isASCII: false)
      let view = KeyboardView(layout: panel, glyphs: glyphs, language: language)
      let english = KeyboardView(layout: panel, glyphs: glyphs)
      #expect(view.canBeDrawn == english.canBeDrawn && view.grid == english.grid)
      for line in view.lines { #expect(CharacterWidth.of(line) <= columns) }
    }
    let panel = try ScreenSamples.panel(columns: 120, rows: 40)
    let view = KeyboardView(layout: panel, glyphs: Glyphs(isASCII: false), language: language)
    let space = try #require(panel.keys.firstIndex { $0.key.role == .space })
    #expect(view.label(of: space) == language[.space])
  }

  @Test func chineseAndJapaneseBreakBetweenCharacters() {
    #expect(
      TextWrap.lines(of: "按 Enter 继续，再按 Esc 取消。", width: 12) == ["按 Enter 继", "续，再按 Esc", "取消。"])
    // A sign that may not begin a line takes its character along.
    #expect(TextWrap.lines(of: "入力してください。", width: 16) == ["入力してくださ", "い。"])
  }
}
