/// A keyboard file as it was read: every part with its place, not yet checked against the others.
struct LayoutDraft: Sendable {
  var id: Word?
  var title: String?
  var language: String?
  var pair: Word?
  /// The form that is drawn where it has room.
  var form: FormNames.Entry?
  /// All forms it can take; none where the file does not say.
  var forms: [FormNames.Entry] = []
  var panels: [PanelDraft] = []
  /// What the file says of input keys, by id.
  var keys: [String: KeyDraft] = [:]
  /// What the file says of function keys.
  var roles: [KeyRole: KeyDraft] = [:]
  var groups: [GroupDraft] = []
  var deadKeys = DeadKeys.none
  /// The names under `sequences` that begin one, with their places.
  var deadKeyNames: [Word] = []

  /// Every row of the file's own panels.
  var rows: [RowDraft] { panels.flatMap { $0.pages.flatMap(\.rows) } }

  /// Whether some row could not be read, so that nobody knows which keys it has.
  var isPartial: Bool { panels.contains(where: \.isPartial) }
}

/// A panel of a file: pages of its own, or another keyboard's panel.
struct PanelDraft: Sendable {
  let name: PanelName
  /// Where its value begins.
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
  /// The panel it was taken from.
  var borrowed: PanelDefinition?
  /// The panel with its keys, once everything is read; `nil` for one whose source was not found.
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
  /// The form whose rows they are, with its columns.
  var form: FormName?
  var columns: Int?
  /// Where its value begins.
  let mark: YAMLMark
  var rows: [RowDraft] = []
  /// Whether rows, or keys of a row, could not be read.
  ///
  /// What only they could have is not missed: one mistake is one fault.
  var isPartial = false
}

/// A row of a page.
struct RowDraft: Sendable {
  /// Where its text begins.
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
    /// A key that types what its code points say.
    case coded(String)
    /// Code points there are not.
    case badCode
    /// More than one character: an input key if the file describes it.
    case longWord
    /// Something in braces that is no role.
    case unknownRole
    /// A spacer of a width there is not.
    case badGap
  }

  let word: Word
  let kind: Kind
  /// How wide a form makes the key.
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

  /// The kind of a word with code points in it; `nil` for one without.
  private static func coded(_ text: String) -> Kind? {
    guard CodePoints.areUsed(in: text) else { return nil }
    return CodePoints.text(of: text).map(Kind.coded) ?? .badCode
  }
}

/// What a file says of a key under `keys`.
struct KeyDraft: Sendable {
  let id: Word
  var label: String?
  var output: String?
  /// What it says of levels, shift as `shifted`.
  var levels = ByLevel<LevelEntry>()
  var alternates: [String] = []
  var width: KeyWidth?
}

extension KeyDraft {
  /// What it says of the plain level, where the file gives no output.
  var plain: LevelEntry? { output == nil ? levels[.plain] : nil }

  /// Adds texts of levels that it says nothing of.
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
