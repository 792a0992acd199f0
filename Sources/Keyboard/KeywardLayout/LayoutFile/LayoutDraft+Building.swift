// Sequences here are not lazy: each chain of lazy ones is a separate generic type, and creating its
// metadata at startup costs more than the arrays.

extension LayoutDraft {
  func isInput(_ token: TokenDraft) -> Bool {
    switch token.kind {
    case .input, .coded, .dead, .position: true
    case .longWord, .unknownRole: keys[token.word.text] != nil
    case .role, .gap, .badGap, .badCode: false
    }
  }

  var inputIDs: Set<String> {
    panels.reduce(into: []) { $0.formUnion(inputIDs(of: $1)) }
  }

  private func inputIDs(of panel: PanelDraft) -> Set<String> {
    let count = panel.pages.reduce(0) { $0 + $1.rows.reduce(0) { $0 + $1.tokens.count } }
    var ids = Set<String>(minimumCapacity: count)
    for page in panel.pages {
      for row in page.rows {
        for token in row.tokens where isInput(token) { ids.insert(token.word.text) }
      }
    }
    return ids
  }

  var usedRoles: Set<KeyRole> {
    Set(
      rows.flatMap { row in
        row.tokens.compactMap { token in
          if case .role(let role) = token.kind { role } else { nil }
        }
      })
  }

  /// Creates a row of keys from the tokens in `draft`.
  ///
  /// For each level except plain, `entries` has one entry for each input key of the row, from left
  /// to right.
  func row(_ draft: RowDraft, _ entries: PerLevel<[LevelEntry?]> = PerLevel()) -> PanelRow {
    var place = 0
    var row = PanelRow(items: [], width: draft.width)
    row.items.reserveCapacity(draft.tokens.count)
    for token in draft.tokens {
      switch token.kind {
      case .gap(let units): row.items.append(.gap(units: units))
      case .role(let role): row.items.append(.key(key(role, width: token.width)))
      default:
        guard isInput(token) else { continue }
        row.items.append(.key(key(token, at: place, entries)))
        place += 1
      }
    }
    return row
  }

  func key(_ role: KeyRole, width: KeyWidth? = nil) -> Key {
    let entry = roles[role]
    var key = Key(role: role, label: entry?.label, width: entry?.width ?? width)
    guard let entry else { return key }
    // A space bar may type another character without shift, such as the zero-width space in Khmer.
    if role == .space, let plain = entry.levels[.plain] {
      key.output = plain.action(plain: .nothing, in: casing).text
    }
    key.apply(entry, entry.levels, dead: nil, in: casing)
    return key
  }

  func key(
    _ token: TokenDraft, at place: Int = 0, _ rows: PerLevel<[LevelEntry?]> = PerLevel()
  ) -> Key {
    if case .position(let index) = token.kind {
      var key = positionKeys[index]
      key.width = key.width ?? token.width
      return key
    }
    let entry = keys[token.word.text]
    var output = entry?.output ?? token.word.text
    var dead: String?
    switch token.kind {
    case .coded(let text) where entry?.output == nil: output = text
    case .dead(let name): (dead, output) = (name, "")
    default:
      guard let plain = entry?.plain else { break }
      (dead, output) = (plain.deadName, plain.action(plain: .nothing, in: casing).text)
    }
    let label = dead.map(DeadKeys.label) ?? output.visible
    var key = Key(
      input: token.word.text, label: entry?.label ?? label, output: output,
      alternates: entry?.alternates ?? [], width: entry?.width ?? token.width)
    if output == "i", Key.hasDottedCapital(casing) {
      key.shifted = Key.upperCase(of: output, in: casing)
    }
    if rows.isEmpty, dead == nil, entry?.levels.isEmpty ?? true { return key }
    var entries = entry?.levels ?? PerLevel()
    for level in KeyLevel.allCases where entries[level] == nil {
      guard let row = rows[level], place < row.count, let entry = row[place] else { continue }
      entries[level] = entry
    }
    key.apply(entry, entries, dead: dead, in: casing)
    return key
  }

  private func undrawnKey(_ entry: KeyDraft) -> Key {
    let plain = entry.levels[.plain]
    let output = plain?.action(plain: .nothing, in: casing).text ?? ""
    var key = Key(
      input: entry.id.text, label: output.isEmpty ? entry.id.text : output, output: output)
    key.apply(entry, entry.levels, dead: plain?.deadName, in: casing)
    return key
  }

  /// The language whose rules decide the upper case of letters.
  private var casing: String { language ?? "und" }

  func definition(of panel: PanelDraft) -> PanelDefinition? {
    if panel.from != nil { return panel.borrowed }
    let pages = panel.pages.map { draft in
      var page = PanelPage(
        panel: panel.name, page: draft.page, width: draft.width,
        columns: columns(of: draft, in: panel),
        rows: draft.rows.enumerated().map { number, draft in
          panel.levels.isEmpty ? row(draft) : row(draft, entries(of: panel, row: number))
        },
        form: draft.form)
      page.numberRepeatedRoles()
      return page
    }
    let ids = groups.isEmpty ? [] : inputIDs(of: panel)
    let groups = groups.compactMap { group -> ShuffleGroup? in
      let members = group.ids.map(\.text).filter(ids.contains)
      return members.isEmpty ? nil : ShuffleGroup(name: group.name, ids: members)
    }
    return PanelDefinition(name: panel.name, pages: pages, groups: groups)
  }

  func columns(of page: PageDraft, in panel: PanelDraft) -> Int {
    page.columns ?? panel.columns
      ?? (panel.name.isPad ? longestRow(page.rows, isPad: true, atLeast: 1) : 10)
  }

  func longestRow(_ rows: [RowDraft], isPad: Bool, atLeast least: Int) -> Int {
    let units = rows.map { shape(of: $0, isPad: isPad).neededUnits }.max() ?? 1
    return min(max(least, Int(units.rounded(.up))), LayoutLimits.columns)
  }

  /// Returns the widths of a row as those of `row(_:_:)`, without creating its keys.
  func shape(of draft: RowDraft, isPad: Bool) -> RowShape {
    var items: [RowShape.Item] = []
    items.reserveCapacity(draft.tokens.count)
    for token in draft.tokens {
      switch token.kind {
      case .gap(let units): items.append((nil, .units(units)))
      case .role(let role): items.append((role, roles[role]?.width ?? token.width))
      case .position(let index):
        items.append((.input, positionKeys[index].width ?? token.width ?? draft.width))
      default:
        guard isInput(token) else { continue }
        let width = keys[token.word.text]?.width ?? token.width ?? draft.width
        items.append((.input, width))
      }
    }
    return RowShape(items, isPad: isPad)
  }

  private func entries(of panel: PanelDraft, row: Int) -> PerLevel<[LevelEntry?]> {
    var entries = PerLevel<[LevelEntry?]>()
    for level in KeyLevel.allCases {
      guard let rows = panel.levels[level], row < rows.count else { continue }
      entries[level] = rows[row].entries
    }
    return entries
  }

  mutating func makePanels() {
    for index in panels.indices { panels[index].definition = definition(of: panels[index]) }
  }

  /// Creates the keyboard; call this only if the file has no faults.
  func keyboard() -> KeyboardDefinition {
    let id = id?.text ?? ""
    return KeyboardDefinition(
      id: id, title: title ?? id, language: language ?? "und",
      panels: panels.compactMap(\.definition), deadKeys: deadKeys,
      undrawnKeys: undrawn.map(undrawnKey), pair: pair?.text)
  }
}

extension Key {
  /// Sets the key's actions at all levels; `dead` is the name of the dead key at the plain level.
  ///
  /// For an input key without an entry, shift types the upper case of the plain text, and shift
  /// with AltGr types the upper case of the AltGr text. `draft` has the entries for Caps Lock.
  fileprivate mutating func apply(
    _ draft: KeyDraft?, _ entries: PerLevel<LevelEntry>, dead: String?, in language: String
  ) {
    if entries.isEmpty, dead == nil { return }
    let plain = dead.map(KeyAction.dead) ?? self.action(at: .plain)
    if let locked = draft?.locked, !locked.isEmpty {
      setLocked { locked[$0]?.action(plain: plain, in: language) ?? .nothing }
    }
    func action(_ level: KeyLevel, _ absent: LevelEntry) -> KeyAction {
      (entries[level] ?? absent).action(plain: plain, in: language)
    }
    let isLetter = role == .input
    let shift = action(.shift, isLetter ? .upper : .same)
    let altgr = action(.altgr, isLetter ? .none : .same)
    let isDead = if case .dead = shift { true } else { dead != nil }
    guard isDead || entries[.altgr] != nil || entries[.altgrShift] != nil else {
      shifted = shift.text
      return
    }
    setLevels { level in
      switch level {
      case .plain: plain
      case .shift: shift
      case .altgr: altgr
      case .altgrShift:
        (entries[level] ?? .upper).action(
          plain: entries[level] == nil ? altgr : plain, in: language)
      }
    }
  }
}

extension PanelPage {
  mutating func numberRepeatedRoles() {
    var seen: [KeyRole] = []
    for row in rows.indices {
      for index in rows[row].items.indices {
        guard let role = rows[row].items[index].role, role != .input else { continue }
        seen.append(role)
        let count = seen.count { $0 == role }
        guard count > 1, case .key(var key) = rows[row].items[index] else { continue }
        key.id = "\(role.rawValue)-\(count)"
        rows[row].items[index] = .key(key)
      }
    }
  }
}
