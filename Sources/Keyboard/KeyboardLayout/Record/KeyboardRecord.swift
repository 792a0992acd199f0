import KeywardGeometry

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

/// The part of a record for the keys of a panel.
///
/// Every key is in it once, whatever the number of its pages; rows are runs of keys that also
/// stand side by side there.
enum PanelRecord {
  /// Writes the pages and groups of a panel.
  static func write(_ panel: PanelDefinition, to writer: inout RecordWriter) {
    let keys = distinctKeys(of: panel)
    writer.write(keys) { KeyRecord.write($1, to: &$0) }
    writer.write(panel.pages) { writer, page in
      writer.write(page.page)
      writer.write(page.width)
      writer.write(page.content.columns)
      writer.write(page.content.form) { $0.write($1) }
      var next = 0
      writer.write(page.content.rows) { writer, row in
        writer.write(row.width)
        writer.write(runs(of: row, keys, &next)) { $1.write(to: &$0) }
      }
    }
    writer.write(panel.groups) { writer, group in
      writer.write(group.name)
      let places = group.ids.compactMap { id in keys.firstIndex { $0.id.isExactly(id) } }
      writer.write(places) { $0.write($1) }
    }
  }

  /// Reads the pages and groups of a panel.
  static func panel(_ name: PanelName, _ reader: inout RecordReader) -> PanelDefinition {
    let keys = reader.list { KeyRecord.key(&$0) }
    let pages = reader.list(atMost: mostPages) { page(of: name, keys, &$0) }
    let groups = reader.list { reader in
      ShuffleGroup(name: reader.text(), ids: reader.list { keys[safe: $0.number()]?.id ?? "" })
    }
    return PanelDefinition(name: name, pages: pages, groups: groups)
  }

  /// More than any page has, so that a few bytes cannot stand for more keys than the memory holds.
  private static let (mostPages, mostItems) = (8, 64)

  private static func page(
    of panel: PanelName, _ keys: [Key], _ reader: inout RecordReader
  ) -> PanelDefinition.Page {
    var page = PanelDefinition.Page(
      page: reader.choice(of: SymbolPage.allCases), width: reader.choice(of: PanelWidth.allCases),
      content: PanelPage(panel: panel, columns: reader.number(), rows: []))
    page.content.form = reader.optional { $0.choice(of: FormName.allCases) }
    var next = 0
    page.content.rows = reader.list(atMost: LayoutLimits.rows) { reader in
      var row = PanelRow(items: [], width: reader.width())
      for _ in 0..<reader.count(atMost: mostItems) where !reader.isBroken {
        Run(&reader, &next).add(to: &row, keys, &reader)
      }
      return row
    }
    return page
  }

  /// The keys of all pages; keys that differ only in width count once.
  private static func distinctKeys(of panel: PanelDefinition) -> [Key] {
    var keys: [Key] = []
    for page in panel.pages {
      for key in page.content.keys {
        let key = key.withoutWidth
        if !keys.contains(where: { $0.isExactly(key) }) { keys.append(key) }
      }
    }
    return keys
  }

  private static func runs(of row: PanelRow, _ keys: [Key], _ next: inout Int) -> [Run] {
    var runs: [Run] = []
    for item in row.items {
      switch item {
      case .gap(let units): runs.append(.gap(units: units))
      case .key(let key):
        let place = keys.firstIndex { $0.isExactly(key.withoutWidth) } ?? 0
        if case .keys(let first, let count, let width, let isNext)? = runs.last,
          first + count == place, width == key.width
        {
          runs[runs.count - 1] = .keys(
            first: first, count: count + 1, width: width, isNext: isNext)
        } else {
          runs.append(.keys(first: place, count: 1, width: key.width, isNext: place == next))
        }
        next = place + 1
      }
    }
    return runs
  }

  /// Items of a row that are written as one.
  private enum Run {
    case gap(units: Double)
    /// Adjacent keys of the panel's list, which may begin where the run before ended.
    case keys(first: Int, count: Int, width: KeyWidth?, isNext: Bool)

    func write(to writer: inout RecordWriter) {
      switch self {
      case .gap(let units):
        writer.write(0)
        writer.write(.units(units))
      case .keys(let first, let count, let width, let isNext):
        writer.write(count << 1 | (isNext ? 0 : 1))
        if !isNext { writer.write(first) }
        writer.write(width)
      }
    }

    init(_ reader: inout RecordReader, _ next: inout Int) {
      let code = reader.number()
      guard code > 0 else {
        self = .gap(units: reader.units())
        return
      }
      let isNext = code & 1 == 0
      let first = isNext ? next : reader.number()
      let count = code >> 1
      next = first &+ count
      self = .keys(first: first, count: count, width: reader.width(), isNext: isNext)
    }

    func add(to row: inout PanelRow, _ keys: [Key], _ reader: inout RecordReader) {
      switch self {
      case .gap(let units): row.items.append(.gap(units: units))
      case .keys(let first, let count, let width, _):
        guard first >= 0, count > 0, first <= keys.count, count <= keys.count - first,
          count <= mostItems - row.items.count
        else {
          return reader.refuse()
        }
        row.items.reserveCapacity(row.items.count + count)
        for place in first..<first + count {
          var key = keys[place]
          if key.width != width { key.width = width }
          row.items.append(.key(consume key))
        }
      }
    }
  }
}

extension Array {
  /// The element at an index; `nil` if there is none.
  fileprivate subscript(safe place: Int) -> Element? {
    indices.contains(place) ? self[place] : nil
  }
}

extension Key {
  /// The key without its width.
  fileprivate var withoutWidth: Key {
    var key = self
    key.width = nil
    return key
  }
}

/// The part of a record for a key, without its width.
///
/// Usual values are left out: the label that shows the key's text, the name of its role.
enum KeyRecord {
  /// The written parts of a key, as bits of a number; the rare ones are the higher.
  private struct Parts: OptionSet {
    let rawValue: Int

    static let input = Parts(rawValue: 1)
    static let label = Parts(rawValue: 2)
    static let output = Parts(rawValue: 4)
    static let shifted = Parts(rawValue: 8)
    static let levels = Parts(rawValue: 16)
    static let alternates = Parts(rawValue: 32)
    /// The id of a key with a role, if it is not the role's name.
    static let id = Parts(rawValue: 64)
  }

  /// Writes a key.
  static func write(_ key: Key, to writer: inout RecordWriter) {
    let isInput = key.role == .input
    var usual = isInput ? Key(input: key.id) : Key(role: key.role)
    var parts: Parts = isInput ? .input : []
    if !isInput, !key.id.isExactly(usual.id) { parts.insert(.id) }
    if key.levels != nil {
      parts.insert(.levels)
    } else {
      if !key.output.isExactly(usual.output) { parts.insert(.output) }
      if key.shifted != usual.shifted { parts.insert(.shifted) }
    }
    usual.output = key.output
    if !key.label.isExactly(usual.facts.usualLabel) { parts.insert(.label) }
    if !key.alternates.isEmpty { parts.insert(.alternates) }
    writer.write(parts.rawValue)
    if isInput { writer.write(key.id) } else { writer.write(key.role) }
    if parts.contains(.id) { writer.write(key.id) }
    if parts.contains(.output) { writer.write(key.output) }
    if parts.contains(.shifted) { writer.write(key.shifted) { $0.write($1) } }
    if let levels = key.levels { for action in levels { writer.write(action) } }
    if parts.contains(.label) { writer.write(key.label) }
    if parts.contains(.alternates) { writer.write(key.alternates) { $0.write($1) } }
  }

  /// Reads the next key of a record.
  static func key(_ reader: inout RecordReader) -> Key {
    let parts = Parts(rawValue: reader.number())
    var key =
      parts.contains(.input)
      ? Key.Facts(input: reader.text())
      : Key.Facts(role: reader.choice(of: KeyRole.allCases))
    if parts.contains(.id) { key.id = reader.text() }
    if parts.contains(.output) { key.output = reader.text() }
    if parts.contains(.shifted) { key.shifted = reader.optional { $0.text() } }
    if parts.contains(.levels) { key.setLevels { _ in reader.action() } }
    key.label = parts.contains(.label) ? reader.text() : key.usualLabel
    if parts.contains(.alternates) { key.alternates = reader.list { $0.text() } }
    return Key(key)
  }
}

extension Key.Facts {
  /// The label of most keys: an input key's text, a role's name.
  fileprivate var usualLabel: String {
    role != .input ? role.label : output.isEmpty ? id : output
  }
}

extension Key {
  /// Tells whether two keys are the same, byte by byte.
  func isExactly(_ other: Key) -> Bool {
    self == other && id.isExactly(other.id) && label.isExactly(other.label)
      && output.isExactly(other.output) && (shifted ?? "").isExactly(other.shifted ?? "")
      && alternates.elementsEqual(other.alternates) { $0.isExactly($1) }
  }
}

/// The metrics profiles as the text of a record, for the same purpose as that of a keyboard.
package enum MetricsRecord {
  /// The record of the profiles.
  package static func text(of catalog: MetricsCatalog) -> String {
    var writer = RecordWriter()
    writer.write(catalog.profiles) { writer, profile in
      writer.write(profile.name)
      writer.write(profile.toolbar)
      writer.write(profile.arithmetic)
      writer.write(profile.firstUse) { $0.write($1) }
      writer.write(profile.heights)
      for idiom in Idiom.allCases {
        for orientation in Orientation.allCases {
          write(profile[idiom, orientation], to: &writer)
        }
      }
    }
    return writer.text
  }

  /// The profiles of a record; `nil` for anything but a whole one.
  package static func catalog(_ record: [UInt8]) -> MetricsCatalog? {
    var reader = RecordReader(record)
    let catalog = MetricsCatalog(profiles: reader.list(profile))
    return reader.isAtEnd ? catalog : nil
  }

  private static func profile(_ reader: inout RecordReader) -> MetricsProfile {
    let nothing = GridMetrics(gap: 0, line: 0, ratio: Ratio(1, 1))
    var profile = MetricsProfile(
      name: reader.text(), toolbar: reader.real(),
      arithmetic: reader.choice(of: MetricsProfile.Arithmetic.allCases),
      firstUse: reader.optional { $0.choice(of: MetricsProfile.FirstUse.allCases) },
      heights: reader.choice(of: MetricsProfile.Heights.allCases),
      phonePortrait: nothing, phoneLandscape: nothing, padPortrait: nothing, padLandscape: nothing)
    for idiom in Idiom.allCases {
      for orientation in Orientation.allCases { profile[idiom, orientation] = grid(&reader) }
    }
    return profile
  }

  private static func write(_ grid: GridMetrics, to writer: inout RecordWriter) {
    writer.write(grid.gap)
    writer.write(grid.line)
    writer.write(grid.ratio.numerator)
    writer.write(grid.ratio.denominator)
    for limit in [grid.minHeight, grid.maxHeight] { writer.write(limit) { $0.write($1) } }
  }

  private static func grid(_ reader: inout RecordReader) -> GridMetrics {
    GridMetrics(
      gap: reader.real(), line: reader.real(), ratio: Ratio(reader.number(), reader.number()),
      minHeight: reader.optional { $0.real() }, maxHeight: reader.optional { $0.real() })
  }
}
