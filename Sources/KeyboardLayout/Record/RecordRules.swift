/// The rules of keyboard files for a keyboard from a record on a disk.
///
/// A record comes from a file without faults and is bound to it by a hash; these rules are for the
/// case that neither is true. They report no faults, since the file itself tells more.
enum RecordRules {
  /// Tells whether a file could describe the whole keyboard.
  static func allow(_ keyboard: KeyboardDefinition) -> Bool {
    allowFrame(of: keyboard) && keyboard.panels.allSatisfy { allow($0, knowsKeys: false) }
  }

  /// Tells whether a file could describe the keyboard's parts beside the keys of its panels.
  static func allowFrame(of keyboard: KeyboardDefinition) -> Bool {
    KeyboardName.isValid(keyboard.id) && LanguageTag.isWellFormed(keyboard.language)
      && isLabel(keyboard.title, atMost: LayoutLimits.titleLength) && !keyboard.title.isEmpty
      && keyboard.pair.map { KeyboardName.isValid($0) && $0 != keyboard.id } ?? true
      && !keyboard.panels.isEmpty && areDistinct(keyboard.panels.map(\.name))
      && !WayOutRule.hasDeadEnd(keyboard.panels)
  }

  /// Tells whether a file could describe the sequences; those of a record are checked at their
  /// first use.
  static func allow(_ deadKeys: DeadKeys) -> Bool {
    deadKeys.isSound
      && deadKeys.sequences.allSatisfy { isTyped($0.text) && $0.keys.allSatisfy(isWhole) }
  }

  /// Tells whether a file could describe the panel.
  ///
  /// - Parameters:
  ///   - panel: the panel.
  ///   - knowsKeys: whether `allow(_:)` was asked about each of its keys.
  /// - Returns: the answer.
  static func allow(_ panel: PanelDefinition, knowsKeys: Bool) -> Bool {
    let isPad = panel.name.isPad
    guard allowPages(of: panel),
      panel.pages.allSatisfy({ allow($0.content, isPad: isPad, knowsKeys) })
    else { return false }
    let hasAltGr = panel.contains(.altgr)
    let hasUse = panel.hasKey { hasAltGr ? $0.hasAltGr : $0.gainsByAltGr }
    return hasUse == hasAltGr && (panel.groups.isEmpty || allowGroups(of: panel))
  }

  private static func allowGroups(of panel: PanelDefinition) -> Bool {
    let ids = Set(panel.pages.flatMap { $0.content.keys.map(\.id) })
    let grouped = panel.groups.flatMap(\.ids)
    return areDistinct(panel.groups.map(\.name)) && areDistinct(grouped)
      && panel.groups.allSatisfy { KeyboardName.isValid($0.name) }
      && grouped.allSatisfy(ids.contains)
  }

  /// Tells whether the pages are possible.
  ///
  /// Symbols have one or two pages in both widths or in half width alone, other panels a page for
  /// each form.
  private static func allowPages(of panel: PanelDefinition) -> Bool {
    guard panel.name == .symbols else {
      let pages = panel.pages
      return !pages.isEmpty && (pages.count == 1 || panel.name == .letters)
        && pages.indices.allSatisfy { place in
          let form = pages[place].content.form
          return (form != nil || pages.count == 1)
            && !pages[..<place].contains { $0.content.form == form }
        } && pages.allSatisfy { $0.page == .digits && $0.width == .half }
    }
    let half = panel.pages.filter { $0.width == .half }.map(\.page)
    let full = panel.pages.filter { $0.width == .full }.map(\.page)
    return areDistinct(half) && half.contains(.digits) && (full.isEmpty || Set(full) == Set(half))
      && areDistinct(full) && panel.pages.allSatisfy { $0.content.form == nil }
  }

  private static func allow(_ page: PanelPage, isPad: Bool, _ knowsKeys: Bool) -> Bool {
    guard (1...LayoutLimits.columns).contains(page.columns),
      (1...LayoutLimits.rows).contains(page.rows.count), page.contains(.delete)
    else { return false }
    var ids: [Int] = []
    ids.reserveCapacity(page.rows.reduce(0) { $0 + $1.items.count })
    for row in page.rows {
      guard !row.items.isEmpty, page.form != nil || row.items.count <= LayoutLimits.tokens,
        row.mostUnits <= Double(page.columns)
          || RowShape(row, isPad: isPad).neededUnits <= Double(page.columns)
      else { return false }
      for place in row.items.indices {
        guard case .key(let key) = row.items[place] else { continue }
        guard knowsKeys || allow(key) else { return false }
        ids.append(number(of: key.id))
      }
    }
    ids.sort()
    return ids.indices.dropFirst().allSatisfy { ids[$0] != ids[$0 - 1] }
  }

  /// A number for an id: the same for equal ids, and nearly always another for others.
  ///
  /// Of two ids with one number, the file itself tells whether they are equal.
  private static func number(of id: String) -> Int {
    var number: UInt64 = 0xCBF2_9CE4_8422_2325
    let isASCII = id.allBytes { byte in
      number = (number ^ UInt64(byte)) &* 0x100_0000_01B3
      return byte < 0x80
    }
    // Texts beyond ASCII may be equal without having the same bytes.
    return isASCII ? Int(bitPattern: UInt(number)) : id.hashValue
  }

  /// Tells whether a file could describe the key.
  static func allow(_ key: Key) -> Bool {
    let mayType = key.role == .input || key.role == .space
    // Without lists: a start with a user's keyboard looks at a hundred keys.
    func isAllowed(_ action: KeyAction) -> Bool {
      action == .nothing || mayType && isWhole(action)
    }
    let isTypedRight =
      key.levels?.allSatisfy(isAllowed)
      ?? (isAllowed(KeyAction(key.output)) && isAllowed(KeyAction(key.shifted ?? "")))
    return isTypedRight && !key.id.isEmpty && isLabel(key.id, atMost: .max)
      && (key.label.isExactly(key.id) || isLabel(key.label, atMost: .max))
      && key.alternates.count <= LayoutLimits.alternates
      && key.alternates.allSatisfy { mayType && isTyped($0) }
  }

  private static func isWhole(_ action: KeyAction) -> Bool {
    switch action {
    case .nothing: false
    case .insert(let text): isTyped(text)
    case .dead(let name): DeadKeyName.isValid(name[...])
    }
  }

  private static func isTyped(_ text: String) -> Bool {
    if text.isPrintableASCII { return (1...LayoutLimits.outputScalars).contains(text.utf8.count) }
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= LayoutLimits.outputScalars, scalar.isTypeable else { return false }
    }
    return count > 0
  }

  private static func isLabel(_ text: String, atMost most: Int) -> Bool {
    if text.isPrintableASCII { return text.utf8.count <= most }
    return (most == .max || text.count <= most)
      && text.unicodeScalars.allSatisfy { $0.forbiddenKind == nil }
  }

  /// Without a set: all but the ids of a group are fewer than ten.
  private static func areDistinct(_ values: [some Equatable]) -> Bool {
    values.indices.allSatisfy { !values[..<$0].contains(values[$0]) }
  }
}

extension PanelDefinition {
  /// Tells whether some key of a page is as asked for.
  fileprivate func hasKey(_ isWanted: (Key) -> Bool) -> Bool {
    pages.contains { page in
      page.content.rows.contains { row in
        // By its index: an item of a loop would be a copy.
        row.items.indices.contains { place in
          if case .key(let key) = row.items[place] { isWanted(key) } else { false }
        }
      }
    }
  }
}

extension PanelRow {
  /// The number of units that the row takes at most.
  ///
  /// It says without measuring that most rows fit; `RowShape` tells exactly.
  fileprivate var mostUnits: Double {
    items.indices.reduce(0) { sum, place in
      switch items[place] {
      case .gap(let units): sum + units
      case .key(let key):
        switch key.width ?? (key.role == .input ? width : nil) {
        case .units(let units): sum + units
        case .share, .fill: sum + 1
        case nil: sum + key.role.mostUnits
        }
      }
    }
  }
}

extension KeyRole {
  /// The number of units that a key without a width takes at most, as `RowShape` gives them.
  fileprivate var mostUnits: Double {
    switch self {
    case .input, .space: 1
    case .return: 3
    case .panelLetters, .panelSymbols, .panelNumbers: 2
    default: 1.5
    }
  }
}
