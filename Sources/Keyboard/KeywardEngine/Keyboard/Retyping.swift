/// The result of typing the keys of a text again in another layout.
package struct Retyping: Hashable, Sendable {
  /// The names of the layouts that were passed over because the field rejects the text they type.
  package var skipped: [String] = []
  /// True if another layout is shown.
  package var isDone = false
  /// True if the text has characters whose keys are not known; they stayed as they were.
  package var keepsCharacters = false
  /// True if the layout types nothing with some of the keys.
  package var lacksCharacters = false
}

extension TextKey {
  /// The key of a character whose key is not known, such as one of a paste.
  static let none = TextKey(code: 0, modifiers: 0, length: 0)

  /// The key of a character of the first layout, which may show which key it was.
  static let character = TextKey(code: 0xff, modifiers: 0, length: 0)

  init(_ press: KeyPress) {
    self.init(code: press.code, modifiers: press.modifiers, length: 0)
  }

  fileprivate func with(length: Int) -> TextKey {
    var key = self
    key.length = UInt8(length)
    return key
  }
}

/// Remembering the keys of a text.
extension SecretField {
  /// The key of a character without a press: one that a terminal sent, or that a drawn key typed on
  /// a keyboard without positions.
  ///
  /// While the first layout is shown, such characters are typed in it.
  var keyOfCharacter: TextKey { (keyboard?.keyboardIndex ?? 0) == 0 ? .character : .none }

  /// Remembers the key that typed the last `count` bytes of the text; returns false if it cannot.
  ///
  /// A text of an expected form remembers none, since its characters are not those of the keys.
  @discardableResult
  func remember(_ key: TextKey, typing count: Int) -> Bool {
    guard key.code != 0, acceptance.expected == nil, count <= Int(UInt8.max) else { return false }
    return text.remember(key.with(length: count))
  }

  func remember(deadKey press: KeyPress?) {
    guard let press else { return }
    var key = TextKey(press)
    key.isDead = true
    remember(key, typing: 0)
  }

  /// Notes that a key typed nothing; in another layout it may type a character.
  func noteNothing(typedBy press: KeyPress?) {
    if let press, remember(TextKey(press), typing: 0) {
      noteKeys(areLacking: true)
    } else {
      text.forgetUnfinishedKeys()
      note(.missing)
    }
  }
}

/// The layout in which a text is typed again.
struct RetypingLayout {
  let keys: KeyboardDefinition
  let deadKeys: DeadKeys
  /// The layout in which the characters of a terminal were typed.
  let first: KeyboardDefinition

  /// The effect of one key of the text.
  enum Effect {
    /// The bytes that the key typed stay as they are.
    case stays
    case types(String)
  }

  /// Reads one key, which typed `bytes`; `state` has the dead keys before it.
  ///
  /// A character of a terminal becomes the key that typed it, or no key.
  func read(_ key: inout TextKey, _ bytes: RawSpan, _ state: inout RetypingState) -> Effect {
    if key.code == TextKey.character.code {
      let found = first.press(typing: bytes).map(TextKey.init) ?? .none
      key = found.with(length: bytes.byteCount)
    }
    guard let press = KeyPress(code: key.code, modifiers: key.modifiers) else {
      state.place = .start
      state.keepsCharacters = true
      return .stays
    }
    let action = keys.action(of: press)
    if action == .nothing { state.lacksCharacters = true }
    var typed = action.text
    if action != .nothing, state.place != .start || typed.isEmpty {
      switch deadKeys.step(from: state.place, with: action) {
      case .waits(let place): (state.place, typed) = (place, "")
      case .types(let text): (state.place, typed) = (.start, text)
      case .leadsNowhere:
        (state.place, typed) = (.start, "")
        state.lacksCharacters = true
      }
    }
    if key.endsSequence, state.place != .start {
      state.place = .start
      state.lacksCharacters = true
    }
    key.isDead = typed.isEmpty && state.place != .start
    key.length = UInt8(min(typed.utf8.count, Int(UInt8.max)))
    return .types(typed)
  }
}

struct RetypingState {
  var place = DeadKeys.Place.start
  var keepsCharacters = false
  var lacksCharacters = false
}

extension SecretField {
  /// Types the remembered keys again in a layout, and returns the state after the last key.
  ///
  /// The function returns nil, with the text unchanged, if the rules reject the new text or if the
  /// old and the new text together exceed the capacity. With `commits` false, it only checks that.
  func retype(in layout: RetypingLayout, commits: Bool) -> RetypingState? {
    cancelPaste()
    guard acceptance.expected == nil else {
      return RetypingState(keepsCharacters: !text.isEmpty)
    }
    return text.region.withAccess { () -> RetypingState? in
      text.beginInsertion()
      guard let state = stage(in: layout), acceptsStaged else {
        text.cancelInsertion()
        return nil
      }
      guard commits else {
        text.cancelInsertion()
        return state
      }
      (selection, isFaultAccepted) = (nil, false)
      var again = RetypingState()
      var offset = 0
      text.replaceByStaged { index, text in
        var key = text.key(at: index)
        let range = offset..<offset + Int(key.length)
        offset = range.upperBound
        _ = text.withBytes { layout.read(&key, $0.extracting(range), &again) }
        return key
      }
      noteKeys(areLacking: state.lacksCharacters)
      return state
    }
  }

  /// Stages the text that the keys type in a layout; returns nil if it does not fit.
  private func stage(in layout: RetypingLayout) -> RetypingState? {
    var state = RetypingState()
    var offset = 0
    for index in 0..<text.keyCount {
      var key = text.key(at: index)
      let range = offset..<offset + Int(key.length)
      offset = range.upperBound
      let fits =
        switch text.withBytes({ layout.read(&key, $0.extracting(range), &state) }) {
        case .stays: text.stageAgain(range)
        case .types(let typed): text.stage(unsafe typed.utf8Span.span.bytes)
        }
      guard fits else { return nil }
    }
    // The bytes after the last key were typed by no known one.
    if offset < text.byteCount { (state.place, state.keepsCharacters) = (.start, true) }
    return text.stageAgain(offset..<text.byteCount) ? state : nil
  }

  /// True if the rules accept the staged bytes as the whole text.
  private var acceptsStaged: Bool {
    let rules = acceptance
    let isAllowed = text.withStagedBytes {
      rules.allows($0, inPaste: true) && (!rules.isIDCard || rules.isIDCard($0, from: 0))
    }
    return isAllowed && text.stagedCharacterCount <= rules.longest ?? .max
  }
}

extension Keyboard {
  /// Shows the next keyboard of the configuration, and types the keys of the text again in it.
  ///
  /// Use it for a text that was typed in the wrong layout. A text created with `remembersKeys`
  /// remembers the position of each key, and the modifiers; any other text stays as it is. Calling
  /// this method until the first keyboard is shown again restores the text. Characters without a
  /// known key stay as they are: those of pastes, of an ``insert(_:at:)`` of several characters at
  /// once, of alternates, and those inserted while another keyboard than the first was shown. A
  /// character that was inserted alone while the first keyboard was shown has a known key if exactly
  /// one key of that keyboard types it. A keyboard whose keys have no positions, such as
  /// `latin-qwerty`, types like the shipped `us` keyboard; its drawn keys are known while it is the
  /// first.
  ///
  /// - Returns: `ignored` if there is no other keyboard, or this one is disabled, and `rejected` if
  ///   the field accepts what is typed in none of them; the text is then unchanged.
  @discardableResult
  public func retypeInNextLayout(at time: Double? = nil) -> Outcome {
    guard let retyping = retypeInNextLayout(with: [], at: time ?? now) else { return .ignored }
    return retyping.isDone ? .accepted : .rejected(.notAllowed)
  }

  package func retypeInNextLayout(with others: [SecretField], at time: Double) -> Retyping? {
    advance(to: time)
    cancelTouches()
    return retype(with: others)
  }

  /// Types the keys of this keyboard's field and of other fields again in the next layout that all
  /// of them accept; returns nil if there is no other layout.
  package func retype(with others: [SecretField]) -> Retyping? {
    let count = configuration.others.count + 1
    guard isEnabled, panels.next != nil else { return nil }
    let fields = [field] + others.filter { $0 !== field }
    var retyping = Retyping()
    for index in (1..<count).map({ (keyboardIndex + $0) % count }) {
      let layout = retypingLayout(index)
      guard fields.allSatisfy({ $0.retype(in: layout, commits: false) != nil }) else {
        retyping.skipped.append(configuration.definition(index).spaceName)
        continue
      }
      // The text remembers the dead keys that are pending.
      pending = .start
      showKeyboard(index)
      let states = fields.compactMap { $0.retype(in: layout, commits: true) }
      pending = states.first?.place ?? .start
      retyping.isDone = true
      retyping.keepsCharacters = states.contains(where: \.keepsCharacters)
      retyping.lacksCharacters = states.contains(where: \.lacksCharacters)
      endOnce()
      postTextChange()
      break
    }
    return retyping
  }

  private func retypingLayout(_ index: Int) -> RetypingLayout {
    let definition = configuration.definition(index)
    return RetypingLayout(
      keys: definition.positioned, deadKeys: definition.deadKeys.read,
      first: configuration.definition.positioned)
  }

  /// Returns the press that types a character in the first layout; nil if no key types it, or more
  /// than one key.
  package func press(typing character: RawSpan) -> KeyPress? {
    configuration.definition.positioned.press(typing: character)
  }
}

extension KeyboardDefinition {
  /// The keyboard by which physical keys type: the shipped `us` keyboard if this one has no
  /// positions.
  var positioned: KeyboardDefinition {
    hasPositions ? self : (try? ShippedLayouts.keyboard(named: "us")) ?? self
  }
}
