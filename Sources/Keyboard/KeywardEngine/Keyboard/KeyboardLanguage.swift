import SecureMemory

/// A language for the labels of keys, and of prompts.
///
///     configuration.language = .german
///
/// Characters, `AltGr` and the labels that a keyboard file sets are the same in all languages.
@nonexhaustive public enum KeyboardLanguage: String, CaseIterable, Hashable, Sendable {
  // The raw values are ISO 639 codes, as used in settings.
  /// English.
  case english = "en"
  /// German.
  case german = "de"
  /// French.
  case french = "fr"
  /// Spanish.
  case spanish = "es"
  /// Russian.
  case russian = "ru"
  /// Japanese.
  case japanese = "ja"
  /// Simplified Chinese.
  case chinese = "zh"

  /// The language of the locale: of `LC_ALL`, `LC_MESSAGES` or `LANG`, and of `LANGUAGE` as in GNU
  /// gettext; English if it is none of these.
  public static var ofLocale: KeyboardLanguage {
    KeyboardLanguage(environment: environmentVariable)
  }

  package subscript(word: KeyWord) -> String {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    return Self.translations(of: word)[place]
  }

  /// The translations of a word, in the order of the languages.
  private static func translations(of word: KeyWord) -> [String] {
    switch word {
    case .space:
      ["space", "Leertaste", "espace", "espacio", "пробел", "空白", "空格"]
    case .shift:
      ["shift", "Umschalt", "Maj", "mayús", "Shift", "Shift", "Shift"]
    case .delete:
      ["delete", "Löschen", "effacer", "borrar", "стереть", "削除", "删除"]
    case .return:
      ["return", "Eingabe", "Entrée", "Intro", "ввод", "改行", "回车"]
    case .nextLayout:
      ["next", "weiter", "autre", "otro", "другая", "次", "切换"]
    case .halfWidth:
      ["half", "halb", "demi", "medio", "узкие", "半角", "半角"]
    case .fullWidth:
      ["full", "voll", "plein", "ancho", "широкие", "全角", "全角"]
    case .done:
      ["Done", "Fertig", "OK", "Listo", "Готово", "完了", "完成"]
    case .go:
      ["go", "Los", "aller", "ir", "перейти", "開く", "前往"]
    case .next:
      ["next", "Weiter", "suivant", "siguiente", "далее", "次へ", "下一项"]
    case .search:
      ["search", "Suchen", "chercher", "buscar", "найти", "検索", "搜索"]
    case .send:
      ["send", "Senden", "envoyer", "enviar", "отправить", "送信", "发送"]
    case .join:
      ["join", "Verbinden", "rejoindre", "conectar", "подключить", "接続", "加入"]
    case .continue:
      ["continue", "Fortfahren", "continuer", "continuar", "продолжить", "続ける", "继续"]
    case .letters:
      ["letters", "Buchstaben", "lettres", "letras", "буквы", "文字", "字母"]
    case .symbols:
      ["symbols", "Symbole", "symboles", "símbolos", "символы", "記号", "符号"]
    case .numbers:
      ["numbers", "Zahlen", "chiffres", "números", "цифры", "数字", "数字"]
    case .nextKeyboard:
      [
        "next keyboard", "nächste Tastatur", "clavier suivant", "teclado siguiente",
        "другая клавиатура", "次のキーボード", "下一个键盘",
      ]
    }
  }
}

extension KeyboardLanguage {
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

/// Labels of keys.
extension KeyboardLanguage {
  /// The label of a special key whose file sets none; nil if it is the same in all languages.
  package func label(of role: KeyRole) -> String? { role.texts.word.map { self[$0] } }

  /// The label of a return key; an English one begins with a small letter, unlike Done in a toolbar.
  func label(of type: ReturnType) -> String {
    if self == .english { return type.label }
    return self[KeyWord(rawValue: type.label) ?? .return]
  }

  /// The words for a screen reader about a key that switches; nil for any other.
  func spokenLabel(of role: KeyRole) -> String? { role.texts.spoken.map { self[$0] } }

  func spokenLabel(of item: KeyboardToolbarItem) -> String {
    switch item {
    case .done: self[.done]
    case .panel(.letters): self[.letters]
    case .panel(.symbols): self[.symbols]
    case .panel(.numbers), .panel(.idCard): self[.numbers]
    }
  }
}
