/// A group of options: those of a command, or a group shared by several commands.
package protocol CommandOptions {
  /// The options of an empty command line.
  init()

  /// The rules of these options, without those of the groups inside.
  static var rules: [OptionRule<Self>] { get }

  /// The groups inside.
  static var groups: [any CommandOptions.Type] { get }

  /// Lets the groups inside take an option.
  ///
  /// - Returns: Whether one of them did.
  /// - Throws: `UsageError` like `OptionRule.take`.
  mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool

  /// Checks that the options go together, those of the groups inside included.
  ///
  /// - Throws: `UsageError` with the words to write instead.
  func validate() throws(UsageError)
}

extension CommandOptions {
  package static var groups: [any CommandOptions.Type] { [] }

  package mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool { false }

  package func validate() throws(UsageError) {}

  /// Takes an option of this group or of a group inside.
  ///
  /// - Returns: False if there is no such option.
  /// - Throws: `UsageError` like `OptionRule.take`.
  mutating func take(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool {
    for rule in Self.rules where try rule.take(option, &words, into: &self) { return true }
    return try takeInGroups(option, &words)
  }

  /// All names and letters of the options, groups inside included; true for those with a value.
  package static var names: [String: Bool] {
    var names: [String: Bool] = [:]
    for rule in rules {
      let takesValue = rule.form != .flag && rule.form != .either
      names[rule.name] = takesValue
      if let letter = rule.letter { names[String(letter)] = takesValue }
      if rule.form == .either { names["no-" + rule.name] = takesValue }
    }
    return groups.reduce(into: names) { names, group in
      names.merge(group.names) { first, _ in first }
    }
  }
}
