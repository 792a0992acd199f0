/// A keyboard file after parsing, before its parts are checked against one another.
struct LayoutDraft: Sendable {
  var id: Word?
  var title: String?
  var language: String?
  var pair: Word?
  /// The preferred form, which is used if the keyboard's width allows it.
  var form: (name: FormName, word: Word)?
  /// All forms that the file allows; empty if it names none.
  var forms: [(name: FormName, word: Word)] = []
  var panels: [PanelDraft] = []
  var keys: [String: KeyDraft] = [:]
  var roles: [KeyRole: KeyDraft] = [:]
  var groups: [(name: String, ids: [Word])] = []
  var deadKeys = DeadKeys.none
  var deadKeyNames: [Word] = []
  /// The keys that are never drawn, by their positions.
  var undrawn: [KeyDraft] = []
  /// The keys of the positions that forms have, except for the space bar.
  var positionKeys: [Key] = []

  var rows: [RowDraft] { panels.flatMap { $0.pages.flatMap(\.rows) } }

  var isPartial: Bool { panels.contains(where: \.isPartial) }
}

struct PanelDraft: Sendable {
  let name: PanelName
  let mark: YAMLMark
  var columns: Int?
  var pages: [PageDraft] = []
  /// The keys by position, from which the rows of each form are built; `nil` without `positions`.
  var positions: [KeyDraft]?
  var levels = PerLevel<[LevelRow]>()
  /// True if the value of a level field, such as `shift`, is not a list of rows.
  var hasBrokenLevel = false
  var from: Word?
  var borrowed: PanelDefinition?
  /// The finished panel; `nil` until the whole file is read, or if an imported panel was not found.
  var definition: PanelDefinition?

  var isPartial: Bool {
    hasBrokenLevel || pages.contains(where: \.isPartial)
      || levels.values.contains { $0.contains(where: \.isPartial) }
  }
}

struct PageDraft: Sendable {
  var page = SymbolPage.digits
  var width = PanelWidth.half
  var form: FormName?
  var columns: Int?
  let mark: YAMLMark
  var rows: [RowDraft] = []
  /// True if a row or a key could not be read.
  ///
  /// Checks then ignore the missing keys, so that one mistake does not cause several faults.
  var isPartial = false
}

struct RowDraft: Sendable {
  let mark: YAMLMark
  var tokens: [TokenDraft] = []
  var width: KeyWidth?
  var isPartial = false
}

struct TokenDraft: Sendable {
  enum Kind: Sendable {
    case input
    case role(KeyRole)
    case gap(Double)
    case dead(String)
    case coded(String)
    /// A position, with the index of its key in `LayoutDraft.positionKeys`.
    case position(Int)
    case badCode
    /// A token of more than one character without braces, such as the id of an input key.
    case longWord
    case unknownRole
    case badGap
  }

  let word: Word
  let kind: Kind
  let width: KeyWidth?

  init(_ word: Word, _ kind: Kind, units: Double? = nil) {
    (self.word, self.kind) = (word, kind)
    width = units.map(KeyWidth.units)
  }

  init(_ word: Word) {
    self.word = word
    width = nil
    let text = word.text
    // A fast path: almost all texts have one code point.
    guard !text.unicodeScalars.dropFirst().isEmpty, text.count > 1 else {
      kind = .input
      return
    }
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else {
      kind = Self.coded(text) ?? .longWord
      return
    }
    let name = text.dropFirst().dropLast()
    if let role = KeyRole(token: String(name)) {
      kind = .role(role)
    } else if name == "gap" {
      kind = .gap(1)
    } else if name.hasPrefix("gap:") {
      kind = KeyWidth.units(String(name.dropFirst(4))).map(Kind.gap) ?? .badGap
    } else if let name = DeadKeys.name(inToken: text) {
      kind = .dead(name)
    } else {
      kind = Self.coded(text) ?? .unknownRole
    }
  }

  private static func coded(_ text: String) -> Kind? {
    guard text.hasCodePoints else { return nil }
    return text.withoutCodePoints.map(Kind.coded) ?? .badCode
  }
}

struct KeyDraft: Sendable {
  let id: Word
  var label: String?
  var output: String?
  /// The key's entries by level; the field `shifted` has the entry for shift.
  var levels = PerLevel<LevelEntry>()
  /// The entries while Caps Lock or Num Lock is on; empty if the file has none.
  var locked = PerLevel<LevelEntry>()
  var alternates: [String] = []
  var width: KeyWidth?

  var plain: LevelEntry? { output == nil ? levels[.plain] : nil }

  mutating func take(_ position: KeyDraft) {
    for level in KeyLevel.allCases { levels[level] = levels[level] ?? position.levels[level] }
    locked = position.locked
  }
}

/// A value for each level that has one.
struct PerLevel<Value: Sendable>: Sendable {
  private var plain: Value?
  private var shift: Value?
  private var altgr: Value?
  private var altgrShift: Value?

  subscript(level: KeyLevel) -> Value? {
    get {
      switch level {
      case .plain: plain
      case .shift: shift
      case .altgr: altgr
      case .altgrShift: altgrShift
      }
    }
    set {
      switch level {
      case .plain: plain = newValue
      case .shift: shift = newValue
      case .altgr: altgr = newValue
      case .altgrShift: altgrShift = newValue
      }
    }
  }

  var isEmpty: Bool { plain == nil && shift == nil && altgr == nil && altgrShift == nil }

  var values: [Value] { [plain, shift, altgr, altgrShift].compactMap(\.self) }
}

extension LayoutDraft {
  /// Imports panels from other keyboards.
  ///
  /// Imports cannot be chained: it is a fault if the other keyboard itself imports the panel.
  mutating func resolveImports(from source: KeyboardSource, _ reader: inout DiagnosticDecoder) {
    var lenders: [LayoutDraft] = []
    for index in panels.indices {
      guard let from = panels[index].from else { continue }
      guard from.text != id?.text else {
        reader.add(from, "A keyboard cannot import a panel from itself.")
        continue
      }
      if !lenders.contains(where: { $0.id?.text == from.text }) {
        guard let lender = Self.draft(of: from, source, &reader) else { continue }
        lenders.append(lender)
      }
      let lender = lenders.first { $0.id?.text == from.text }
      panels[index].borrowed = lender?.lend(panels[index].name, at: from, &reader)
    }
  }

  private static func draft(
    of from: Word, _ source: KeyboardSource, _ reader: inout DiagnosticDecoder
  ) -> LayoutDraft? {
    guard KeyboardDefinition.isValidName(from.text), let bytes = source.bytes(from.text) else {
      let unknown = UnknownName(what: "keyboard", name: from.text.quotable, known: source.names)
      reader.add(from, unknown.description)
      return nil
    }
    if source.isShipped(from.text), let root = PlainYAML.parse(bytes) {
      var other = DiagnosticDecoder(file: "\(from.text).yaml")
      return LayoutDraft(root, readsSequences: false, from: source, &other)
    }
    let draft = try? PlainYAML.value(of: bytes, path: "\(from.text).yaml") { root, other in
      let draft = LayoutDraft(root, from: source, &other)
      draft.checkRows(&other)
      return draft
    }
    if draft == nil {
      reader.add(from, "Keyboard \(from.text.quoted) has errors; correct them first.")
    }
    return draft
  }

  /// Reads a keyboard that lends panels; its own imports are not resolved.
  private init(
    _ root: YAMLNode, readsSequences: Bool = true, from source: KeyboardSource,
    _ reader: inout DiagnosticDecoder
  ) {
    self.init(root, readsSequences: readsSequences, &reader)
    takeForms(from: source, &reader)
  }

  private func lend(
    _ name: PanelName, at from: Word, _ reader: inout DiagnosticDecoder
  ) -> PanelDefinition? {
    guard let panel = panels.first(where: { $0.name == name }) else {
      let unknown = UnknownName(
        what: "panel", name: name.rawValue, owner: "Keyboard \(from.text.quoted)",
        known: panels.map(\.name.rawValue))
      reader.add(from, unknown.description)
      return nil
    }
    guard let origin = panel.from else { return definition(of: panel) }
    reader.add(
      from,
      "Keyboard \(from.text.quoted) imports panel “\(name.rawValue)” from \(origin.text.quoted). "
        + "Import the panel from there.")
    return nil
  }
}

extension String {
  /// The text as in `quoted`, escaped and truncated for messages, but without quotation marks.
  var quotable: String { String(quoted.dropFirst().dropLast()) }
}

/// The fields of a keyboard file, the same as in `keyboard.schema.json`.
enum LayoutFields {
  static let file = [
    "keyboard", "title", "language", "panels", "shuffle", "keys", "sequences", "pair", "form",
    "forms", "undrawn",
  ]
  static let panels = PanelName.allCases.map(\.rawValue)
  static let panel = ["columns", "rows", "from"]
  static let lettersPanel = panel + levels + ["positions"]
  /// The fields for the levels other than plain; the field `rows` has the entries for plain.
  static let levels = ["shift", "altgr", "altgr-shift"]
  static let symbolsPanel = ["columns", "pages", "from"]
  static let pages = SymbolPage.allCases.map(\.rawValue)
  static let widths = PanelWidth.allCases.map(\.rawValue)
  static let page = ["rows"]
  static let row = ["keys", "width"]
  static let key = ["label", "output", "shifted", "altgr", "altgr-shift", "alternates", "width"]
  static let spaceKey = ["label", "shifted", "altgr", "altgr-shift", "width"]
  static let functionKey = ["label", "width"]
}

package enum LayoutLimits {
  package static let rows = 6
  static let tokens = 24
  static let columns = 16
  static let labelLength = 8
  static let titleLength = 64
  static let idLength = 64
  package static let outputScalars = 8
  static let alternates = 16
}
