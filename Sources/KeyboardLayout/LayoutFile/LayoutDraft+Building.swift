// Sequences here are not lazy: each chain of such is a type of its own, and to make it up costs a start
// more than the arrays.

extension LayoutDraft {
  /// Whether a token is an input key.
  func isInput(_ token: TokenDraft) -> Bool {
    switch token.kind {
    case .input: true
    case .longWord, .unknownRole: keys[token.word.text] != nil
    case .role, .gap, .badGap: false
    }
  }

  /// The ids of the input keys in the file's own rows.
  var inputIDs: Set<String> {
    Set(rows.flatMap { row in row.tokens.filter(isInput).map { $0.word.text } })
  }

  /// The roles of the function keys in the file's own rows.
  var usedRoles: Set<KeyRole> {
    Set(
      rows.flatMap { row in
        row.tokens.compactMap { token in
          if case .role(let role) = token.kind { role } else { nil }
        }
      })
  }

  /// A row with its keys; tokens that are no key are left out.
  func row(_ draft: RowDraft) -> PanelRow {
    let items = draft.tokens.compactMap { token -> RowItem? in
      switch token.kind {
      case .gap(let units): return .gap(units: units)
      case .role(let role):
        return .key(Key(role: role, label: roles[role]?.label, width: roles[role]?.width))
      default: return isInput(token) ? .key(key(token.word.text)) : nil
      }
    }
    return PanelRow(items: items, width: draft.width)
  }

  private func key(_ id: String) -> Key {
    let said = keys[id]
    return Key(
      input: id, label: said?.label ?? said?.output, output: said?.output, shifted: said?.shifted,
      alternates: said?.alternates ?? [], width: said?.width)
  }

  /// A panel with its pages and groups; `nil` for one whose source was not found.
  func definition(of panel: PanelDraft) -> PanelDefinition? {
    if panel.from != nil { return panel.borrowed }
    let pages = panel.pages.map { page in
      let columns = panel.columns ?? panel.defaultColumns(of: page, in: self)
      var rows = page.rows.map(row)
      PanelPage.numberRepeatedRoles(&rows)
      return PanelDefinition.Page(
        page: page.page, width: page.width,
        content: PanelPage(panel: panel.name, columns: columns, rows: rows))
    }
    let ids = Set(pages.flatMap { page in page.content.keys.map { $0.id } })
    let groups = groups.compactMap { group -> ShuffleGroup? in
      let members = group.ids.map(\.text).filter(ids.contains)
      return members.isEmpty ? nil : ShuffleGroup(name: group.name, ids: members)
    }
    return PanelDefinition(name: panel.name, pages: pages, groups: groups)
  }

  /// The keyboard, if nothing was wrong.
  func keyboard() -> KeyboardDefinition {
    let id = id?.text ?? ""
    return KeyboardDefinition(
      id: id, title: title ?? id, language: language ?? "und",
      panels: panels.compactMap(definition))
  }
}

extension PanelDraft {
  /// The columns of a page whose panel does not say: 10, on pads those of the longest row.
  func defaultColumns(of page: PageDraft, in draft: LayoutDraft) -> Int {
    guard name.isPad else { return 10 }
    let longest = page.rows.map { RowShape(draft.row($0), isPad: true).neededUnits }.max() ?? 1
    return min(max(1, Int(longest.rounded(.up))), LayoutLimits.columns)
  }
}

extension PanelPage {
  /// Gives the second function key of a role the id `role-2`, the third `role-3`.
  static func numberRepeatedRoles(_ rows: inout [PanelRow]) {
    var seen: [KeyRole: Int] = [:]
    for row in rows.indices {
      for index in rows[row].items.indices {
        guard var key = rows[row].items[index].key, key.role != .input else { continue }
        seen[key.role, default: 0] += 1
        if let count = seen[key.role], count > 1 {
          key.id = "\(key.role.rawValue)-\(count)"
          rows[row].items[index] = .key(key)
        }
      }
    }
  }
}
