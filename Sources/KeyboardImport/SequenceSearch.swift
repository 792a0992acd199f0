import KeyboardLayout

/// The sequences that a layout can type, found by trying its keysyms.
struct SequenceSearch {
  /// The most keys of a sequence.
  private static let longest = 5

  private let table: ComposeTable
  private let keysyms: [(keysym: UInt32, action: KeyAction)]
  private(set) var sequences: [ImportedSequence] = []
  private(set) var losses: [ImportLoss] = []

  /// Searches for the sequences of a layout.
  ///
  /// - Parameters:
  ///   - keysyms: the keysyms of its keys with their actions.
  ///   - table: the system's sequences.
  init(_ keysyms: [(keysym: UInt32, action: KeyAction)], in table: ComposeTable) {
    self.table = table
    self.keysyms = keysyms
    for (keysym, action) in keysyms {
      guard case .dead = action, case .waits = table.status(after: [keysym]) else { continue }
      follow([keysym], [action])
    }
  }

  /// Tries every key after those of a waiting path.
  private mutating func follow(_ path: [UInt32], _ actions: [KeyAction]) {
    guard actions.count < Self.longest else { return }
    var seen: [KeyAction: ComposeTable.Status] = [:]
    for (keysym, action) in keysyms {
      let status = table.status(after: path + [keysym])
      guard status.leadsOn else { continue }
      if let earlier = seen[action] {
        if !status.isSame(as: earlier) { noteConflict(of: actions + [action]) }
        continue
      }
      seen[action] = status
      if case .types(let text) = status {
        add(actions + [action], text)
      } else {
        follow(path + [keysym], actions + [action])
      }
    }
  }

  private mutating func add(_ keys: [KeyAction], _ text: String) {
    if text.isEmpty { return }
    if let reason = RefusedText(text) {
      losses.append(
        ImportLoss(
          nil, nil, "\(Self.shown(keys)): \(reason.sentence), so it is left out",
          isCharacter: reason.isCharacter))
    } else {
      sequences.append(ImportedSequence(keys: keys, text: text))
    }
  }

  /// Notes two keysyms of one text that go different ways; our sequences consist of texts.
  private mutating func noteConflict(of keys: [KeyAction]) {
    losses.append(
      ImportLoss(
        nil, nil,
        "\(Self.shown(keys)): two keys with one text lead to different texts; "
          + "the first counts"))
  }

  private static func shown(_ keys: [KeyAction]) -> String {
    keys.map { key in
      if case .dead(let name) = key { name } else { RefusedText.shown(key.text) }
    }.joined(separator: " ")
  }
}

extension ComposeTable.Status {
  /// True if the sequence may still lead to a text.
  fileprivate var leadsOn: Bool {
    switch self {
    case .waits, .types: true
    case .nothing, .cancelled: false
    }
  }

  fileprivate func isSame(as other: ComposeTable.Status) -> Bool {
    switch (self, other) {
    case (.types(let one), .types(let two)): one == two
    case (.waits, .waits): true
    default: false
    }
  }
}
