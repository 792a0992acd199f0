/// A complete keyboard as the text of a record: the content of its file without the file's
/// language.
///
/// A start reads it in a fiftieth of the file's time.
///
///     let record = KeyboardRecord.text(of: keyboard, in: shipped)
///     KeyboardRecord.keyboard(record, in: shipped)       // the same keyboard
///
/// Panels of shipped keyboards are named and not repeated, and so are the sequences of dead keys
/// that all shipped keyboards share. A keyboard that is read is whole, but not checked against the
/// rules of files: ``RecordRules`` does that for records from outside the program.
package enum KeyboardRecord {
  /// The version of records, and of what the same file means; another one for every change of either.
  package static let version = 5

  /// The keyboards whose panels are named, not repeated.
  private static let lenders = ["symbols", "number", "id-card"]

  /// The place of a record's sequences.
  private enum Sequences: CaseIterable {
    case none
    /// In the shared sequences: those whose keys the keyboard has.
    case shared
    /// In the record.
    case own
  }

  // MARK: Writing

  /// Writes the record of a keyboard.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard.
  ///   - source: the panels and sequences that it may name.
  /// - Returns: the text.
  package static func text(of keyboard: KeyboardDefinition, in source: KeyboardSource) -> String {
    var writer = RecordWriter()
    writer.write(keyboard.id)
    writer.write(keyboard.title)
    writer.write(keyboard.language)
    writer.write(keyboard.panels) { writer, panel in
      writer.write(panel.name)
      let lender = lenders.first { name in
        name != keyboard.id && source.panel(panel.name, of: name) == panel
      }
      writer.write(lender) { $0.write($1) }
      LentPanel.Facts(of: panel).write(to: &writer)
      if lender == nil { writer.write(PanelRecord.text(of: panel)) }
    }
    write(keyboard, in: source, to: &writer)
    writer.write(keyboard.pair) { $0.write($1) }
    return writer.text
  }

  private static func write(
    _ keyboard: KeyboardDefinition, in source: KeyboardSource, to writer: inout RecordWriter
  ) {
    if keyboard.deadKeys.isEmpty { return writer.write(Sequences.none) }
    let isShared = shared(for: keyboard.panels, in: source) == keyboard.deadKeys
    writer.write(isShared ? Sequences.shared : .own)
    if !isShared { writer.write(keyboard.deadKeys.record) }
  }

  // MARK: Reading

  /// Reads the keyboard of a record.
  ///
  /// - Parameters:
  ///   - record: the text of a record.
  ///   - source: the panels and sequences that it names.
  ///   - isNamed: whether `source` has the keyboard, whose panels are then read when they are shown.
  ///   - checksRules: whether to refuse a keyboard that no file could describe; named panels were
  ///     checked when they were shipped.
  /// - Returns: the keyboard; `nil` for anything but a whole record.
  package static func keyboard(
    _ record: [UInt8], in source: KeyboardSource, isNamed: Bool = false, checksRules: Bool = false
  ) -> KeyboardDefinition? {
    var reader = RecordReader(record)
    var keyboard = header(&reader)
    for var panel in panels(&reader, checksRules, reading: { _ in !isNamed }) {
      if checksRules, !isAllowed(panel, in: source) { return nil }
      if isNamed, panel.lender == nil { panel.lender = keyboard.id }
      guard let panel = panel.definition(in: source) else { return nil }
      keyboard.panels.append(panel)
    }
    switch reader.choice(of: Sequences.allCases) {
    case .none: break
    case .shared:
      let panels = keyboard.panels
      keyboard.deadKeys = DeadKeys { shared(for: panels, in: source) }
    case .own:
      let own = reader.textBytes()
      keyboard.deadKeys = DeadKeys { self.own(own) }
    }
    keyboard.pair = reader.optional { $0.text() }
    let isRefused = checksRules && !RecordRules.allowFrame(of: keyboard)
    return reader.isAtEnd && !isRefused ? keyboard : nil
  }

  /// A panel in a record.
  struct Panel {
    let name: PanelName
    /// The keyboard that has the panel, if it is another one.
    var lender: String?
    /// What is known of the panel before it is read.
    fileprivate var facts: LentPanel.Facts?
    /// The panel, if it is the keyboard's own and was wanted.
    var own: PanelDefinition?

    init(name: PanelName, lender: String? = nil, own: PanelDefinition? = nil) {
      (self.name, self.lender, self.own) = (name, lender, own)
    }

    /// The panel, which is not read yet if it is lent.
    fileprivate func definition(in source: KeyboardSource) -> PanelDefinition? {
      guard let lender, let facts else { return own }
      let name = name
      return PanelDefinition(
        name: name, lent: LentPanel(facts: facts) { source.panel(name, of: lender) })
    }
  }

  /// Whether a file could describe a panel; one that is lent was looked at when it was shipped.
  private static func isAllowed(_ panel: Panel, in source: KeyboardSource) -> Bool {
    guard let lender = panel.lender else {
      return panel.own.map { RecordRules.allow($0, knowsKeys: true) } ?? false
    }
    let lent = source.record(lender).flatMap { panels($0, reading: nil) }
    guard let known = lent?.first(where: { $0.name == panel.name }), known.lender == nil else {
      return false
    }
    return panel.facts == known.facts
  }

  /// The panels of a record, of its own ones at most that of a name read; `nil` for anything but a
  /// record.
  static func panels(_ record: [UInt8], reading name: PanelName?) -> [Panel]? {
    var reader = RecordReader(record)
    _ = header(&reader)
    let panels = panels(&reader, false) { $0 == name }
    return reader.isBroken ? nil : panels
  }

  private static func header(_ reader: inout RecordReader) -> KeyboardDefinition {
    KeyboardDefinition(
      id: reader.text(), title: reader.text(), language: reader.text(), panels: [])
  }

  /// Reads the panels of a record; of its own ones those that are wanted.
  private static func panels(
    _ reader: inout RecordReader, _ checksKeys: Bool, reading isWanted: (PanelName) -> Bool
  ) -> [Panel] {
    reader.list { reader in
      let name = reader.choice(of: PanelName.allCases)
      let lender = reader.optional { $0.text() }
      var panel = Panel(name: name, lender: lender)
      panel.facts = LentPanel.Facts(&reader)
      guard lender == nil else { return panel }
      let end = reader.count() + reader.place
      guard isWanted(name) else {
        reader.skip(to: end)
        return panel
      }
      panel.own = PanelRecord.panel(name, &reader, checksKeys: checksKeys)
      if reader.place != end { reader.refuse() }
      return panel
    }
  }

  /// Reads the sequences in a record; none if they are incomplete, or no file could describe them.
  private static func own(_ record: [UInt8]) -> DeadKeys {
    var reader = RecordReader(record)
    let deadKeys = DeadKeys(&reader) { _ in true }
    return reader.isAtEnd && RecordRules.allow(deadKeys) ? deadKeys : .none
  }

  /// The sequences of all shipped keyboards whose keys are among those of the letters.
  private static func shared(
    for panels: [PanelDefinition], in source: KeyboardSource
  ) -> DeadKeys {
    var actions: Set<KeyAction> = []
    for panel in panels where panel.name == .letters {
      for key in panel.pages.first?.content.keys ?? [] {
        for level in KeyLevel.allCases { actions.insert(key.action(at: level)) }
      }
    }
    var reader = RecordReader(source.sequences())
    return DeadKeys(&reader, keeping: actions.contains)
  }
}

extension KeyboardSource {
  /// The panel of a keyboard that has a record with a panel of its own.
  func panel(_ name: PanelName, of lender: String) -> PanelDefinition? {
    let panels = record(lender).flatMap { KeyboardRecord.panels($0, reading: name) }
    return panels?.first { $0.name == name }?.own
  }
}
