import KeyboardLayout

/// The keyboard file of an imported keyboard.
///
///     let text = KeyboardText(keyboard, date: "2026-11-22").text
package struct KeyboardText {
  private let keyboard: ImportedKeyboard
  private let date: String
  private let pair: String?

  /// A file with the date of its making, and the name of the other keyboard of its pair.
  package init(_ keyboard: ImportedKeyboard, date: String, pair: String? = nil) {
    self.keyboard = keyboard
    self.date = date
    self.pair = pair
  }

  /// The file, ending with a line end.
  package var text: String {
    var lines = [
      "# Made from \(keyboard.origin) on \(date) by keyward layouts import.",
      "keyboard: \(keyboard.name)", "title: \(FileWord.quoted(keyboard.title))",
      "language: \(FileWord.quoted(keyboard.language))",
    ]
    if case .positions(_, let forms) = keyboard.keys { lines += Self.forms(forms) }
    if let pair { lines.append("pair: \(FileWord.quoted(pair))") }
    lines += ["panels:", "  letters:"]
    var keys: [String] = []
    switch keyboard.keys {
    case .positions(let keys, _): lines += Self.positions(keys)
    case .rows(let rows, let before, let behind):
      let text = RowsText(rows, before: before, behind: behind)
      lines += text.panel
      keys = text.keys
    }
    lines += ["  symbols: { from: symbols }", "  numbers: { from: number }"]
    return (lines + keys + sequences).joined(separator: "\n") + "\n"
  }

  /// The lines about forms; after a single one, compact follows by itself.
  private static func forms(_ forms: [FormName]) -> [String] {
    let names = forms.map(\.rawValue)
    let all = forms.count > 1 ? ["forms: \((names + ["compact"]).joined(separator: " "))"] : []
    return names.prefix(1).map { "form: \($0)" } + all
  }

  private static func positions(_ keys: [KeyPosition: ImportedKey]) -> [String] {
    let lines = keys.sorted { $0.key < $1.key }.map { position, key in
      "      \(position): \(FileWord.quoted(words(of: key, at: position)))"
    }
    return ["    positions:"] + lines
  }

  /// The entries of a key: two if it has nothing for AltGr, else four.
  private static func words(of key: ImportedKey, at position: KeyPosition) -> String {
    let plain = key[.plain]
    let entries = key.all.enumerated().map { number, action in
      let isSame = number > 0 && action == plain && action != .nothing
      return isSame ? "{same}" : FileWord.entry(action)
    }
    let hasAltGr = key[.altgr] != .nothing || key[.altgrShift] != .nothing
    // The space bar types a space with AltGr too, unless its entry says otherwise.
    let isShort = !hasAltGr && position != .space
    return entries.prefix(isShort ? 2 : 4).joined(separator: " ")
  }

  /// The sequences; those with the same keys before the last one share a line.
  private var sequences: [String] {
    var paths: [[KeyAction]] = []
    var lines: [[KeyAction]: [String]] = [:]
    for sequence in keyboard.sequences {
      guard let last = sequence.keys.last else { continue }
      let path = Array(sequence.keys.dropLast())
      if lines[path] == nil { paths.append(path) }
      lines[path, default: []] += [FileWord.entry(last), FileWord.word(sequence.text)]
    }
    guard !paths.isEmpty else { return [] }
    return ["sequences:"]
      + paths.map { path in
        let keys = path.map { key in
          if case .dead(let name) = key { name } else { FileWord.word(key.text) }
        }.joined(separator: " ")
        let words = lines[path, default: []].joined(separator: " ")
        return "  \(FileWord.quoted(keys)): \(FileWord.quoted(words))"
      }
  }
}
