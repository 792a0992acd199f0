/// A shipped keyboard as text: the content of its file without the file's language.
///
/// A start reads it in a fiftieth of the file's time.
///
///     let record = KeyboardRecord.text(of: keyboard, in: shipped)
///     KeyboardRecord.keyboard(record, in: shipped)       // the same keyboard
///
/// Panels of other shipped keyboards are named, not repeated. The sequences of dead keys are those of
/// all shipped keyboards, as far as the keyboard has their keys.
package enum KeyboardRecord {
  /// The keyboards whose panels are named, not repeated.
  private static let lenders = ["symbols", "number", "id-card"]

  /// Writes the record of a keyboard.
  ///
  /// - Parameters:
  ///   - keyboard: the keyboard.
  ///   - source: the panels that it may name, and the sequences.
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
      if lender == nil { PanelRecord.write(panel, to: &writer) }
    }
    writer.write(!keyboard.deadKeys.isEmpty)
    writer.write(keyboard.pair) { $0.write($1) }
    return writer.text
  }

  /// Reads the keyboard of a record.
  ///
  /// - Parameters:
  ///   - record: the text of a record.
  ///   - source: the panels that it names, and the sequences.
  /// - Returns: the keyboard; `nil` for anything but a whole record.
  package static func keyboard(
    _ record: [UInt8], in source: KeyboardSource
  ) -> KeyboardDefinition? {
    var reader = RecordReader(record)
    var keyboard = header(&reader)
    for panel in panels(&reader) {
      let lent = panel.lender.map { source.panel(panel.name, of: $0) }
      guard let definition = lent ?? panel.own else { return nil }
      keyboard.panels.append(definition)
    }
    if reader.flag() {
      let panels = keyboard.panels
      keyboard.deadKeys = DeadKeys { sequences(for: panels, in: source) }
    }
    keyboard.pair = reader.optional { $0.text() }
    return reader.isAtEnd ? keyboard : nil
  }

  /// The panels of a record; `nil` for anything but a record.
  static func panels(of record: [UInt8]) -> [PanelReference]? {
    var reader = RecordReader(record)
    _ = header(&reader)
    let panels = panels(&reader)
    return reader.isBroken ? nil : panels
  }

  private static func header(_ reader: inout RecordReader) -> KeyboardDefinition {
    KeyboardDefinition(
      id: reader.text(), title: reader.text(), language: reader.text(), panels: [])
  }

  private static func panels(_ reader: inout RecordReader) -> [PanelReference] {
    reader.list { reader in
      let name = reader.choice(of: PanelName.allCases)
      let lender = reader.optional { $0.text() }
      let own = lender == nil ? PanelRecord.panel(name, &reader) : nil
      return PanelReference(name: name, lender: lender, own: own)
    }
  }

  /// The sequences of all shipped keyboards whose keys are among those of the letters.
  private static func sequences(
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
  /// The panel of a keyboard that has a record.
  func panel(_ name: PanelName, of lender: String) -> PanelDefinition? {
    record(lender).flatMap(KeyboardRecord.panels)?.first { $0.name == name }?.own
  }
}
