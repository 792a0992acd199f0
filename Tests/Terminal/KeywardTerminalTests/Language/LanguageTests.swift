import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct LanguageTests {
  private static let others = Language.allCases.filter { $0 != .english }

  /// The texts `key meaning`.
  static let hints: [Phrase] = [
    .enterSubmit, .enterPress, .enterChoose, .enterContinue, .enterTake, .escCancel, .escClose,
    .tabNext, .tabField, .tabKeys, .tabKeyboard, .arrowsChoose, .lettersSelect, .ctrlNMore,
    .ctrlTReveal, .ctrlKKeys, .ctrlKKeyboard, .ctrlGGenerate, .ctrlBackslashPassOn, .startSubmit,
    .selectCancel, .southPress, .eastDelete, .westShift, .northPanel,
  ]

  @Test("A shipped file has each phrase once, in order, and every program contains it")
  func files() throws {
    let folder = "\(Repository.path)/Layouts/languages"
    let codes = Self.others.map(\.rawValue).sorted()
    let names = entryNames(in: folder).filter { $0.hasSuffix(".txt") }.sorted()
    #expect(names == codes.map { "\($0).txt" })
    for language in Self.others {
      let path = "\(folder)/\(language.rawValue).txt"
      let file = try UserFile.read(path, checksOwner: false)
      let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
      let texts = lines.map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
      let phrases = Phrase.allCases.map(\.rawValue)
      let names = texts.map { $0[0] }
      #expect(phrases.filter { !names.contains($0) } == [], "missing in \(path)")
      #expect(names.filter { !phrases.contains($0) } == [], "unknown in \(path)")
      #expect(names == phrases, "order and repetitions in \(path)")
      #expect(texts.map { $0.last } == Phrase.allCases.map { language[$0] }, "\(path)")
    }
  }

  @Test("A phrase without a line keeps its English text; only lines of phrases are read")
  func incompleteFile() {
    let file = """
      # no: Nein
      cancel: _Abbrechen: jetzt

      unknown: Nein
      No: Nein
      ok: _Gut
      ok
      yes:
      no:\u{20}
      :
      waiting: Ende
      """
    let bytes = Array(file.utf8)
    let translation = Translation(bytes.span.bytes)
    let changed: [Phrase: String] = [
      .cancel: "_Abbrechen: jetzt", .ok: "_Gut", .waiting: "Ende",
    ]
    for phrase in Phrase.allCases {
      #expect(translation[phrase] == changed[phrase] ?? phrase.english, "\(phrase)")
    }
  }

  @Test("The place of a phrase is that in the list of all")
  func places() {
    #expect(Phrase.allCases.map(\.place) == Array(Phrase.allCases.indices))
  }

  @Test(arguments: Language.allCases) func everyTextHasTheFormOfItsPhrase(in language: Language) {
    for phrase in Phrase.allCases {
      let text = language[phrase]
      #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(phrase)")
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 }, "\(phrase)")
      for mark in ["{", "{0}", "{1}", "{2}"] {
        let count = text.split(separator: mark, omittingEmptySubsequences: false).count
        let expected = phrase.english.split(separator: mark, omittingEmptySubsequences: false).count
        #expect(count == expected, "\(phrase) \(mark)")
      }
    }
    for phrase in Self.hints {
      let words = language[phrase].split(separator: " ", maxSplits: 1)
      #expect(words.count == 2 && words[0].count < 12, "\(phrase)")
    }
  }

  @Test(arguments: Language.allCases) func noTextTakesTheLetterOfAnother(in language: Language) {
    let (yes, no) = (language.letter(of: .yes), language.letter(of: .no))
    #expect(!yes.isEmpty && !no.isEmpty && yes != no)
    #expect(yes != "n" && no != "y")
    #expect(![yes, no].contains(language.letter(of: .cancel)))
    #expect(!language.unmarked(.cancel).contains("_"))
  }

  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], Language.german), (["LANG": "fr"], .french), ([:], .english),
    (["LANG": "es_MX"], .spanish), (["LANG": "ru_RU.KOI8-R"], .russian), (["LANG": ""], .english),
    (["LANG": "ja_JP.UTF-8@x"], .japanese), (["LANG": "zh_CN.UTF-8"], .chinese),
    (["LANG": "zh_TW.UTF-8"], .english), (["LANG": "it_IT.UTF-8"], .english),
    (["LANG": "deutsch"], .english), (["LANG": "C.UTF-8"], .english),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], .french),
    (["LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "es_ES.UTF-8"], .spanish),
    (["LANG": "de_DE.UTF-8", "LC_CTYPE": "fr_FR.UTF-8"], .german),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "it:ru:fr"], .russian),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:fr"], .english),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "it:zh_HK"], .german),
    (["LANG": "C", "LANGUAGE": "de"], .english), (["LANGUAGE": "de"], .english),
  ])
  func theEnvironmentChooses(_ variables: [String: String], _ expected: Language) {
    #expect(Language(environment: { variables[$0] }) == expected)
  }

  @Test func aTerminalThatCannotShowALanguageGetsEnglish() {
    func shown(_ variables: [String: String], font: String? = nil) -> Language {
      var environment = TerminalEnvironment { variables[$0] }
      environment.font = font.map { FontMap($0.utf16) }
      return PromptSurface(environment).language
    }
    let german = ["TERM": "linux", "LANG": "de_DE.UTF-8"]
    #expect(shown(german) == .german)
    #expect(shown(["TERM": "linux", "LANG": "de_DE.ISO-8859-1"]) == .english)
    #expect(shown(["LANG": "C", "LC_MESSAGES": "de_DE.UTF-8"]) == .english)
    #expect(shown(german, font: "äöüßÄÖÜ") == .german)
    #expect(shown(german, font: "äöüÄÖÜ") == .english)
    #expect(shown(["LANG": "ja_JP.UTF-8"], font: "äöüßÄÖÜ") == .english)
  }

  /// The kernel's own font has the characters of code page 437.
  @Test(arguments: [Language.german, .french, .spanish])
  func theKernelsOwnFontIsEnough(for language: Language) {
    let kernels = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑªº¿¬½¼¡«»ßµ±÷°·²"
    let map = FontMap(kernels.utf16)
    #expect(language.isDrawn(in: map))
    for phrase in Phrase.allCases {
      let strange = language[phrase].unicodeScalars.filter { map.drawable(for: $0) == "?" }
      #expect(strange.allSatisfy { $0 == "?" }, "\(phrase): \(strange)")
    }
  }

  @Test func valuesAreNoTemplates() {
    #expect(Language.english[.askedBy, "{1}", "7"] == "asked by {1}, pid 7")
    #expect(Language.german[.closesIn, "5"] == "Schließt in 5 s")
    #expect(
      PromptText.own(.inConfiguration, ["{0}"]).text(in: .french) == "{0} dans la configuration")
  }

  @Test func textsOfCallersStay() {
    #expect(PromptText.given("Passphrase").text(in: .german) == "Passphrase")
    #expect(PromptText.own(.password).text(in: .german) == "Passwort")
  }

  // MARK: Prompts

  private func surface(_ language: Language, isPlain: Bool = false) -> PromptSurface {
    var surface = PromptSurface()
    (surface.language, surface.isPlain) = (language, isPlain)
    return surface
  }

  /// Other programs know a question in lines of text by its English words.
  @Test func questionsOfLineModeAreInEnglish() throws {
    var options = Question()
    options.repeatPrompt = .own(.repetition)
    options.error = .own(.entriesDiffer)
    let prompt = Prompt(
      options, fields: try PromptHarness.fields(), surface: surface(.german, isPlain: true))
    prompt.begin()
    let error = "Fehler: \(Language.german[.entriesDiffer])\r\n"
    #expect(prompt.transcriptUpdate() == error + "Passphrase: ")
    prompt.type("a")
    prompt.press(.enter)
    #expect(prompt.transcriptUpdate() == "\r\nRepeat passphrase: ")
    prompt.press(.escape)
    #expect(prompt.transcriptUpdate() == "\r\nAbgebrochen.\r\n")
  }

  @Test func aScreenIsInTheLanguage() throws {
    var options = Question()
    (options.yesLabel, options.cancelLabel) = ("", "_Cancel")
    options.repeatPrompt = .own(.repetition)
    options.capsLockHint = "Caps Lock is on"
    let prompt = Prompt(
      options, fields: try PromptHarness.fields(), surface: surface(.russian))
    prompt.begin()
    let shown = prompt.draw()
    for text in ["Фраза-пароль", "Повтор", "Enter готово", "[ ОК ]"] {
      #expect(shown.contains(text), "\(text)")
    }
    // The client's label stays.
    #expect(shown.contains("[ Cancel ]") && !shown.contains("Отмена"))
    prompt.press(.enter)
    prompt.type("a")
    prompt.press(.enter)
    #expect(prompt.flow.error == Language.russian[.entriesDiffer])
  }

  @Test(arguments: Language.allCases) func lettersOfTheLanguageChoose(in language: Language) {
    var options = Question()
    options.kind = .decision
    (options.yesLabel, options.noLabel) = ("Allow", "Deny")
    let letters = [
      ("y", DialogueOutcome.submitted), ("n", .declined), (language.letter(of: .yes), .submitted),
      (language.letter(of: .no), .declined),
    ]
    for isPlain in [false, true] {
      for (letter, outcome) in letters {
        let prompt = Prompt(options, surface: surface(language, isPlain: isPlain))
        prompt.begin()
        prompt.type(letter)
        prompt.press(.enter)
        #expect(prompt.outcome == outcome, "\(letter)")
      }
    }
  }
}
