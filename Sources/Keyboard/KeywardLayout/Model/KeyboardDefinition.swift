/// A keyboard as described by its file: panels of rows of keys, without frames.
public struct KeyboardDefinition: Hashable, Sendable {
  /// The identifier: 1 to 64 characters of a-z, 0-9 and `-`.
  ///
  /// Options use it as the keyboard's name, and the file has the same name.
  public var id: String
  /// The display name, 1 to 64 characters.
  public var title: String
  /// The language as a BCP 47 tag; `und` if the file names none.
  public var language: String
  /// The panels in the order of the file, at most one of each name.
  package var panels: [PanelDefinition]
  package var deadKeys = DeadKeys.none
  /// Keys that are never drawn, and that only a physical keyboard has; their ids are positions.
  package var undrawnKeys: [Key] = []
  /// The keyboard to pair this one with, or `none`; `nil` if the file has no field `pair`.
  package var pair: String?

  /// Returns the grid that determines the height of the keyboard.
  ///
  /// If the keyboard has forms, it is the grid of the form that is chosen for a width of `room`
  /// points. Otherwise it is `HeightGrid.standard`.
  package func heightGrid(in room: Double) -> HeightGrid {
    guard let page = panel(.letters)?.page(.digits, .half, in: room), page.form != nil else {
      return .standard
    }
    return HeightGrid(columns: page.columns, rows: page.rows.count)
  }

  package func panel(_ name: PanelName) -> PanelDefinition? {
    panels.first { $0.name == name }
  }

  /// True if keys have XKB positions, so that physical keys can type through the layout.
  package var hasPositions: Bool { key(at: "AD01") != nil }

  package func key(at position: String) -> Key? {
    let id = position == KeyboardForm.space ? KeyRole.space.rawValue : position
    for page in panel(.letters)?.pages ?? [] where page.form != nil {
      for row in page.rows {
        for case .key(let key) in row.items where key.id == id { return key }
      }
    }
    return undrawnKeys.first { $0.id == position }
  }
}

extension KeyboardDefinition {
  /// True if there is a letters panel that cannot type all 26 Latin letters in both cases.
  package var lacksLatinLetters: Bool {
    guard let letters = panel(.letters) else { return false }
    var missing = Set(UInt8(ascii: "a")...UInt8(ascii: "z"))
    missing.formUnion(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    for page in letters.pages {
      for key in page.keys where key.role == .input {
        for level in KeyLevel.allCases {
          let text = key.output(at: level).utf8
          if text.count == 1, let byte = text.first { missing.remove(byte) }
        }
      }
    }
    return !missing.isEmpty
  }

  /// The name that the space bar shows.
  ///
  /// It is the language's name in the language itself, such as `Deutsch`. If that is unknown, it is
  /// the title.
  package var spaceName: String {
    Self.nameInItself(of: language.prefix { $0 != "-" }) ?? title
  }

  /// The label of a key that switches to this keyboard.
  ///
  /// It is the language code, such as `DE`, or the start of `id` if the file names no language.
  package var shortName: String {
    let language = language.prefix { $0 != "-" }
    return language == "und" ? String(id.prefix(LayoutLimits.labelLength)) : language.uppercased()
  }
}

/// The form of a keyboard; the raw value is its name in files.
package enum FormName: String, CaseIterable, Hashable, Sendable {
  /// The European form: a key next to the left shift, and a return key that spans two rows.
  case iso
  /// The US form: a return key in one row.
  case ansi
  /// The Japanese form: an additional key in the first row and another in the fourth row.
  case jis
  /// The Brazilian form: an additional key at each end of the fourth row.
  case abnt
  /// A grid without stagger, for any set of positions.
  case compact

  /// True if rows are offset from each other by part of a key, as on a desktop keyboard.
  package var isStaggered: Bool { self != .compact }

  /// The minimum distance between the left edges of adjacent unit keys in a staggered form, in
  /// points.
  ///
  /// It equals five terminal cells.
  static let leastPitch = 40.0

  func hasRoom(for units: Int, in width: Double) -> Bool {
    !isStaggered || Double(units) * Self.leastPitch <= width
  }
}

extension KeyboardDefinition {
  /// Returns a language's name in the language itself, such as `Deutsch` for `de`.
  ///
  /// The names are from the Unicode Common Locale Data Repository, version 44.
  static func nameInItself(of language: Substring) -> String? {
    switch language {
    case "am": "አማርኛ"
    case "ar": "العربية"
    case "az": "Azərbaycan"
    case "be": "Беларуская"
    case "bg": "Български"
    case "bn": "বাংলা"
    case "bs": "Bosanski"
    case "ca": "Català"
    case "cs": "Čeština"
    case "da": "Dansk"
    case "de": "Deutsch"
    case "el": "Ελληνικά"
    case "en": "English"
    case "eo": "Esperanto"
    case "es": "Español"
    case "et": "Eesti"
    case "fa": "فارسی"
    case "fi": "Suomi"
    case "fo": "Føroyskt"
    case "fr": "Français"
    case "ga": "Gaeilge"
    case "gu": "ગુજરાતી"
    case "he": "עברית"
    case "hi": "हिन्दी"
    case "hr": "Hrvatski"
    case "hu": "Magyar"
    case "hy": "Հայերեն"
    case "id": "Indonesia"
    case "is": "Íslenska"
    case "it": "Italiano"
    case "ja": "日本語"
    case "ka": "ქართული"
    case "kk": "Қазақ тілі"
    case "km": "ខ្មែរ"
    case "ko": "한국어"
    case "ky": "Кыргызча"
    case "lo": "ລາວ"
    case "lt": "Lietuvių"
    case "lv": "Latviešu"
    case "mk": "Македонски"
    case "ml": "മലയാളം"
    case "mn": "Монгол"
    case "mt": "Malti"
    case "my": "မြန်မာ"
    case "nb", "nn", "no": "Norsk"
    case "ne": "नेपाली"
    case "nl": "Nederlands"
    case "pa": "ਪੰਜਾਬੀ"
    case "pl": "Polski"
    case "pt": "Português"
    case "ro": "Română"
    case "ru": "Русский"
    case "si": "සිංහල"
    case "sk": "Slovenčina"
    case "sl": "Slovenščina"
    case "sq": "Shqip"
    case "sr": "Српски"
    case "sv": "Svenska"
    case "te": "తెలుగు"
    case "tg": "Тоҷикӣ"
    case "th": "ไทย"
    case "tr": "Türkçe"
    case "uk": "Українська"
    case "ur": "اردو"
    case "uz": "O‘zbek"
    case "vi": "Tiếng Việt"
    case "zh": "中文"
    default: nil
    }
  }
}
