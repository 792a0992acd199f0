/// A keyboard as its file describes it: panels of rows of keys, without places.
public struct KeyboardDefinition: Hashable, Sendable {
  /// The name in options and of the file: `a-z 0-9 -`, 1 to 64 characters.
  public var id: String
  /// The name for people, 1 to 64 characters.
  public var title: String
  /// The language as a BCP 47 tag; `und` if the file names none.
  public var language: String
  /// The panels in the file's order, each name once.
  package var panels: [PanelDefinition]
  /// The sequences of its dead keys.
  package var deadKeys: DeadKeys
  /// The keyboard its file pairs it with: a name, `none`, or `nil` if the file does not say.
  package var pair: String?

  /// A keyboard of these panels, unchecked.
  package init(
    id: String, title: String, language: String, panels: [PanelDefinition],
    deadKeys: DeadKeys = .none
  ) {
    self.id = id
    self.title = title
    self.language = language
    self.panels = panels
    self.deadKeys = deadKeys
  }

  /// The columns and rows behind its height on a panel of some width.
  ///
  /// - Parameter room: the width of the panel in points.
  /// - Returns: those of the form that fits, else the standard ones.
  package func heightGrid(in room: Double) -> HeightGrid {
    guard let page = panel(.letters)?.page(.digits, .half, in: room), page.form != nil else {
      return .standard
    }
    return HeightGrid(columns: page.columns, rows: page.rows.count)
  }

  /// The panel of that name, if the keyboard has it.
  package func panel(_ name: PanelName) -> PanelDefinition? {
    panels.first { $0.name == name }
  }
}

extension KeyboardDefinition {
  /// True if its letters lack any of the 26 Latin ones, small or capital, in which passwords are
  /// written too.
  ///
  /// A keyboard without letters, such as a number pad, lacks none.
  package var lacksLatinLetters: Bool {
    guard let letters = panel(.letters) else { return false }
    var missing = LatinLetters.all
    for page in letters.pages {
      for row in page.content.rows {
        for case .key(let key) in row.items where key.role == .input {
          missing.subtract(key.latinLetters)
          if missing.isEmpty { return false }
        }
      }
    }
    return true
  }

  /// The name on the space bar: that of the language in itself, else the title.
  var spaceName: String { LanguageName.own(language.prefix { $0 != "-" }) ?? title }

  /// The name on the key that leads to it: the language, as `DE`, else the beginning of its own
  /// name.
  package var shortName: String {
    let language = language.prefix { $0 != "-" }
    return language == "und" ? String(id.prefix(LayoutLimits.labelLength)) : language.uppercased()
  }
}

/// Some of the 26 Latin letters, capital and small.
private struct LatinLetters: OptionSet {
  /// A bit for each letter: the capitals, then the small ones.
  let rawValue: UInt64

  static let all = LatinLetters(rawValue: 1 << 52 - 1)

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The letter that a text is; none for any other text.
  init(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == 1, let byte = bytes.first, (97...122).contains(byte | 32) else {
      self.init()
      return
    }
    self.init(rawValue: 1 << UInt64((byte & 31) - 1 + (byte < 97 ? 0 : 26)))
  }

  /// The capitals of the small letters.
  var capitals: LatinLetters { LatinLetters(rawValue: rawValue >> 26) }
}

extension Key {
  /// The Latin letters that it types, at all its levels.
  fileprivate var latinLetters: LatinLetters {
    guard let levels else {
      let plain = LatinLetters(output)
      return plain.union(shifted.map(LatinLetters.init) ?? plain.capitals)
    }
    var letters: LatinLetters = []
    for case .insert(let text) in levels { letters.formUnion(LatinLetters(text)) }
    return letters
  }
}

/// The form of a keyboard: its positions, their places and widths.
///
/// The raw value is the name in files.
package enum FormName: String, CaseIterable, Hashable, Sendable {
  /// The European form: a key beside the left shift, return over two rows.
  case iso
  /// The form of the United States: return in one row.
  case ansi
  /// The Japanese form: one more key in the first and in the fourth row.
  case jis
  /// The Brazilian form: one more key at both ends of the fourth row.
  case abnt
  /// A grid without stagger, for any set of positions.
  case compact

  /// True if rows are shifted against each other by parts of a key, as on a desktop keyboard.
  package var isStaggered: Bool { self != .compact }

  /// The least width of a staggered form's unit key with its gap, in points: five terminal cells.
  static let leastPitch = 40.0

  /// Tells whether this number of units fits side by side in a width in points; they always fit in a grid.
  func hasRoom(for units: Int, in width: Double) -> Bool {
    !isStaggered || Double(units) * Self.leastPitch <= width
  }
}
