/// A panel of a keyboard, or the keyboard that it is taken from.
struct PanelReference {
  let name: PanelName
  /// The keyboard that has the panel, if it is another one.
  let lender: String?
  /// The panel, if it is the keyboard's own.
  let own: PanelDefinition?
}

extension LayoutDraft {
  /// Fetches the panels taken from other keyboards, which must be those keyboards' own.
  ///
  /// - Parameters:
  ///   - source: the other keyboards.
  ///   - reader: receives the faults.
  mutating func resolveImports(from source: KeyboardSource, _ reader: inout FileReader) {
    var drafts: [String: LayoutDraft] = [:]
    for index in panels.indices {
      guard let from = panels[index].from else { continue }
      let name = from.text
      guard name != id?.text else {
        reader.add(from, "A keyboard cannot take a panel from itself.")
        continue
      }
      let wanted = panels[index].name
      let record = source.record(name)
      if let lent = record.flatMap(KeyboardRecord.panels) {
        panels[index].borrowed = Self.lend(wanted, of: lent, at: from, &reader)
        continue
      }
      guard let other = drafts[name] ?? Self.draft(of: from, source, &reader) else { continue }
      drafts[name] = other
      panels[index].borrowed = other.lend(wanted, at: from, &reader)
    }
  }

  /// Reads the keyboard that a panel is taken from.
  private static func draft(
    of from: Word, _ source: KeyboardSource, _ reader: inout FileReader
  ) -> LayoutDraft? {
    guard KeyboardName.isValid(from.text), let bytes = source.bytes(from.text) else {
      let unknown = UnknownName(what: "keyboard", name: from.text.quotable, known: source.names)
      reader.add(from, unknown.description)
      return nil
    }
    var other = FileReader(file: "\(from.text).yaml")
    guard let root = YAMLParser.parse(bytes, faults: &other.faults) else {
      reader.add(from, "Keyboard \(from.text.quoted) has faults of its own; correct them first.")
      return nil
    }
    var draft = LayoutDraft(root, &other)
    draft.takeForms(from: source, &other)
    for rule in LayoutRules.ofRows { rule.check(draft, &other) }
    guard other.faults.isEmpty else {
      reader.add(from, "Keyboard \(from.text.quoted) has faults of its own; correct them first.")
      return nil
    }
    return draft
  }

  /// A panel of this keyboard for another one.
  private func lend(
    _ name: PanelName, at from: Word, _ reader: inout FileReader
  ) -> PanelDefinition? {
    let lent = panels.map { panel in
      PanelReference(
        name: panel.name, lender: panel.from?.text,
        own: panel.from == nil && panel.name == name ? definition(of: panel) : nil)
    }
    return Self.lend(name, of: lent, at: from, &reader)
  }

  /// The panel of that name among those of a keyboard, if it is its own.
  private static func lend(
    _ name: PanelName, of panels: [PanelReference], at from: Word, _ reader: inout FileReader
  ) -> PanelDefinition? {
    guard let panel = panels.first(where: { $0.name == name }) else {
      let unknown = UnknownName(
        what: "panel", name: name.rawValue, owner: "Keyboard \(from.text.quoted)",
        known: panels.map(\.name.rawValue))
      reader.add(from, unknown.description)
      return nil
    }
    if let origin = panel.lender {
      reader.add(
        from,
        "Keyboard \(from.text.quoted) takes panel “\(name.rawValue)” from \(origin.quoted) "
          + "itself. Take it from there.")
    }
    return panel.own
  }
}

extension String {
  /// The text as a message may carry it, cut after 32 characters, without quotation marks.
  var quotable: String { String(quoted.dropFirst().dropLast()) }
}
