package struct PanelDefinition: Hashable, Sendable {
  package var name: PanelName
  /// The pages of the panel.
  ///
  /// The panel `symbols` has two to four pages. Any other panel has one page, or one page for each
  /// form. The rows may contain keys that lead to missing panels, pages and keyboards.
  package var pages: [PanelPage]
  package var groups: [ShuffleGroup] = []

  package var hasFullWidth: Bool { pages.contains { $0.width == .full } }

  /// Returns the page to show; `nil` if `symbols` has no such page.
  ///
  /// Panels other than `symbols` ignore `page` and `width`. They use the first form that fits into
  /// `room` points, or the last form if none fits.
  package func page(
    _ page: SymbolPage, _ width: PanelWidth, in room: Double = .infinity
  ) -> PanelPage? {
    guard name == .symbols else {
      return pages.count > 1 ? pages.first { $0.hasRoom(in: room) } ?? pages.last : pages.first
    }
    return pages.first { $0.page == page && $0.width == width }
  }

  package func contains(_ role: KeyRole) -> Bool {
    pages.contains { $0.contains(role) }
  }

  func leads(to panel: PanelName) -> Bool {
    pages.contains { $0.leads(to: panel) }
  }
}

package enum RowItem: Hashable, Sendable {
  case key(Key)
  /// A spacer of 0.5 to 8 units; it ignores touches.
  case gap(units: Double)

  package var key: Key? {
    if case .key(let key) = self { key } else { nil }
  }

  var role: KeyRole? {
    if case .key(let key) = self { key.role } else { nil }
  }
}

package struct PanelRow: Hashable, Sendable {
  package var items: [RowItem]
  package var width: KeyWidth?

  package var keys: [Key] { items.compactMap(\.key) }

  package func contains(_ role: KeyRole) -> Bool {
    // By index: a loop variable would copy the item with all texts of its key.
    items.indices.contains { items[$0].role == role }
  }
}

/// The rows of keys that are shown at one time, without frames.
///
/// The panel `symbols` has two to four pages. Any other panel has one page, or one page for each
/// form.
package struct PanelPage: Hashable, Sendable {
  package var panel: PanelName
  /// The kind of page on the panel `symbols`; always `digits` for other panels.
  package var page: SymbolPage
  /// The character set of a page of the panel `symbols`; always `half` for other panels.
  package var width: PanelWidth
  /// The number of unit keys that fit in a row, from 1 to 16.
  package var columns: Int
  package var rows: [PanelRow]
  /// The form from which the rows were built; `nil` if the file lists the rows itself.
  package var form: FormName?

  package init(
    panel: PanelName, page: SymbolPage = .digits, width: PanelWidth = .half, columns: Int,
    rows: [PanelRow], form: FormName? = nil
  ) {
    self.panel = panel
    self.page = page
    self.width = width
    self.columns = columns
    self.rows = rows
    self.form = form
  }

  func hasRoom(in width: Double) -> Bool { form?.hasRoom(for: columns, in: width) ?? true }

  package var keys: [Key] { rows.flatMap(\.keys) }

  package func contains(_ role: KeyRole) -> Bool {
    rows.contains { $0.contains(role) }
  }

  func leads(to panel: PanelName) -> Bool { contains { $0.targetPanel == panel } }

  func leads(to page: SymbolPage) -> Bool { contains { $0.targetPage == page } }

  private func contains(_ isWanted: (KeyRole) -> Bool) -> Bool {
    rows.contains { row in
      row.items.indices.contains { row.items[$0].role.map(isWanted) ?? false }
    }
  }
}

/// The panels that can be reached from one another while a keyboard is shown.
package struct PanelSet: Hashable, Sendable {
  /// The panels of the set in the toolbar's order: letters, numbers, symbols, ID card.
  package private(set) var panels: [PanelName]
  package private(set) var first: PanelName
  package private(set) var hasFullWidth: Bool
  /// The short name of the keyboard that `next-keyboard` keys lead to; `nil` for none.
  package private(set) var next: String?
  /// True if the space bar shows the keyboard's name.
  private(set) var isNamed: Bool

  /// Creates the set of the panels that can be reached from a start panel.
  ///
  /// If `start` is `nil`, the first available panel is shown first. If `start` is a pad (`numbers`
  /// or `id-card`), the set has no other panel. Otherwise the set includes `numbers` if there is a
  /// toolbar, or if a panel has a `{numbers}` key. `next` is the short name of another
  /// keyboard; it is ignored if the set has only pads. `isNamed` shows the keyboard's name on the
  /// space bar even without another keyboard.
  package init(
    of keyboard: KeyboardDefinition, startingWith start: PanelName? = nil, hasToolbar: Bool = false,
    fullWidth: Bool = false, next: String? = nil, isNamed: Bool = false
  ) throws(UnknownName) {
    self.isNamed = isNamed || next != nil
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
    self.next = members.contains { !$0.isPad } ? next : nil
    hasFullWidth =
      fullWidth && members.contains(.symbols) && keyboard.panel(.symbols)?.hasFullWidth == true
  }

  /// False if a key of this role would switch to a panel, keyboard or character set that is
  /// missing.
  package func keeps(_ role: KeyRole) -> Bool {
    if let panel = role.targetPanel { return panels.contains(panel) }
    if role == .nextKeyboard { return next != nil }
    return role.targetWidth == nil || hasFullWidth
  }
}

extension KeyboardDefinition {
  /// Returns the page of a selection, without keys that have no target in `set`.
  ///
  /// It returns `nil` if there is no such page. If `set` has a next keyboard, the letters panel
  /// gets a `next-keyboard` key unless the file has one. If `returnType` is not the default, a pad
  /// without a return key gets one in an additional last row. `idCardLetter` is the case of the key
  /// `x` on the ID card panel. `room` is the width of the panel in points, which determines the
  /// form. `drawing` returns the key to draw in place of a key; for nil there is a gap.
  package func page(
    _ selection: PanelSelection, in set: PanelSet, idCardLetter: LetterCase = .lower,
    returnType: ReturnType = .default, room: Double = .infinity,
    drawing: (Key) -> Key? = { $0 }
  ) -> PanelPage? {
    guard var page = panel(selection.panel)?.page(selection.page, selection.width, in: room)
    else { return nil }
    for index in page.rows.indices {
      page.rows[index].items.removeAll { item in
        guard let key = item.key else { return false }
        let target = key.role.targetPanel
        return !set.keeps(key.role) || target.map { !types(on: $0, drawing: drawing) } ?? false
      }
    }
    page.rows.removeAll { row in !row.items.contains { $0.key != nil } }
    if let next = set.next {
      if selection.panel == .letters { page.addNextKeyboard() }
      page.label(.nextKeyboard, next)
    }
    if set.isNamed { page.label(.space, spaceName) }
    if selection.panel == .idCard, idCardLetter == .upper { page.raiseIDCardLetter() }
    // A panel all of whose keys are refused shows what it refuses, rather than nothing.
    if page.types(drawing: drawing) { page.rows.draw(drawing) }
    if selection.panel.isPad, returnType != .default, !page.contains(.return) {
      page.rows.append(PanelRow(items: [.key(Key(role: .return, width: .fill))]))
    }
    return page
  }
}

extension KeyboardDefinition {
  /// True if a panel has a key that is drawn and types a character.
  package func types(on panel: PanelName, drawing: (Key) -> Key?) -> Bool {
    self.panel(panel)?.pages.contains { $0.types(drawing: drawing) } ?? false
  }
}

extension PanelPage {
  fileprivate func types(drawing: (Key) -> Key?) -> Bool {
    keys.contains { $0.role == .input && drawing($0) != nil }
  }
}

extension [PanelRow] {
  /// Replaces each key by the one that `drawing` returns, or by a gap of its width.
  fileprivate mutating func draw(_ drawing: (Key) -> Key?) {
    for row in indices {
      for (place, item) in self[row].items.enumerated() {
        guard let key = item.key else { continue }
        if let drawn = drawing(key) {
          self[row].items[place] = .key(drawn)
        } else {
          let units = if case .units(let count)? = key.width { count } else { 1.0 }
          self[row].items[place] = .gap(units: units)
        }
      }
    }
  }
}

/// The case of a letter key on a panel without a shift key.
public enum LetterCase: String, CaseIterable, Hashable, Sendable {
  /// Lower case, as in `x`.
  case lower
  /// Upper case, as in `X`.
  case upper
}

extension PanelPage {
  /// Adds a `next-keyboard` key before the space bar, or in a new row if that row is full.
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

  fileprivate mutating func label(_ role: KeyRole, _ label: String) {
    changeKeys { key in
      if key.role == role, key.label == role.label { key.label = label }
    }
  }

  /// Changes the label and the text of the key `x` to upper case, but not its id.
  ///
  /// Shuffles, simulations and hosts identify keys by their ids, so the id must not change.
  fileprivate mutating func raiseIDCardLetter() {
    changeKeys { key in
      guard key.id == "x", key.role == .input else { return }
      key.label = key.label(at: .shift)
      key.output = key.output(at: .shift)
    }
  }

  mutating func changeKeys(_ change: (inout Key) -> Void) {
    for row in rows.indices {
      for index in rows[row].items.indices {
        guard case .key(var key) = rows[row].items[index] else { continue }
        change(&key)
        rows[row].items[index] = .key(key)
      }
    }
  }
}

/// The panels of a keyboard; the raw value is the name in files and options.
@nonexhaustive public enum PanelName: String, CaseIterable, Hashable, Sendable {
  /// The letters of a language.
  case letters
  /// Ten digits and a decimal point.
  case numbers
  /// Ten digits and an x, as in Chinese identity card numbers.
  case idCard = "id-card"
  /// Digits, punctuation and symbols on up to four pages.
  case symbols

  /// True if the panel uses the pad grid (three columns) instead of the key grid.
  package var isPad: Bool { self == .numbers || self == .idCard }
}

/// The two kinds of page of the panel `symbols`; each can exist in half and in full width.
@nonexhaustive public enum SymbolPage: String, CaseIterable, Hashable, Sendable {
  /// Digits and common punctuation.
  case digits
  /// Brackets, signs and currencies.
  case symbols
}

/// The two character sets of a page of `symbols`: half-width and full-width characters.
public enum PanelWidth: String, CaseIterable, Hashable, Sendable {
  /// Half-width characters, as in European text.
  case half
  /// Full-width characters, each as wide as it is tall, as in Chinese text.
  case full
}

/// The panel to show and, for `symbols`, its page and character set.
///
/// `page` and `width` apply only to `symbols`, but they are kept while other panels are shown.
public struct PanelSelection: Hashable, Sendable {
  /// The selected panel.
  public var panel: PanelName
  /// The kind of page, used only if `panel` is `symbols`.
  public var page: SymbolPage
  /// The character set of the page, used only if `panel` is `symbols`.
  public var width: PanelWidth

  /// Creates a selection; page and width default to digits in half width.
  public init(panel: PanelName, page: SymbolPage = .digits, width: PanelWidth = .half) {
    self.panel = panel
    self.page = page
    self.width = width
  }
}

extension PanelSelection: CustomStringConvertible {
  /// The panel's name, followed for `symbols` by the page and the width.
  ///
  /// Examples: `numbers`, `symbols, digits, half`.
  public var description: String {
    panel == .symbols
      ? "\(panel.rawValue), \(page.rawValue), \(width.rawValue)" : panel.rawValue
  }
}

/// The purpose of the return key; the host decides on the action.
@nonexhaustive public enum ReturnType: String, CaseIterable, Hashable, Sendable {
  /// No particular purpose; the label is `return`.
  case `default`
  /// Ends the input.
  case done
  /// Opens the address or other target that the text names.
  case go
  /// Moves to the next field; the keyboard stays on screen.
  case next
  /// Searches for the text.
  case search
  /// Sends the text.
  case send
  /// Joins a network.
  case join
  /// Continues with the next step.
  case `continue`

  /// The label of the return key.
  public var label: String { self == .default ? "return" : rawValue }

  package var keepsKeyboard: Bool { self == .next }
}
