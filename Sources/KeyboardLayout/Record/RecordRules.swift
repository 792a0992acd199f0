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
    // Gathered once: copying keys is costly.
    let keys = panel.pages.map(\.content.keys)
    let hasAltGr = keys.contains { page in page.contains { $0.role == .altgr } }
    return allowPages(of: panel)
      && zip(panel.pages, keys).allSatisfy { page, keys in
        (knowsKeys || keys.allSatisfy(allow))
          && allow(page.content, keys, isPad: panel.name.isPad)
      }
      && keys.joined().contains { hasAltGr ? $0.hasAltGr : $0.gainsByAltGr } == hasAltGr
      && (panel.groups.isEmpty || allowGroups(of: panel, keys))
  }

  private static func allowGroups(of panel: PanelDefinition, _ keys: [[Key]]) -> Bool {
    let ids = Set(keys.joined().map(\.id))
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
      let forms = panel.pages.map(\.content.form)
      return !panel.pages.isEmpty && areDistinct(forms)
        && (forms.count == 1 || (panel.name == .letters && !forms.contains(nil)))
        && panel.pages.allSatisfy { $0.page == .digits && $0.width == .half }
    }
    let half = panel.pages.filter { $0.width == .half }.map(\.page)
    let full = panel.pages.filter { $0.width == .full }.map(\.page)
    return areDistinct(half) && half.contains(.digits) && (full.isEmpty || Set(full) == Set(half))
      && areDistinct(full) && panel.pages.allSatisfy { $0.content.form == nil }
  }

  private static func allow(_ page: PanelPage, _ keys: [Key], isPad: Bool) -> Bool {
    (1...LayoutLimits.columns).contains(page.columns)
      && (1...LayoutLimits.rows).contains(page.rows.count)
      && keys.contains { $0.role == .delete } && areDistinct(keys.map(\.id))
      && page.rows.allSatisfy { row in
        !row.items.isEmpty
          && RowShape(row, isPad: isPad).neededUnits <= Double(page.columns)
          && (page.form != nil || row.items.count <= LayoutLimits.tokens)
      }
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
    return isTypedRight && isLabel(key.label, atMost: .max) && !key.id.isEmpty
      && isLabel(key.id, atMost: .max) && key.alternates.count <= LayoutLimits.alternates
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
    if text.utf8.count == 1, let byte = text.utf8.first { return (0x20...0x7E).contains(byte) }
    return (1...LayoutLimits.outputScalars).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy(\.isTypeable)
  }

  private static func isLabel(_ text: String, atMost most: Int) -> Bool {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count <= most }
    return (most == .max || text.count <= most)
      && text.unicodeScalars.allSatisfy { $0.forbiddenKind == nil }
  }

  private static func areDistinct(_ values: [some Hashable]) -> Bool {
    Set(values).count == values.count
  }
}
