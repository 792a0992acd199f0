import KeyboardLayout

extension KeyboardRecord {
  /// The keyboards whose panels are named, not repeated.
  private static let lenders = ["symbols", "number", "id-card"]

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
      if lender == nil { writer.write(panel) }
    }
    writer.write(!keyboard.deadKeys.isEmpty)
    writer.write(keyboard.pair) { $0.write($1) }
    writer.write(keyboard.undrawnKeys) { $0.write($1) }
    return writer.text
  }

  /// The record of the sequences of some keyboards; the first one wins where two contradict.
  package static func sequences(of keyboards: [KeyboardDefinition]) -> String {
    var all = DeadKeys.none
    for sequence in keyboards.flatMap(\.deadKeys.sequences) {
      guard let key = sequence.keys.last, let place = all.open(Array(sequence.keys.dropLast())),
        case .leadsNowhere = all.step(from: place, with: key)
      else { continue }
      all.add(key, typing: sequence.text, at: place)
    }
    // Sequences that differ only in the last key are side by side.
    var paths: [[KeyAction]] = []
    for sequence in all.sequences where paths.last != Array(sequence.keys.dropLast()) {
      paths.append(sequence.keys.dropLast())
    }
    var writer = RecordWriter()
    writer.write(paths) { writer, path in
      writer.write(path) { $0.write($1) }
      var pairs = RecordWriter()
      for sequence in all.sequences where sequence.keys.dropLast() == path[...] {
        pairs.write(sequence.keys[path.count])
        pairs.write(sequence.text)
      }
      writer.write(pairs.text)
    }
    return writer.text
  }
}

extension RecordWriter {
  /// Writes the pages and groups of a panel.
  ///
  /// Every key is in it once, whatever the number of its pages; rows are runs of keys that also
  /// are side by side there.
  fileprivate mutating func write(_ panel: PanelDefinition) {
    let keys = Self.distinctKeys(of: panel)
    write(keys) { $0.write($1) }
    write(panel.pages) { writer, page in
      writer.write(page.page)
      writer.write(page.width)
      writer.write(page.columns)
      writer.write(page.form) { $0.write($1) }
      var next = 0
      writer.write(page.rows) { writer, row in
        writer.write(row.width)
        writer.write(Self.runs(of: row, keys, &next)) { $0.write($1) }
      }
    }
    write(panel.groups) { writer, group in
      writer.write(group.name)
      let places = group.ids.compactMap { id in keys.firstIndex { $0.id.isExactly(id) } }
      writer.write(places) { $0.write($1) }
    }
  }

  /// The keys of all pages; keys that differ only in width count once.
  private static func distinctKeys(of panel: PanelDefinition) -> [Key] {
    var keys: [Key] = []
    for page in panel.pages {
      for key in page.keys {
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

  private enum Run {
    case gap(units: Double)
    /// Adjacent keys of the panel's list, which may begin where the run before ended.
    case keys(first: Int, count: Int, width: KeyWidth?, isNext: Bool)
  }

  private mutating func write(_ run: Run) {
    switch run {
    case .gap(let units):
      write(0)
      write(.units(units))
    case .keys(let first, let count, let width, let isNext):
      write(count << 1 | (isNext ? 0 : 1))
      if !isNext { write(first) }
      write(width)
    }
  }

  fileprivate mutating func write(_ key: Key) {
    let isInput = key.role == .input
    let standard = isInput ? Key(input: key.id) : Key(role: key.role)
    var parts: KeyboardRecord.KeyParts = isInput ? .input : []
    if !isInput, !key.id.isExactly(standard.id) { parts.insert(.id) }
    if key.levels != nil {
      parts.insert(.levels)
    } else {
      if !key.output.isExactly(standard.output) { parts.insert(.output) }
      if key.shifted != standard.shifted { parts.insert(.shifted) }
    }
    let text = key.output.isEmpty ? key.id : key.output
    if !key.label.isExactly(isInput ? text : key.role.label) { parts.insert(.label) }
    if !key.alternates.isEmpty { parts.insert(.alternates) }
    if key.locked != nil { parts.insert(.locked) }
    write(parts.rawValue)
    if isInput { write(key.id) } else { write(key.role) }
    if parts.contains(.id) { write(key.id) }
    if parts.contains(.output) { write(key.output) }
    if parts.contains(.shifted) { write(key.shifted) { $0.write($1) } }
    if let levels = key.levels { for action in levels { write(action) } }
    if parts.contains(.label) { write(key.label) }
    if parts.contains(.alternates) { write(key.alternates) { $0.write($1) } }
    if let locked = key.locked { for action in locked { write(action) } }
  }
}

extension Key {
  fileprivate var withoutWidth: Key {
    var key = self
    key.width = nil
    return key
  }
}

extension Key {
  fileprivate func isExactly(_ other: Key) -> Bool {
    self == other && id.isExactly(other.id) && label.isExactly(other.label)
      && output.isExactly(other.output) && (shifted ?? "").isExactly(other.shifted ?? "")
      && alternates.elementsEqual(other.alternates) { $0.isExactly($1) }
  }
}
