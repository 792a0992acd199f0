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
