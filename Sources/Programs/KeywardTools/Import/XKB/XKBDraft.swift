import KeyboardLayout

struct XKBDraft {
  private(set) var keys: [KeyPosition: [KeyLevel: KeyAction]] = [:]
  private(set) var sequences: [DeadKeys.Sequence] = []
  private(set) var losses: [ImportLoss] = []
  private var keysyms: [KeyPosition: [KeyLevel: UInt32]] = [:]
  private let library: XKBLibrary

  init(_ keymap: XKBKeymap, library: XKBLibrary) {
    self.library = library
    var levels: [KeyLevel: [KeyPosition: XKBKeymap.Effect]] = [:]
    for level in KeyLevel.allCases {
      levels[level] = keymap.effects(of: KeyPosition.all, holding: level.modifiers)
    }
    // In a layout without AltGr, these levels repeat the others.
    if levels[.altgr] == levels[.plain], levels[.altgrShift] == levels[.shift] {
      levels[.altgr] = nil
      levels[.altgrShift] = nil
    }
    for position in KeyPosition.all {
      var key: [KeyLevel: KeyAction] = [:]
      for level in KeyLevel.allCases {
        if let effect = levels[level]?[position] { key[level] = read(effect, position, level) }
      }
      // Without an entry, a space bar types a space.
      if !key.isEmpty || position == .space { keys[position] = key }
    }
    if keymap.has(.level5) { noteHigherLevels(of: keymap, levels) }
  }

  /// Converts the effect of a key at a level into an action; returns nil if the key types nothing.
  ///
  /// Also returns nil if the effect cannot be imported, and then records a loss.
  private mutating func read(
    _ effect: XKBKeymap.Effect, _ position: KeyPosition, _ level: KeyLevel
  ) -> KeyAction? {
    if effect.keysyms.count == 1, let keysym = effect.keysyms.first {
      let name = library.name(of: keysym)
      if name.hasPrefix("dead_") {
        keysyms[position, default: [:]][level] = keysym
        return .dead(name)
      }
      if effect.text.isEmpty {
        note(name, position, level)
        return nil
      }
      keysyms[position, default: [:]][level] = keysym
    }
    if effect.text.isEmpty { return nil }
    if let reason = RefusedText(effect.text) {
      keysyms[position]?[level] = nil
      lose(
        .text, position, level.rawValue, "\(reason.sentence), so it is left out",
        isCharacter: reason.isCharacter)
      return nil
    }
    return .insert(effect.text)
  }

  /// Records a loss for a keysym that types nothing, unless it is NoSymbol or selects a level.
  private mutating func note(_ name: String, _ position: KeyPosition, _ level: KeyLevel) {
    if name.hasPrefix("ISO_Level") || name == "NoSymbol" { return }
    lose(
      .silent, position, level.rawValue, "\(name) types nothing, so it is left out",
      isCharacter: false)
  }

  private mutating func lose(
    _ kind: ImportLoss.Kind, _ position: KeyPosition, _ level: String, _ reason: String,
    isCharacter: Bool = true
  ) {
    losses.append(
      ImportLoss(
        kind: kind, key: position.name, level: level, reason: reason, isCharacter: isCharacter))
  }

  private mutating func noteHigherLevels(
    of keymap: XKBKeymap, _ levels: [KeyLevel: [KeyPosition: XKBKeymap.Effect]]
  ) {
    for (number, level) in KeyLevel.allCases.enumerated() {
      let higher = keymap.effects(of: KeyPosition.all, holding: level.modifiers + [.level5])
      let lower =
        levels[level] ?? levels[level == .altgr ? .plain : .shift] ?? [:]
      for position in KeyPosition.all {
        guard let effect = higher[position], effect != lower[position], !effect.text.isEmpty else {
          continue
        }
        lose(
          .level, position, "level \(number + 5)",
          "\(RefusedText.shown(effect.text)) is left out, since a keyboard has four levels",
          isCharacter: RefusedText(effect.text)?.isCharacter ?? true)
      }
    }
  }

  /// Removes the keys that a form lacks, and records them as losses.
  ///
  /// The loss of the key `absent` is not recorded. This is the key beside the left shift: xkb-data
  /// defines it in every layout, but many keyboards do not have it.
  mutating func restrict(to form: FormName, with positions: Set<String>, absent: String?) {
    for (position, key) in keys.sorted(by: { $0.key < $1.key })
    where !positions.contains(position.name) {
      keys[position] = nil
      if position.name == absent { continue }
      for level in KeyLevel.allCases {
        guard let action = key[level] else { continue }
        lose(
          .form, position, level.rawValue,
          "\(action.shown) is left out, since form \(form.rawValue) has no such key")
      }
    }
  }

  var hasDeadKeys: Bool {
    keys.values.contains { $0.values.contains { if case .dead = $0 { true } else { false } } }
  }

  private var usedKeysyms: [(keysym: UInt32, action: KeyAction)] {
    var seen: Set<UInt32> = []
    var used: [(UInt32, KeyAction)] = []
    for (position, key) in keys.sorted(by: { $0.key < $1.key }) {
      for level in KeyLevel.allCases {
        guard let keysym = keysyms[position]?[level], let action = key[level],
          seen.insert(keysym).inserted
        else { continue }
        used.append((keysym, action))
      }
    }
    return used
  }
}

extension XKBDraft {
  /// Finds the Compose sequences that the keyboard's keys can type, each starting with a dead key.
  ///
  /// Dead keys that begin no sequence are removed.
  mutating func findSequences(in table: ComposeTable) {
    let keysyms = usedKeysyms
    for (keysym, action) in keysyms {
      guard case .dead = action, table.status(after: [keysym]) == .waits else { continue }
      follow([keysym], [action], keysyms, in: table)
    }
    removeDeadKeys()
  }

  private mutating func follow(
    _ path: [UInt32], _ actions: [KeyAction], _ keysyms: [(keysym: UInt32, action: KeyAction)],
    in table: ComposeTable
  ) {
    guard actions.count < DeadKeys.longest else { return }
    var seen: [KeyAction: ComposeTable.Status] = [:]
    for (keysym, action) in keysyms {
      let status = table.status(after: path + [keysym])
      guard status != .nothing, status != .cancelled else { continue }
      if let earlier = seen[action] {
        if status != earlier { noteConflict(of: actions + [action]) }
        continue
      }
      seen[action] = status
      if case .types(let text) = status {
        add(actions + [action], text)
      } else {
        follow(path + [keysym], actions + [action], keysyms, in: table)
      }
    }
  }

  private mutating func add(_ keys: [KeyAction], _ text: String) {
    if text.isEmpty { return }
    guard let reason = RefusedText(text) else {
      return sequences.append(DeadKeys.Sequence(keys: keys, text: text))
    }
    let words = keys.map(\.shown).joined(separator: " ")
    losses.append(
      ImportLoss(
        kind: .sequence, reason: "\(words): \(reason.sentence), so it is left out",
        isCharacter: reason.isCharacter))
  }

  /// Records a loss if two keysyms type the same text but continue a sequence differently.
  ///
  /// Only the first keysym is used, because keyboard files list sequences by text, not by keysym.
  private mutating func noteConflict(of keys: [KeyAction]) {
    let words = keys.map(\.shown).joined(separator: " ")
    losses.append(
      ImportLoss(
        kind: .sequence,
        reason: "\(words): two keys with the same text produce different texts; the first is used"))
  }

  private mutating func removeDeadKeys() {
    let first = Set(sequences.compactMap(\.keys.first))
    for (position, key) in keys.sorted(by: { $0.key < $1.key }) {
      for level in KeyLevel.allCases {
        guard let action = key[level], case .dead(let name) = action, !first.contains(action) else {
          continue
        }
        keys[position]?[level] = nil
        lose(
          .silent, position, level.rawValue,
          "\(name) forms no character with any key of this layout", isCharacter: false)
      }
      if keys[position]?.isEmpty == true { keys[position] = nil }
    }
  }
}

extension KeyAction {
  fileprivate var shown: String {
    if case .dead(let name) = self { name } else { RefusedText.shown(text) }
  }
}

extension KeyLevel {
  fileprivate var modifiers: [XKBKeymap.Modifier] {
    (isShifted ? [.shift] : []) + (isAltGr ? [.level3] : [])
  }
}
