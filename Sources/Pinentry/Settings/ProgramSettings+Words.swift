import Keyward
import TerminalUI

/// Settings from words, as `KEYWARD_OPTIONS` holds them.
extension ProgramSettings {
  /// Takes long options separated by blanks: `--mask fixed --timeout=20`.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - source: Where they stand, for the sentences.
  /// - Returns: One sentence for each word that was not understood and is ignored.
  public mutating func take(words text: String, from source: String) -> [String] {
    var complaints: [String] = []
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    while let word = words.popFirst() {
      guard let option = Self.option(word) else {
        complaints.append("\(source): “\(word)” is no option here and is ignored")
        continue
      }
      guard !Self.flags.contains(option.name) else {
        let isTaken = option.value == nil && set(option.name, "yes")
        if !isTaken { complaints.append("\(source): --\(option.name) takes no value; ignored") }
        continue
      }
      guard Self.names.contains(option.name) else {
        complaints.append("\(source): there is no option --\(option.name); it is ignored")
        continue
      }
      guard let value = option.value ?? Self.value(&words) else {
        complaints.append("\(source): --\(option.name) needs a value; it is ignored")
        continue
      }
      if !set(option.name, String(value)) {
        complaints.append(
          "\(source): “\(value)” is no value for --\(option.name); it is ignored")
      }
    }
    return complaints
  }

  private static let flags: Set<Substring> = ["plain", "allow-reveal", "allow-unlocked-memory"]

  private static let names: Set<Substring> = [
    "shuffle", "input", "mask", "feedback", "layout", "timeout", "max-length",
  ]

  /// `--name` or `--name=value`.
  private static func option(
    _ word: Substring
  ) -> (name: Substring, value: Substring?)? {
    guard word.hasPrefix("--"), word.count > 2 else { return nil }
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// The next word, if it is no option itself.
  private static func value(_ words: inout ArraySlice<Substring>) -> Substring? {
    guard let next = words.first, !next.hasPrefix("--") else { return nil }
    return words.popFirst()
  }

  /// Sets one option by its name.
  ///
  /// - Returns: False, with nothing changed, where the name or the value is none.
  mutating func set(_ name: some StringProtocol, _ value: String) -> Bool {
    switch name {
    case "shuffle": return Self.assign(ShuffleMode(rawValue: value), to: &shuffle)
    case "input": return Self.assign(InputMode(rawValue: value), to: &input)
    case "mask": return Self.assign(DialogueOptions.Mask(rawValue: value), to: &mask)
    case "feedback": return Self.assign(Feedback(rawValue: value), to: &feedback)
    case "layout": return Self.assign(value.isEmpty ? nil : value, to: &layout)
    case "timeout":
      return Self.assign(Self.number(value).map { DialogueTimeout(seconds: $0) }, to: &timeout)
    case "max-length":
      return Self.assign(Self.number(value).flatMap { $0 > 0 ? $0 : nil }, to: &longestSecret)
    case "plain": return Self.assign(Self.truth(value), to: &isPlain)
    case "allow-reveal": return Self.assign(Self.truth(value), to: &allowsReveal)
    case "allow-unlocked-memory":
      return Self.assign(Self.truth(value), to: &allowsUnlockedMemory)
    case "colour", "color": return Self.assign(Self.truth(value), to: &usesColour)
    case "keyboard": return Self.assign(Self.truth(value), to: &showsKeyboard)
    default: return false
    }
  }

  private static func assign<Value>(_ value: Value?, to target: inout Value) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  private static func assign<Value>(_ value: Value?, to target: inout Value?) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  private static func number(_ value: String) -> Int? {
    Int(value).flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
  }

  private static func truth(_ value: String) -> Bool? {
    switch value {
    case "yes", "true", "on": return true
    case "no", "false", "off": return false
    default: return nil
    }
  }
}

extension ProgramSettings {
  /// The settings of the environment: `KEYWARD_OPTIONS`, and for the pinentry `PINENTRY_USER_DATA`
  /// where that begins with `keyward:`.
  ///
  /// - Parameters:
  ///   - readsUserData: Whether `PINENTRY_USER_DATA` counts.
  ///   - lookup: The environment.
  /// - Returns: One sentence for each word that was not understood.
  public mutating func take(
    readsUserData: Bool, environment lookup: (String) -> String?
  ) -> [String] {
    var complaints: [String] = []
    if let words = lookup("KEYWARD_OPTIONS") {
      complaints += take(words: words, from: "KEYWARD_OPTIONS")
    }
    let mark = "keyward:"
    if readsUserData, let data = lookup("PINENTRY_USER_DATA"), data.hasPrefix(mark) {
      complaints += take(words: String(data.dropFirst(mark.count)), from: "PINENTRY_USER_DATA")
    }
    return complaints
  }
}
