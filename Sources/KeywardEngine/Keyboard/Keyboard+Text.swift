extension Keyboard: CustomStringConvertible {
  /// The keyboard's name, place, panel and number of characters, never the text itself.
  ///
  /// Example: `number: docked at 0, 100, 480 x 220, numbers, 4 characters`.
  public var description: String {
    let place = state.isVisible ? state.description : "away"
    let length = characterCount == 1 ? "1 character" : "\(characterCount) characters"
    return "\(definition.id): \(place), \(selection), \(length)"
  }
}

extension Keyboard.DrawnItem: CustomStringConvertible {
  /// The item and its frame: `key q at 4, 120, 28 x 44`.
  public var description: String {
    let kind =
      switch part {
      case .key: "key"
      case .toolbar: "toolbar"
      case .alternate: "alternate"
      }
    return "\(kind) \(label.isEmpty ? id : label) at \(frame)"
  }
}

extension Outcome: CustomStringConvertible {
  /// The outcome in a word, and the reason of a refusal: `rejected: tooLong`.
  public var description: String {
    switch self {
    case .accepted: "accepted"
    case .ignored: "ignored"
    case .rejected(let reason): "rejected: \(reason.rawValue)"
    }
  }
}

extension KeyboardState: CustomStringConvertible {
  /// The kind and the frame: `docked at 0, 100, 480 x 220`.
  public var description: String { "\(kind.word) at \(frame)" }
}

extension KeyboardEvent: CustomStringConvertible {
  /// The name and its facts: `keyboardWillShow 1: 0, 320, 480 x 220 to 0, 100, 480 x 220`,
  /// `textDidChange: 3`.
  public var description: String {
    switch detail {
    case .none: "\(name.rawValue) \(transition): \(begin) to \(end)"
    case .orientation(let orientation): "\(name.rawValue): \(orientation.rawValue)"
    case .panel(let panel): "\(name.rawValue): \(panel)"
    case .layout(let layout): "\(name.rawValue): \(layout)"
    case .shift(let state), .altgr(let state): "\(name.rawValue): \(state.rawValue)"
    case .count(let count): "\(name.rawValue): \(count)"
    }
  }
}
