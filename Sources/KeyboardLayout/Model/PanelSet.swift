/// The panels that can be reached from one another while a keyboard is shown.
package struct PanelSet: Hashable, Sendable {
  /// The panels of the set in the toolbar's order: letters, numbers, symbols, ID card.
  package private(set) var panels: [PanelName]
  /// The panel that every `show` starts with.
  package private(set) var first: PanelName
  /// Whether `width-*` keys lead anywhere.
  package private(set) var hasFullWidth: Bool
  /// Whether `next-keyboard` keys lead anywhere.
  package private(set) var hasNext: Bool

  /// Collects the set of a keyboard.
  ///
  /// Letters and symbols belong together; numbers joins with a toolbar or when a panel has a
  /// `{numbers}` key. Numbers and the ID card, asked for as the start, stand alone.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard with the panels.
  ///   - start: the panel to begin with; `nil` for the first available one.
  ///   - hasToolbar: whether a title, and so a toolbar, is shown.
  ///   - fullWidth: whether full-width pages may be reached.
  ///   - hasNext: whether there is another keyboard to change to; never from a pad that stands
  ///     alone.
  /// - Throws: `UnknownName` if the keyboard has no panel `start`.
  package init(
    of keyboard: KeyboardDefinition, startingWith start: PanelName? = nil, hasToolbar: Bool = false,
    fullWidth: Bool = false, hasNext: Bool = false
  ) throws(UnknownName) {
    if let start, keyboard.panel(start) == nil {
      throw UnknownName(
        what: "panel", name: start.rawValue, owner: "Keyboard “\(keyboard.id)”",
        known: keyboard.panels.map(\.name.rawValue))
    }
    var members = [PanelName.letters, .symbols].filter { keyboard.panel($0) != nil }
    if let start, start.isPad {
      members = [start]
    } else if members.isEmpty {
      members = keyboard.panels.first.map { [$0.name] } ?? []
    } else if keyboard.panel(.numbers) != nil,
      hasToolbar || members.contains(where: { keyboard.panel($0)?.contains(.panelNumbers) == true })
    {
      members.insert(.numbers, at: members[0] == .letters ? 1 : 0)
    }
    panels = members
    first = start ?? members.first { !$0.isPad } ?? members.first ?? .letters
    self.hasNext = hasNext && members.contains { !$0.isPad }
    hasFullWidth =
      fullWidth && members.contains(.symbols) && keyboard.panel(.symbols)?.hasFullWidth == true
  }

  /// Tells whether a key of this role leads anywhere; a key that does not is left out of its row.
  package func keeps(_ role: KeyRole) -> Bool {
    if let panel = role.targetPanel { return panels.contains(panel) }
    if role == .nextKeyboard { return hasNext }
    return role.targetWidth == nil || hasFullWidth
  }
}

extension KeyboardDefinition {
  /// The rows of a selection, without the keys that lead nowhere in `set`.
  ///
  /// If there is another keyboard, letters without a key to change to it get one, and that key and
  /// the space show the name of this keyboard.
  ///
  /// A row is left out if all its keys lead nowhere.
  ///
  /// - Parameters:
  ///   - selection: the panel, and page and width for `symbols`.
  ///   - set: the panels that keys can lead to.
  ///   - idCardLetter: the case of the ID card's `x`, in label and output.
  ///   - returnType: the purpose of return; any but the default gives a pad without a return key
  ///     one, as wide as the pad, in a row below the others.
  ///   - room: the width of the panel in points, which decides about its form.
  /// - Returns: `nil` if the keyboard has no such page.
  package func page(
    _ selection: PanelSelection, in set: PanelSet, idCardLetter: LetterCase = .lower,
    returnType: ReturnType = .default, room: Double = .infinity
  ) -> PanelPage? {
    guard var page = panel(selection.panel)?.page(selection.page, selection.width, in: room)
    else { return nil }
    for index in page.rows.indices {
      page.rows[index].items.removeAll { item in
        guard let key = item.key else { return false }
        return !set.keeps(key.role)
      }
    }
    page.rows.removeAll { row in !row.items.contains { $0.key != nil } }
    if set.hasNext {
      if selection.panel == .letters { page.addNextKeyboard() }
      page.label(.nextKeyboard, shortName)
      page.label(.space, title)
    }
    if selection.panel == .idCard, idCardLetter == .upper { page.raiseIDCardLetter() }
    if selection.panel.isPad, returnType != .default, !page.contains(.return) {
      page.rows.append(PanelRow(items: [.key(Key(role: .return, width: .fill))]))
    }
    return page
  }
}

/// The case of a letter key without a shift key beside it.
public enum LetterCase: String, CaseIterable, Hashable, Sendable {
  /// `x`
  case lower
  /// `X`
  case upper
}

extension PanelPage {
  /// Adds a key to the next keyboard before the space, or in a row of its own if that lacks room.
  fileprivate mutating func addNextKeyboard() {
    if contains(.nextKeyboard) { return }
    let key = RowItem.key(Key(role: .nextKeyboard))
    if let index = rows.firstIndex(where: { $0.contains(.space) }),
      let place = rows[index].items.firstIndex(where: { $0.key?.role == .space })
    {
      var row = rows[index]
      row.items.insert(key, at: place)
      if RowShape(row, isPad: false).neededUnits <= Double(columns) {
        rows[index] = row
        return
      }
    }
    rows.append(PanelRow(items: [key]))
  }

  /// Gives the keys of a role a label, except those with one from their file.
  fileprivate mutating func label(_ role: KeyRole, _ label: String) {
    for row in rows.indices {
      for index in rows[row].items.indices {
        guard var key = rows[row].items[index].key, key.role == role, key.label == role.label
        else { continue }
        key.label = label
        rows[row].items[index] = .key(key)
      }
    }
  }

  /// Gives the key `x` its capital as label and output; its id, which events name, stays.
  fileprivate mutating func raiseIDCardLetter() {
    for row in rows.indices {
      for index in rows[row].items.indices {
        guard var key = rows[row].items[index].key, key.id == "x", key.role == .input else {
          continue
        }
        key.label = key.label(at: .shift)
        key.output = key.output(at: .shift)
        rows[row].items[index] = .key(key)
      }
    }
  }
}
