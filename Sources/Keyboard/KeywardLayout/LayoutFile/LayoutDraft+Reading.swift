extension LayoutDraft {
  /// Reads the parts of a file; with `readsSequences` false, its dead-key sequences are read later,
  /// whenever they are needed.
  init(_ root: YAMLNode, readsSequences: Bool = true, _ reader: inout DiagnosticDecoder) {
    for field in reader.fields(of: root, known: LayoutFields.file, in: "A keyboard file") {
      switch field.name {
      case "keyboard": id = reader.keyboardName(field.value)
      case "title": title = reader.title(field.value)
      case "language": language = reader.language(field.value)
      case "pair": pair = reader.pair(field.value)
      case "panels": readPanels(field.value, &reader)
      case "shuffle": readGroups(field.value, &reader)
      case "sequences" where !readsSequences:
        deadKeys = DeadKeys { Self.sequences(of: field.value) }
      case "sequences": readSequences(field.value, &reader)
      case "form": form = reader.forms(field.value, in: "“form”").first
      case "forms": forms = reader.forms(field.value, in: "“forms”")
      case "undrawn": readUndrawnKeys(field.value, &reader)
      default: readKeys(field.value, &reader)
      }
    }
    for (name, sample) in [("keyboard", "my-keyboard"), ("panels", "{ letters: { rows: […] } }")] {
      guard let fields = root.fields, !fields.contains(where: { $0.name == name }) else { continue }
      reader.add(root.start, "The field “\(name)” is missing. Add “\(name): \(sample)”.")
    }
  }

  private mutating func readPanels(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    let fields = reader.fields(of: node, known: LayoutFields.panels, in: "Field “panels”")
    for field in fields {
      guard let name = PanelName(rawValue: field.name) else { continue }
      panels.append(PanelDraft(name, field.value, &reader))
    }
    if node.fields?.isEmpty == true {
      reader.add(
        node.start, "A keyboard needs a panel: \(LayoutFields.panels.joined(separator: ", ")).")
    }
  }

  private mutating func readGroups(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    for field in reader.anyFields(of: node, in: "Field “shuffle”") ?? [] {
      if !KeyboardDefinition.isValidName(field.name) {
        reader.add(
          field.key.start,
          "Invalid group name \(field.name.quoted): use 1 to \(LayoutLimits.idLength) of a-z, 0-9 "
            + "and -.")
      }
      let ids = reader.words(of: field.value, in: "A group")
      groups.append((field.name, ids))
    }
  }

  private static func sequences(of node: YAMLNode) -> DeadKeys {
    var draft = LayoutDraft()
    var reader = DiagnosticDecoder(file: "")
    draft.readSequences(node, &reader)
    return draft.deadKeys
  }

  private mutating func readSequences(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    for field in reader.anyFields(of: node, in: "Field “sequences”") ?? [] {
      let path = Word.words(of: field.name, node: field.key)
      if let first = path.first { deadKeyNames.append(first) }
      readSequences(after: path, reader.words(of: field.value, in: "A sequence"), &reader)
    }
  }

  /// Reads sequences that begin with the same keys, such as `dead_acute: e é a á`.
  ///
  /// `path` has the common first keys. `words` alternates between the last key of a sequence and
  /// the text that the sequence types.
  private mutating func readSequences(
    after path: [Word], _ words: [Word], _ reader: inout DiagnosticDecoder
  ) {
    let keys = path.compactMap { word -> KeyAction? in
      if DeadKeys.isName(word.text[...]) { return .dead(word.text) }
      return reader.output(word, "A key").map(KeyAction.insert)
    }
    guard keys.count == path.count, let first = path.first else { return }
    guard case .dead? = keys.first, keys.count < DeadKeys.longest else {
      reader.add(
        first,
        "A sequence must begin with a dead key, such as dead_acute, and can have at most "
          + "\(DeadKeys.longest) keys.")
      return
    }
    guard let place = deadKeys.open(keys) else {
      reader.add(
        first,
        "A shorter sequence has the first keys of this one. Remove one of the two.")
      return
    }
    if !words.count.isMultiple(of: 2), let last = words.last {
      reader.add(
        last,
        "\(last.text.quoted) has no text after it. Write pairs of a key and its text, such as "
          + "“e é a á”.")
      return
    }
    var seen = Set(deadKeys.keys(from: place))
    for index in stride(from: 0, to: words.count, by: 2) {
      let word = words[index]
      let dead = DeadKeys.name(inToken: word.text)
      guard
        let key = dead.map(KeyAction.dead) ?? reader.output(word, "A key").map(KeyAction.insert),
        let text = reader.output(words[index + 1], "A text")
      else { continue }
      guard seen.insert(key).inserted else {
        let sequence = (path + [word]).map(\.text).joined(separator: " ")
        reader.add(word, "The sequence \(sequence.quoted) is already defined.")
        continue
      }
      deadKeys.add(key, typing: text, at: place)
    }
  }

  private mutating func readKeys(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    for field in reader.anyFields(of: node, in: "Field “keys”") ?? [] {
      let role = KeyRole(token: field.name)
      let key = KeyDraft(field, role: role, &reader)
      guard let role else {
        keys[field.name] = key
        continue
      }
      if roles[role] != nil {
        reader.add(key.id, "Key \(role.rawValue.quoted) is described twice under “keys”.")
      }
      roles[role] = key
    }
  }
}

extension PanelDraft {
  init(_ name: PanelName, _ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    self.name = name
    mark = node.start
    let known =
      switch name {
      case .letters: LayoutFields.lettersPanel
      case .symbols: LayoutFields.symbolsPanel
      case .numbers, .idCard: LayoutFields.panel
      }
    let fields = reader.fields(of: node, known: known, in: "Panel “\(name.rawValue)”")
    for field in fields {
      switch field.name {
      case "columns":
        columns = reader.wholeNumber(of: field.value, in: 1...LayoutLimits.columns, "“columns”")
      case "rows":
        pages.append(PageDraft(mark: field.value.start, rows: field.value, &reader))
      case "pages": readPages(field.value, &reader)
      case "shift", "altgr", "altgr-shift": readLevel(field, &reader)
      case "positions":
        let fields = reader.anyFields(of: field.value, in: "Field “positions”")
        positions = fields?.map { KeyDraft(position: $0, &reader) }
      default: from = reader.word(of: field.value, in: "“from”")
      }
    }
    if node.fields != nil { Self.check(fields, of: name, at: node.start, &reader) }
  }

  private static func check(
    _ fields: [YAMLField], of name: PanelName, at mark: YAMLMark, _ reader: inout DiagnosticDecoder
  ) {
    func refuse(allBut kept: String, _ sentence: String) {
      for field in fields where field.name != kept {
        reader.add(field.key.start, "\(sentence); remove “\(field.name)”.")
      }
    }
    let needed = name == .symbols ? "pages" : "rows"
    if fields.contains(where: { $0.name == "from" }) {
      refuse(allBut: "from", "“from” imports the whole panel")
    } else if fields.contains(where: { $0.name == "positions" }) {
      refuse(allBut: "positions", "“form” defines the rows, and “positions” defines all levels")
    } else if !fields.contains(where: { $0.name == needed }) {
      reader.add(mark, "Panel “\(name.rawValue)” needs “\(needed)” or “from”.")
    }
  }

  private mutating func readLevel(_ field: YAMLField, _ reader: inout DiagnosticDecoder) {
    guard let level = KeyLevel(rawValue: field.name),
      let items = reader.items(of: field.value, in: "Level “\(field.name)”")
    else {
      hasBrokenLevel = true
      return
    }
    levels[level] = items.prefix(LayoutLimits.rows).map { LevelRow($0, &reader) }
  }

  private mutating func readPages(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    let fields = reader.fields(of: node, known: LayoutFields.pages, in: "Field “pages”")
    var read: [WrittenPage] = []
    for field in fields {
      guard let page = SymbolPage(rawValue: field.name) else { continue }
      let widths = reader.fields(
        of: field.value, known: LayoutFields.widths, in: "Page “\(field.name)”")
      for width in widths {
        guard let kind = PanelWidth(rawValue: width.name) else { continue }
        let rows = reader.fields(of: width.value, known: LayoutFields.page, in: "“\(width.name)”")
        guard let rows = rows.first else {
          if width.value.fields != nil {
            reader.add(width.value.start, "“\(width.name)” needs “rows: […]”.")
          }
          continue
        }
        var draft = PageDraft(mark: width.value.start, rows: rows.value, &reader)
        (draft.page, draft.width) = (page, kind)
        pages.append(draft)
      }
      read.append((page, field.key.start, widths.map(\.name)))
    }
    if node.fields != nil { Self.check(read, at: node.start, &reader) }
  }

  private typealias WrittenPage = (page: SymbolPage, mark: YAMLMark, widths: [String])

  private static func check(
    _ pages: [WrittenPage], at mark: YAMLMark, _ reader: inout DiagnosticDecoder
  ) {
    for name in SymbolPage.allCases where !pages.contains(where: { $0.page == name }) {
      reader.add(
        mark, "Page “\(name.rawValue)” is missing. Add “\(name.rawValue): { half: … }”.")
    }
    for page in pages {
      if !page.widths.contains("half") {
        reader.add(
          page.mark,
          "Page “\(page.page.rawValue)” has no half-width rows. Add “half: { rows: […] }”.")
      }
      guard !page.widths.contains("full"),
        let other = pages.first(where: { $0.page != page.page && $0.widths.contains("full") })
      else { continue }
      reader.add(
        page.mark,
        "Page “\(page.page.rawValue)” has no full-width rows, but page “\(other.page.rawValue)” "
          + "does.")
    }
  }
}

extension PageDraft {
  init(mark: YAMLMark, rows node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    self.mark = mark
    guard let items = reader.items(of: node, in: "“rows”") else {
      isPartial = true
      return
    }
    if items.isEmpty {
      reader.add(node.start, "A panel needs at least one row of keys.")
      isPartial = true
    }
    for (number, item) in items.enumerated() {
      guard number < LayoutLimits.rows else {
        reader.add(item.start, "A page can have at most \(LayoutLimits.rows) rows.")
        isPartial = true
        return
      }
      let row = RowDraft(item, &reader)
      if row.isPartial { isPartial = true }
      rows.append(row)
    }
  }
}

extension RowDraft {
  init(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    guard let written = node.fields else {
      mark = node.start
      readTokens(node, &reader)
      return
    }
    if !written.isEmpty, written.allSatisfy({ Self.isNoField($0.name) }) {
      mark = node.start
      isPartial = true
      reader.add(
        mark,
        "YAML reads this row as fields, because it contains “{”, “? ” or “: ”. Put it in quotes.")
      return
    }
    let fields = reader.fields(of: node, known: LayoutFields.row, in: "A row")
    let keys = fields.first { $0.name == "keys" }
    mark = keys?.value.start ?? node.start
    for field in fields {
      if field.name == "keys" {
        readTokens(field.value, &reader)
      } else {
        width = reader.width(field.value)
      }
    }
    if keys == nil {
      reader.add(node.start, "A row needs “keys: TEXT”.")
      isPartial = true
    }
  }

  private static func isNoField(_ name: String) -> Bool {
    !LayoutFields.row.contains(name)
      && name.nearest(among: LayoutFields.row) == nil
  }

  private mutating func readTokens(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    guard let text = node.text else {
      isPartial = true
      guard !node.isRefused else { return }
      reader.add(
        node.start,
        "A row must be text, such as “q w e”, in quotes if it begins with a special character.")
      return
    }
    let words = Word.words(of: text, node: node)
    if words.isEmpty { reader.add(node.start, "This row has no key.") }
    guard words.count <= LayoutLimits.tokens else {
      isPartial = true
      reader.add(words[LayoutLimits.tokens], "A row can have at most \(LayoutLimits.tokens) keys.")
      return
    }
    tokens = words.map(TokenDraft.init)
  }
}

extension KeyDraft {
  init(_ field: YAMLField, role: KeyRole?, _ reader: inout DiagnosticDecoder) {
    id = Word(text: field.name, node: field.key, offset: 0)
    let fields = reader.fields(of: field.value, known: LayoutFields.key, in: "A key")
    for field in fields {
      guard Self.fields(of: role).contains(field.name) else {
        reader.add(
          field.key.start,
          "Key \(id.text.quoted) cannot have “\(field.name)”; remove it.")
        continue
      }
      switch field.name {
      case "label": label = reader.label(field.value)
      case "output": output = reader.output(field.value, "An output")
      case "shifted": readLevel(.shift, field.value, "A shifted output", &reader)
      case "altgr": readLevel(.altgr, field.value, "An output", &reader)
      case "altgr-shift": readLevel(.altgrShift, field.value, "An output", &reader)
      case "alternates": alternates = reader.alternates(field.value)
      default: width = reader.width(field.value)
      }
    }
  }

  private static func fields(of role: KeyRole?) -> [String] {
    switch role {
    case nil, .input: LayoutFields.key
    case .space: LayoutFields.spaceKey
    default: LayoutFields.functionKey
    }
  }

  private mutating func readLevel(
    _ level: KeyLevel, _ node: YAMLNode, _ what: String, _ reader: inout DiagnosticDecoder
  ) {
    guard let word = reader.word(of: node, in: what) else { return }
    levels[level] = LevelEntry.read(word, what, &reader)
  }
}

enum LevelEntry: Hashable, Sendable {
  case same
  case upper
  case none
  case text(String)
  case dead(String)

  static func read(
    _ word: Word, _ what: String, _ reader: inout DiagnosticDecoder
  ) -> LevelEntry? {
    guard word.text.utf8.first == UInt8(ascii: "{") else {
      return reader.output(word, what).map(LevelEntry.text)
    }
    switch word.text {
    case "{same}": return .same
    case "{upper}": return .upper
    case "{none}": return LevelEntry.none
    default:
      if let name = DeadKeys.name(inToken: word.text) { return .dead(name) }
      return reader.output(word, what).map(LevelEntry.text)
    }
  }

  var deadName: String? {
    if case .dead(let name) = self { name } else { nil }
  }

  /// Returns the action of the entry; `plain` is the key's action without modifiers.
  ///
  /// `language` decides which letter is the upper case of another.
  func action(plain: KeyAction, in language: String) -> KeyAction {
    switch self {
    case .same: plain
    case .upper:
      if case .insert(let text) = plain {
        .insert(Key.upperCase(of: text, in: language))
      } else {
        plain
      }
    case .none: .nothing
    case .text(let text): .insert(text)
    case .dead(let name): .dead(name)
    }
  }
}

/// A row of entries for one level: one entry for every typing key of the row, from left to right.
struct LevelRow: Sendable {
  let mark: YAMLMark
  /// The entries in order; an element is `nil` if its entry is invalid.
  var entries: [LevelEntry?] = []
  var isPartial = false

  init(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    mark = node.start
    guard let text = reader.text(of: node, in: "A row of a level") else {
      isPartial = true
      return
    }
    let words = Word.words(of: text, node: node)
    guard words.count <= LayoutLimits.tokens else {
      isPartial = true
      reader.add(words[LayoutLimits.tokens], "A row can have at most \(LayoutLimits.tokens) keys.")
      return
    }
    for word in words { entries.append(LevelEntry.read(word, "A text", &reader)) }
  }
}

extension KeyWidth {
  static let quarters = 2...32

  init?(_ text: String) {
    switch text {
    case "fill": self = .fill
    case "share": self = .share
    default:
      guard let units = Self.units(text) else { return nil }
      self = .units(units)
    }
  }

  /// Reads a number from 0.5 to 8 in steps of 0.25: `2` → 2, `0.75` → 0.75, `0.3` → `nil`.
  static func units(_ text: String) -> Double? {
    guard let whole = text.utf8.first, (48...57).contains(whole) else { return nil }
    let fraction: Double
    switch Substring(text.utf8.dropFirst()) {
    case "", ".0", ".00": fraction = 0
    case ".25": fraction = 0.25
    case ".5", ".50": fraction = 0.5
    case ".75": fraction = 0.75
    default: return nil
    }
    let units = Double(whole - 48) + fraction
    return (0.5...8).contains(units) ? units : nil
  }
}
