/// A keyboard file after reading: every part with its place, not yet checked against the others.
struct LayoutDraft: Sendable {
  var id: Word?
  var title: String?
  var language: String?
  var pair: Word?
  /// The form to draw if it has room.
  var form: FormNames.Entry?
  /// All possible forms; none if the file names none.
  var forms: [FormNames.Entry] = []
  var panels: [PanelDraft] = []
  /// The file's entries for input keys, by id.
  var keys: [String: KeyDraft] = [:]
  /// The file's entries for function keys.
  var roles: [KeyRole: KeyDraft] = [:]
  var groups: [GroupDraft] = []
  var deadKeys = DeadKeys.none
  /// The names under `sequences` that begin a sequence, with their places.
  var deadKeyNames: [Word] = []

  /// Every row of the file's own panels.
  var rows: [RowDraft] { panels.flatMap { $0.pages.flatMap(\.rows) } }

  /// True if some row could not be read, so that its keys are unknown.
  var isPartial: Bool { panels.contains(where: \.isPartial) }
}

/// A panel of a file: pages of its own, or another keyboard's panel.
struct PanelDraft: Sendable {
  let name: PanelName
  /// The beginning of its value.
  let mark: YAMLMark
  var columns: Int?
  var pages: [PageDraft] = []
  /// Its keys by position, which become the rows of its forms.
  var positions: [PositionDraft]?
  /// The rows of its other levels.
  var levels = ByLevel<[LevelRow]>()
  /// Whether a level is not even a list of rows.
  var hasBrokenLevel = false
  /// The keyboard it is taken from.
  var from: Word?
  /// The panel taken from it.
  var borrowed: PanelDefinition?
  /// The panel with its keys, once everything is read; `nil` if its source was not found.
  var definition: PanelDefinition?

  /// Whether some row could not be read.
  var isPartial: Bool {
    hasBrokenLevel || pages.contains(where: \.isPartial)
      || KeyLevel.allCases.contains { levels[$0]?.contains(where: \.isPartial) == true }
  }
}

/// A page of a panel; a panel without pages is its own half-width page `digits`.
struct PageDraft: Sendable {
  var page = SymbolPage.digits
  var width = PanelWidth.half
  /// The form of its rows, with its columns.
  var form: FormName?
  var columns: Int?
  /// The beginning of its value.
  let mark: YAMLMark
  var rows: [RowDraft] = []
  /// True if rows, or keys of a row, could not be read.
  ///
  /// Checks then ignore what these could have held, so that one mistake gives one fault.
  var isPartial = false
}

/// A row of a page.
struct RowDraft: Sendable {
  /// The beginning of its text.
  let mark: YAMLMark
  var tokens: [TokenDraft] = []
  var width: KeyWidth?
  var isPartial = false
}

/// A token of a row.
struct TokenDraft: Sendable {
  enum Kind: Sendable {
    case input
    case role(KeyRole)
    case gap(Double)
    /// A dead key.
    case dead(String)
    /// A key that types its code points.
    case coded(String)
    /// Invalid code points.
    case badCode
    /// More than one character: an input key if the file describes it.
    case longWord
    /// An unknown role in braces.
    case unknownRole
    /// A spacer of an invalid width.
    case badGap
  }

  let word: Word
  let kind: Kind
  /// The width that a form gives the key.
  let width: KeyWidth?

  /// A token of a form, so many units wide.
  init(_ word: Word, _ kind: Kind, units: Double? = nil) {
    (self.word, self.kind) = (word, kind)
    width = units.map(KeyWidth.units)
  }

  init(_ word: Word) {
    self.word = word
    width = nil
    let text = word.text
    guard text.count > 1 else {
      kind = .input
      return
    }
    guard text.hasPrefix("{"), text.hasSuffix("}") else {
      kind = Self.coded(text) ?? .longWord
      return
    }
    let name = text.dropFirst().dropLast()
    if let role = KeyRole(token: String(name)) {
      kind = .role(role)
    } else if name == "gap" {
      kind = .gap(1)
    } else if name.hasPrefix("gap:") {
      kind = WidthText.units(String(name.dropFirst(4))).map(Kind.gap) ?? .badGap
    } else if let name = DeadKeyName.name(inToken: text) {
      kind = .dead(name)
    } else {
      kind = Self.coded(text) ?? .unknownRole
    }
  }

  /// The kind of a word that contains code points; `nil` for one without.
  private static func coded(_ text: String) -> Kind? {
    guard CodePoints.areUsed(in: text) else { return nil }
    return CodePoints.text(of: text).map(Kind.coded) ?? .badCode
  }
}

/// A file's entry for a key under `keys`.
struct KeyDraft: Sendable {
  let id: Word
  var label: String?
  var output: String?
  /// Its entries for the levels, with `shifted` as shift.
  var levels = ByLevel<LevelEntry>()
  var alternates: [String] = []
  var width: KeyWidth?
}

extension KeyDraft {
  /// Its entry for the plain level, if the file gives no output.
  var plain: LevelEntry? { output == nil ? levels[.plain] : nil }

  /// Adds texts of levels that have no entry yet.
  mutating func take(_ entries: ByLevel<LevelEntry>) {
    for level in KeyLevel.allCases where levels[level] == nil {
      if let entry = entries[level] { levels[level] = entry }
    }
  }
}

/// A group of keys that trade places.
struct GroupDraft: Sendable {
  let name: String
  var ids: [Word]
}
