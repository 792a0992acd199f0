/// A keyboard of which everything is known, as the text of a record: what its file says without the
/// file's language, to be read at every start in a fiftieth of the time.
///
///     let record = KeyboardRecord.text(of: keyboard)
///     KeyboardRecord.keyboard(record)       // the same keyboard
///
/// A record is made when a keyboard is shipped and read by the very program it was made for, so it has
/// no version.
package enum KeyboardRecord {
  /// The record of a keyboard.
  package static func text(of keyboard: KeyboardDefinition) -> String {
    var writer = RecordWriter()
    writer.write(keyboard.id)
    writer.write(keyboard.title)
    writer.write(keyboard.language)
    writer.write(keyboard.panels) { write($1, to: &$0) }
    keyboard.deadKeys.write(to: &writer)
    writer.write(keyboard.pair) { $0.write($1) }
    return writer.text
  }

  /// The keyboard of a record; `nil` for anything but a whole one.
  package static func keyboard(_ record: [UInt8]) -> KeyboardDefinition? {
    var reader = RecordReader(record)
    var keyboard = KeyboardDefinition(
      id: reader.text(), title: reader.text(), language: reader.text(),
      panels: reader.list(panel))
    keyboard.deadKeys = DeadKeys(&reader)
    keyboard.pair = reader.optional { $0.text() }
    return reader.isAtEnd ? keyboard : nil
  }

  // MARK: Panels

  private static func write(_ panel: PanelDefinition, to writer: inout RecordWriter) {
    writer.write(panel.name)
    writer.write(panel.pages) { writer, page in
      writer.write(page.page)
      writer.write(page.width)
      writer.write(page.content.panel)
      writer.write(page.content.columns)
      writer.write(page.content.form) { $0.write($1) }
      writer.write(page.content.rows) { writer, row in
        writer.write(row.items) { write($1, to: &$0) }
        writer.write(row.width) { write($1, to: &$0) }
      }
    }
    writer.write(panel.groups) { writer, group in
      writer.write(group.name)
      writer.write(group.ids) { $0.write($1) }
    }
  }

  private static func panel(_ reader: inout RecordReader) -> PanelDefinition {
    PanelDefinition(
      name: reader.choice(of: PanelName.allCases), pages: reader.list(page),
      groups: reader.list { reader in
        ShuffleGroup(name: reader.text(), ids: reader.list { $0.text() })
      })
  }

  private static func page(_ reader: inout RecordReader) -> PanelDefinition.Page {
    var page = PanelDefinition.Page(
      page: reader.choice(of: SymbolPage.allCases), width: reader.choice(of: PanelWidth.allCases),
      content: PanelPage(
        panel: reader.choice(of: PanelName.allCases), columns: reader.number(), rows: []))
    page.content.form = reader.optional { $0.choice(of: FormName.allCases) }
    page.content.rows = reader.list { reader in
      PanelRow(items: reader.list(item), width: reader.optional(width))
    }
    return page
  }

  // MARK: Keys

  private static func write(_ item: RowItem, to writer: inout RecordWriter) {
    switch item {
    case .gap(let units):
      writer.write(false)
      writer.write(units)
    case .key(let key):
      writer.write(true)
      writer.write(key.role)
      writer.write(key.id)
      for text in [key.label, key.output] {
        writer.write(text == key.id ? nil : text) { $0.write($1) }
      }
      writer.write(key.shifted) { $0.write($1) }
      writer.write(key.levels) { writer, levels in
        for action in levels { action.write(to: &writer) }
      }
      writer.write(key.alternates) { $0.write($1) }
      writer.write(key.width) { write($1, to: &$0) }
    }
  }

  private static func item(_ reader: inout RecordReader) -> RowItem {
    guard reader.flag() else { return .gap(units: reader.real()) }
    let role = reader.choice(of: KeyRole.allCases)
    let id = reader.text()
    var key = Key(input: id)
    key.role = role
    if reader.flag() { key.label = reader.text() }
    if reader.flag() { key.output = reader.text() }
    if reader.flag() { key.shifted = reader.text() }
    if reader.flag() { key.setLevels { _ in KeyAction(&reader) } }
    key.alternates = reader.list { $0.text() }
    key.width = reader.optional(width)
    return .key(key)
  }

  private static func write(_ width: KeyWidth, to writer: inout RecordWriter) {
    switch width {
    case .share: writer.write(0)
    case .fill: writer.write(1)
    case .units(let units):
      writer.write(2)
      writer.write(units)
    }
  }

  private static func width(_ reader: inout RecordReader) -> KeyWidth {
    switch reader.number() {
    case 0: .share
    case 1: .fill
    default: .units(reader.real())
    }
  }
}

extension KeyAction {
  /// Writes the action into a record.
  func write(to writer: inout RecordWriter) {
    switch self {
    case .nothing: writer.write(0)
    case .insert(let text):
      writer.write(1)
      writer.write(text)
    case .dead(let name):
      writer.write(2)
      writer.write(name)
    }
  }

  /// The action that comes in a record.
  init(_ reader: inout RecordReader) {
    switch reader.number() {
    case 0: self = .nothing
    case 1: self = .insert(reader.text())
    default: self = .dead(reader.text())
    }
  }
}
