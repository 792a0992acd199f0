/// A shipped keyboard as a record: the content of the keyboard's YAML file in a compact text form.
///
/// Reading a record takes a fiftieth of the time of reading the YAML file.
///
///     KeyboardRecord.keyboard(record, in: shipped)
///
/// A record contains references to panels of other shipped keyboards, not copies of these panels.
/// All shipped keyboards share one list of dead-key sequences. A keyboard uses the sequences for
/// which it has every key.
package enum KeyboardRecord {
  /// Reads a keyboard from its record; `nil` if the record is invalid.
  ///
  /// `source` provides the panels that the record references, and the dead-key sequences.
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
    let hasDeadKeys = reader.flag()
    keyboard.pair = reader.optional { $0.text() }
    keyboard.undrawnKeys = reader.list { key(&$0) }
    if hasDeadKeys {
      let keys = keyboard.panel(.letters)?.pages.first?.keys ?? []
      // A key of the number pad continues no sequence.
      let all = keys + keyboard.undrawnKeys.filter { !NumberPad.positions.contains($0.id) }
      keyboard.deadKeys = DeadKeys { sequences(for: all, in: source) }
    }
    return reader.isAtEnd ? keyboard : nil
  }

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
      let own = lender == nil ? panel(name, &reader) : nil
      return PanelReference(name: name, lender: lender, own: own)
    }
  }

  private static func sequences(
    for keys: [Key], in source: KeyboardSource
  ) -> DeadKeys {
    let actions = keys.reduce(into: Set<KeyAction>()) { $0.formUnion($1.actions) }
    var reader = RecordReader(source.sequences())
    return DeadKeys(&reader, keeping: actions.contains)
  }
}

extension KeyboardSource {
  package func panel(_ name: PanelName, of lender: String) -> PanelDefinition? {
    record(lender).flatMap(KeyboardRecord.panels)?.first { $0.name == name }?.own
  }
}

extension KeyboardRecord {
  /// Reads a panel: the list of its keys, its pages and its shuffle groups.
  ///
  /// The list contains each key once, even if several pages show the key. A row of a page refers to
  /// runs of adjacent keys in the list.
  private static func panel(_ name: PanelName, _ reader: inout RecordReader) -> PanelDefinition {
    let keys = reader.list { key(&$0) }
    let pages = reader.list(atMost: mostPages) { page(of: name, keys, &$0) }
    let groups = reader.list { reader in
      let name = reader.text()
      let ids = reader.list { reader in
        let place = reader.number()
        return keys.indices.contains(place) ? keys[place].id : ""
      }
      return ShuffleGroup(name: name, ids: ids)
    }
    return PanelDefinition(name: name, pages: pages, groups: groups)
  }

  /// The maximum numbers of pages in a panel and of items in a row; no shipped keyboard reaches
  /// them.
  ///
  /// Without these limits, an invalid record of a few bytes could expand to more keys than memory
  /// holds.
  private static let (mostPages, mostItems) = (8, 64)

  private static func page(
    of panel: PanelName, _ keys: [Key], _ reader: inout RecordReader
  ) -> PanelPage {
    var page = PanelPage(
      panel: panel, page: reader.choice(of: SymbolPage.allCases),
      width: reader.choice(of: PanelWidth.allCases), columns: reader.number(), rows: [])
    page.form = reader.optional { $0.choice(of: FormName.allCases) }
    var next = 0
    page.rows = reader.list(atMost: LayoutLimits.rows) { reader in
      var row = PanelRow(items: [], width: reader.width())
      for _ in 0..<reader.count(atMost: mostItems) where !reader.isBroken {
        addRun(to: &row, keys, &next, &reader)
      }
      return row
    }
    return page
  }

  /// Reads a gap or a run of keys, and appends it to `row`.
  ///
  /// A run consists of keys that are adjacent in `keys`. It starts at an explicit index or at
  /// `next`, the end of the previous run.
  private static func addRun(
    to row: inout PanelRow, _ keys: [Key], _ next: inout Int, _ reader: inout RecordReader
  ) {
    let code = reader.number()
    guard code > 0 else {
      row.items.append(.gap(units: reader.units()))
      return
    }
    let (first, count) = (code & 1 == 0 ? next : reader.number(), code >> 1)
    next = first &+ count
    let width = reader.width()
    guard first >= 0, count > 0, first <= keys.count, count <= keys.count - first,
      count <= mostItems - row.items.count
    else { return reader.refuse() }
    for place in first..<first + count {
      var key = keys[place]
      if key.width != width { key.width = width }
      row.items.append(.key(consume key))
    }
  }

  /// The parts of a key that its record contains, as bits of a number.
  ///
  /// Parts that few keys have use the higher bits, so that the number is small for most keys. A
  /// record omits a part with its default value, such as a label that equals the key's text or the
  /// name of the key's role.
  package struct KeyParts: OptionSet {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let input = KeyParts(rawValue: 1)
    package static let label = KeyParts(rawValue: 2)
    package static let output = KeyParts(rawValue: 4)
    package static let shifted = KeyParts(rawValue: 8)
    package static let levels = KeyParts(rawValue: 16)
    package static let alternates = KeyParts(rawValue: 32)
    /// The id, present if the key has a role and its id differs from the role's name.
    package static let id = KeyParts(rawValue: 64)
    package static let locked = KeyParts(rawValue: 128)
  }

  private static func key(_ reader: inout RecordReader) -> Key {
    let parts = KeyParts(rawValue: reader.number())
    var key =
      parts.contains(.input)
      ? Key(input: reader.text())
      : Key(role: reader.choice(of: KeyRole.allCases))
    if parts.contains(.id) { key.id = reader.text() }
    if parts.contains(.output) { key.output = reader.text() }
    if parts.contains(.shifted) { key.shifted = reader.optional { $0.text() } }
    if parts.contains(.levels) { key.setLevels { _ in reader.action() } }
    key.label = parts.contains(.label) ? reader.text() : key.defaultLabel
    if parts.contains(.alternates) { key.alternates = reader.list { $0.text() } }
    if parts.contains(.locked) { key.setLocked { _ in reader.action() } }
    return key
  }
}

extension Key {
  fileprivate var defaultLabel: String {
    role != .input ? role.label : output.isEmpty ? id : output
  }
}
