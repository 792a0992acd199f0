import KeyboardLayout

/// The rows of a touch keyboard as a letters panel, with the rest of its keys' effects under
/// `keys`.
///
/// Function keys are our own: shift and delete at the ends of the last row, the switches in one of
/// their own.
struct RowsText {
  private let rows: [[Placed]]
  private let before: [Placed]
  private let behind: [Placed]
  /// The first is true if a key has another effect with AltGr, the second if with shift.
  private let (hasAltGr, hasShift): (Bool, Bool)

  /// A key and its word in the rows.
  private struct Placed {
    let id: String
    let key: ImportedKey
    /// Whether the word itself is the key's text.
    let isOwnText: Bool
  }

  init(_ rows: [[ImportedKey]], before: [ImportedKey], behind: [ImportedKey]) {
    var seen: Set<String> = []
    var number = 0
    func placed(_ key: ImportedKey) -> Placed {
      number += 1
      let text = key[.plain].text
      let isOwn = text.count == 1 && FileWord.word(text) == text
      let id = isOwn && seen.insert(text).inserted ? text : "key-\(number)"
      return Placed(id: id, key: key, isOwnText: id == text)
    }
    self.rows = rows.map { $0.map(placed) }
    self.before = before.map(placed)
    self.behind = behind.map(placed)
    let keys = rows.joined() + before + behind
    hasAltGr = keys.contains {
      $0.gains(.altgr, over: .plain) || $0.gains(.altgrShift, over: .shift)
    }
    hasShift = keys.contains {
      $0.gains(.shift, over: .plain) || $0.gains(.altgrShift, over: .altgr)
    }
  }

  /// Every key, row by row.
  private var all: [Placed] { rows.flatMap(\.self) + before + behind }

  /// The lines of the panel.
  var panel: [String] {
    let last = rows.count - 1
    var lines = ["    columns: \(columns)", "    rows:"]
    for (number, row) in rows.enumerated() {
      let keys = row.map(\.id)
      let words = number == last ? (hasShift ? ["{shift}"] : []) + keys + ["{delete}"] : keys
      lines.append("      - \(FileWord.quoted(words.joined(separator: " ")))")
    }
    let bottom =
      ["{symbols}"] + (hasAltGr ? ["{altgr}"] : []) + before.map(\.id)
      + ["{next-keyboard}", "{space}"] + behind.map(\.id) + ["{return}"]
    lines.append("      - \(FileWord.quoted(bottom.joined(separator: " ")))")
    return lines
  }

  /// The number of unit keys side by side: the longest row's, with shift and delete at the ends of
  /// the last.
  private var columns: Int {
    let longest = rows.map(\.count).max() ?? 1
    return min(16, max(10, longest, (rows.last?.count ?? 0) + 3))
  }

  /// The lines about single keys.
  var keys: [String] {
    let lines = all.compactMap { placed -> String? in
      let fields = Self.fields(of: placed.key, isOwnText: placed.isOwnText)
      guard !fields.isEmpty else { return nil }
      return "  \(FileWord.quoted(placed.id)): { \(fields.joined(separator: ", ")) }"
    }
    return lines.isEmpty ? [] : ["keys:"] + lines
  }

  private static func fields(of key: ImportedKey, isOwnText: Bool) -> [String] {
    var fields: [String] = []
    let plain = key[.plain].text
    if !isOwnText { fields.append("output: \(FileWord.quoted(FileWord.word(plain)))") }
    func add(_ name: String, _ action: KeyAction) {
      fields.append("\(name): \(FileWord.quoted(FileWord.entry(action)))")
    }
    if key[.shift] != .insert(Key.upperCase(of: plain)) { add("shifted", key[.shift]) }
    if key[.altgr] != .nothing || key[.altgrShift] != .nothing {
      add("altgr", key[.altgr])
      add("altgr-shift", key[.altgrShift])
    }
    if !key.alternates.isEmpty {
      let words = key.alternates.map(FileWord.word).joined(separator: " ")
      fields.append("alternates: \(FileWord.quoted(words))")
    }
    return fields
  }
}
