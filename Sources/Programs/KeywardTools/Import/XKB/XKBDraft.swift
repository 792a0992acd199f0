import KeywardLayout

struct XKBDraft {
  /// The actions of all keys while Caps Lock and Num Lock are off, and while they are on.
  private(set) var keys: [KeyPosition: [KeyLevel: KeyAction]] = [:]
  private(set) var locked: [KeyPosition: [KeyLevel: KeyAction]] = [:]
  /// The keys that no form draws.
  private(set) var undrawn: Set<KeyPosition> = []
  private(set) var sequences: [DeadKeys.Sequence] = []
  private(set) var losses: [ImportLoss] = []
  private var keysyms: [KeyPosition: [State: UInt32]] = [:]
  private let library: XKBLibrary
  private let compose: ComposeTable

  /// The modifiers and locks with which a key is pressed.
  private struct State: Hashable {
    let level: KeyLevel
    let isLocked: Bool

    static let all = [false, true].flatMap { isLocked in
      KeyLevel.allCases.map { State(level: $0, isLocked: isLocked) }
    }
  }

  init(_ keymap: XKBKeymap, _ compose: ComposeTable, library: XKBLibrary) {
    self.library = library
    self.compose = compose
    var effects: [State: [KeyPosition: XKBKeymap.Effect]] = [:]
    for state in State.all {
      effects[state] = keymap.effects(
        of: KeyPosition.all, holding: state.level.modifiers, isLocked: state.isLocked)
    }
    for position in KeyPosition.all {
      var key: [Bool: [KeyLevel: KeyAction]] = [:]
      for state in State.all {
        guard let effect = effects[state]?[position] else { continue }
        key[state.isLocked, default: [:]][state.level] = read(effect, position, state)
      }
      let (plain, locked) = (key[false] ?? [:], key[true] ?? [:])
      if position.isOnNumberPad {
        if plain == position.padActions(false), locked == position.padActions(true) { continue }
        undrawn.insert(position)
      }
      // Without an entry, a space bar types a space, and the number pad its digits.
      let hasDefault = position == .space || position.isOnNumberPad
      if plain.isEmpty, locked.isEmpty, !hasDefault { continue }
      (keys[position], self.locked[position]) = (plain, locked)
    }
    if keymap.has(.level5) {
      noteHigherLevels(of: keymap) { effects[State(level: $0, isLocked: false)] ?? [:] }
    }
  }

  /// Converts the effect of a key at a level into an action; returns nil if the key types nothing.
  ///
  /// Also returns nil if the effect cannot be imported, and then records a loss.
  private mutating func read(
    _ effect: XKBKeymap.Effect, _ position: KeyPosition, _ state: State
  ) -> KeyAction? {
    var text = effect.text
    if effect.keysyms.count == 1, let keysym = effect.keysyms.first {
      let name = library.name(of: keysym)
      if name.hasPrefix("dead_") {
        keysyms[position, default: [:]][state] = keysym
        return .dead(name)
      }
      // Compose gives some keysyms, such as Arabic ligatures, several characters.
      if case .types(let composed) = compose.status(after: [keysym]) { text = composed }
      if text.isEmpty || position.isOnNumberPad && RefusedText(text) != nil {
        if !position.isOnNumberPad { note(name, position, state) }
        return nil
      }
      keysyms[position, default: [:]][state] = keysym
    }
    if text.isEmpty { return nil }
    if let reason = RefusedText(text) {
      keysyms[position]?[state] = nil
      lose(
        .text, position, state, "\(reason.sentence), so it is left out",
        isCharacter: reason.isCharacter)
      return nil
    }
    return .insert(text)
  }

  /// Records a loss for a keysym that types nothing, unless it is NoSymbol or selects a level.
  private mutating func note(_ name: String, _ position: KeyPosition, _ state: State) {
    if name.hasPrefix("ISO_Level") || name == "NoSymbol" { return }
    lose(
      .silent, position, state, "\(name) types nothing, so it is left out", isCharacter: false)
  }

  /// Records what a key loses at a level; what Caps Lock would make of it is not recorded as well.
  private mutating func lose(
    _ kind: ImportLoss.Kind, _ position: KeyPosition, _ state: State, _ reason: String,
    isCharacter: Bool
  ) {
    if state.isLocked { return }
    lose(kind, position, state.level.rawValue, reason, isCharacter: isCharacter)
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
    of keymap: XKBKeymap, _ lower: (KeyLevel) -> [KeyPosition: XKBKeymap.Effect]
  ) {
    for (number, level) in KeyLevel.allCases.enumerated() {
      let higher = keymap.effects(of: KeyPosition.all, holding: level.modifiers + [.level5])
      let lower = lower(level)
      for position in KeyPosition.all where !position.isOnNumberPad {
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

  /// Leaves the keys that a form lacks to physical keyboards, and records them as losses.
  ///
  /// The loss of the key `absent` is not recorded. This is the key beside the left shift: xkb-data
  /// defines it in every layout, but many keyboards do not have it.
  mutating func restrict(to form: FormName, with positions: Set<String>, absent: String?) {
    for (position, key) in keys.sorted(by: { $0.key < $1.key })
    where !positions.contains(position.name) {
      let isNew = undrawn.insert(position).inserted
      if position.name == absent || !isNew { continue }
      for level in KeyLevel.allCases {
        guard let action = key[level] else { continue }
        lose(
          .form, position, level.rawValue,
          "\(action.shown) is not drawn, since form \(form.rawValue) has no such key")
      }
    }
  }

  /// Makes Caps Lock swap i and İ, and ı and I, on a keyboard of a language with both letters.
  ///
  /// libxkbcommon knows these pairs only from version 1.8 on.
  mutating func swapDottedLetters(in language: String) {
    guard Key.hasDottedCapital(language) else { return }
    for (position, key) in keys {
      for (small, capital) in [(KeyLevel.plain, KeyLevel.shift), (.altgr, .altgrShift)] {
        guard let letter = key[small], ["i", "ı"].contains(letter.text),
          key[capital] == .insert(Key.upperCase(of: letter.text, in: language))
        else { continue }
        locked[position]?[small] = key[capital]
        locked[position]?[capital] = letter
      }
    }
  }

  var hasDeadKeys: Bool {
    keys.values.contains { $0.values.contains { if case .dead = $0 { true } else { false } } }
  }

  private var usedKeysyms: [(keysym: UInt32, action: KeyAction)] {
    var seen: Set<UInt32> = []
    var used: [(UInt32, KeyAction)] = []
    // A key of the number pad continues no sequence.
    for (position, key) in keys.sorted(by: { $0.key < $1.key }) where !position.isOnNumberPad {
      for state in State.all {
        let actions = state.isLocked ? locked[position] : key
        guard let keysym = keysyms[position]?[state], let action = actions?[state.level],
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
  mutating func findSequences() {
    let keysyms = usedKeysyms
    for (keysym, action) in keysyms {
      guard case .dead = action, compose.status(after: [keysym]) == .waits else { continue }
      follow([keysym], [action], keysyms)
    }
    removeDeadKeys()
  }

  private mutating func follow(
    _ path: [UInt32], _ actions: [KeyAction], _ keysyms: [(keysym: UInt32, action: KeyAction)]
  ) {
    guard actions.count < DeadKeys.longest else { return }
    var seen: [KeyAction: ComposeTable.Status] = [:]
    for (keysym, action) in keysyms {
      let status = compose.status(after: path + [keysym])
      guard status != .nothing, status != .cancelled else { continue }
      if let earlier = seen[action] {
        if status != earlier { noteConflict(of: actions + [action]) }
        continue
      }
      seen[action] = status
      if case .types(let text) = status {
        add(actions + [action], text)
      } else {
        follow(path + [keysym], actions + [action], keysyms)
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
    for (position, key) in locked {
      locked[position] = key.filter { _, action in
        if case .dead = action { first.contains(action) } else { true }
      }
    }
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
      if keys[position]?.isEmpty == true, !position.isOnNumberPad { keys[position] = nil }
    }
  }
}

extension KeyAction {
  fileprivate var shown: String {
    if case .dead(let name) = self { name } else { RefusedText.shown(text) }
  }
}

extension KeyPosition {
  /// What the key of the number pad types on a keyboard that does not describe it.
  fileprivate func padActions(_ numLock: Bool) -> [KeyLevel: KeyAction] {
    var actions: [KeyLevel: KeyAction] = [:]
    for level in KeyLevel.allCases {
      let text = NumberPad.text(of: name, at: level, numLock: numLock)
      if !text.isEmpty { actions[level] = .insert(text) }
    }
    return actions
  }
}

extension KeyLevel {
  fileprivate var modifiers: [XKBKeymap.Modifier] {
    (isShifted ? [.shift] : []) + (isAltGr ? [.level3] : [])
  }
}
