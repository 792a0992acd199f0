import KeywardEngine

/// The language of prompts.
///
///     Language(locale: "de_AT.UTF-8")     // .german
///     Language.german[.entriesDiffer]
///     Language.german[.closesIn, "5"]
///
/// A prompt's surface holds the language; nothing else in a program depends on the language.
/// Callers' texts are never translated. A new language needs a case of `KeyboardLanguage` and a file
/// in `Layouts/languages`.
package typealias Language = KeyboardLanguage

extension Language {
  package subscript(phrase: Phrase) -> String { translation?[phrase] ?? phrase.english }

  private var translation: Translation? {
    switch self {
    case .english: nil
    case .german: .german
    case .french: .french
    case .spanish: .spanish
    case .russian: .russian
    case .japanese: .japanese
    case .chinese: .chinese
    }
  }

  package subscript(phrase: Phrase, values: String...) -> String { text(of: phrase, values) }

  fileprivate func text(of phrase: Phrase, _ values: [String]) -> String {
    let whole = self[phrase]
    guard !values.isEmpty else { return whole }
    var text = ""
    var rest = whole.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      let digit = rest.index(after: brace)
      text += String(Substring(rest[..<brace]))
      text += values[Int(rest[digit] - UInt8(ascii: "0"))]
      rest = rest[rest.index(digit, offsetBy: 2)...]
    }
    return text + String(Substring(rest))
  }

  package func unmarked(_ phrase: Phrase) -> String { button(phrase).label }

  func letter(of phrase: Phrase) -> String { button(phrase).accelerator.map { String($0) } ?? "" }

  private func button(_ phrase: Phrase) -> PromptViewModel.Button {
    PromptViewModel.Button(marked: self[phrase], choice: .submit)
  }
}

// MARK: Showing

extension TerminalEnvironment {
  /// The language of the look or the locale if the terminal can show it, otherwise English.
  ///
  /// Only English is shown on a terminal with an encoding other than UTF-8, or on a console whose
  /// font lacks a letter of the language.
  package var shownLanguage: Language {
    let language = look.language ?? language
    guard language != .english, isUTF8, font.map(language.isDrawn) ?? true else { return .english }
    return language
  }
}

extension Language {
  /// True if the language's characters fit in a console font, which has at most 512 glyphs.
  package var fitsConsoles: Bool { self != .japanese && self != .chinese }

  package func isDrawn(in font: FontMap) -> Bool {
    let texts = Phrase.allCases.map { self[$0] } + KeyWord.allCases.map { self[$0] }
    return texts.allSatisfy { text in
      text.unicodeScalars.allSatisfy { $0.isASCII || font.drawable(for: $0) != "?" }
    }
  }
}

/// Text in a prompt: a phrase of Keyward, which is translated, or a caller's string, which is not.
package enum PromptText: Hashable, Sendable, ExpressibleByStringInterpolation {
  case own(Phrase, [String] = [])
  case given(String)

  package init(stringLiteral text: String) { self = .given(text) }

  package func text(in language: Language) -> String {
    switch self {
    case .own(let phrase, let values): language.text(of: phrase, values)
    case .given(let text): text
    }
  }
}
