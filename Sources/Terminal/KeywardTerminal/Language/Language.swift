/// The language of prompts.
///
///     Language(locale: "de_AT.UTF-8")     // .german
///     Language.german[.entriesDiffer]
///     Language.german[.closesIn, "5"]
///
/// A prompt's surface holds the language; nothing else in a program depends on the language.
/// Callers' texts are never translated. A new language needs a case here and a file beside this
/// one.
package enum Language: String, CaseIterable, Hashable, Sendable {
  // The raw values are ISO 639 codes, as used in settings.
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case russian = "ru"
  case japanese = "ja"
  /// Simplified Chinese.
  case chinese = "zh"

  package subscript(phrase: Phrase) -> String { translation(of: phrase) ?? phrase.english }

  func translation(of phrase: Phrase) -> String? {
    switch self {
    case .english: nil
    case .german: phrase.german
    case .french: phrase.french
    case .spanish: phrase.spanish
    case .russian: phrase.russian
    case .japanese: phrase.japanese
    case .chinese: phrase.chinese
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

// MARK: Choosing

extension Language {
  /// Creates the language that an environment selects for messages, as POSIX defines it.
  ///
  /// `LC_ALL` has priority over `LC_MESSAGES`, which has priority over `LANG`. As in GNU gettext,
  /// the list in `LANGUAGE` has priority over all three, unless the locale is `C` or `POSIX`.
  package init(environment lookup: (String) -> String?) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(lookup).first { !$0.isEmpty }
    guard let locale, Self.code(of: locale) != nil else {
      self = .english
      return
    }
    let list = lookup("LANGUAGE") ?? ""
    let wanted = list.split(separator: ":").lazy.compactMap {
      Self(code: Self.code(of: String($0)))
    }.first
    self = wanted ?? Self(locale: locale)
  }

  /// Creates the language of a locale such as `fr_CA.UTF-8`; English if unsupported.
  package init(locale: String) { self = Self(code: Self.code(of: locale)) ?? .english }

  private init?(code: String?) {
    guard let code else { return nil }
    self.init(rawValue: code)
  }

  /// The language code in a locale, such as `de` in `de_AT.UTF-8`; nil for `C`, `POSIX` and the
  /// like.
  ///
  /// Traditional Chinese has the code `zh-hant`, for which there is no translation.
  private static func code(of locale: String) -> String? {
    let name = locale.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
    let code = name.prefix { (97...122).contains($0) }
    guard code.count == 2 || code.count == 3 else { return nil }
    let rest = String(Substring(name.dropFirst(code.count)))
    let isTraditional = ["_TW", "_HK", "_MO", "-TW", "-HK", "-MO"].contains(rest)
    return isTraditional && code.elementsEqual("zh".utf8) ? "zh-hant" : String(Substring(code))
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
    Phrase.allCases.allSatisfy { phrase in
      self[phrase].unicodeScalars.allSatisfy { $0.isASCII || font.drawable(for: $0) != "?" }
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
