/// The part of a record for the keys of a panel.
///
/// Every key stands in it once, whatever the number of its pages; rows are runs of keys that also
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
