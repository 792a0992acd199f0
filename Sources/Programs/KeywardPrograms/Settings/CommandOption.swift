/// An option or an argument of a command: its name, form and help, and a function that stores the
/// value.
///
///     .value("timeout", .seconds, "End the prompt after this time.") { $0.timeout = $1 }.setting
///     .flag("stdin", "Pass the secret on standard input.") { $0.stdin = true }
///     .either("plain", "Use lines of text only.") { $0.isPlain = $1 }.setting
///     .argument("TEXT", .one, .text(), "The question.") { $0.text = $1 }
///
/// Each option is declared once. Command lines, `KEYWARD_OPTIONS`, the configuration file, errors,
/// help, completions, `doctor` and the lists in the documentation are derived from it.
package struct CommandOption<Values>: Sendable {
  /// The names without dashes, the preferred one first; an argument has one name, in capitals.
  package let names: [String]
  package let letter: Character?
  package let form: OptionForm
  package let help: String
  package let values: ValueNotes
  /// True if `KEYWARD_OPTIONS` and the configuration file can set it.
  package private(set) var isSetting = false
  /// Other spellings of the name in the configuration file.
  package private(set) var spellings: [String] = []
  /// A word that means `yes` in the configuration file, besides `yes` itself.
  private var yes: String?
  /// Stores a value, or `yes` or `no` for an option without one; false for an invalid value.
  private let set: @Sendable (inout Values, String) -> Bool

  private init(
    _ names: [String], letter: Character? = nil, _ form: OptionForm, _ help: String,
    _ values: ValueNotes,
    _ set: @escaping @Sendable (inout Values, String) -> Bool
  ) {
    self.names = names
    self.letter = letter
    self.form = form
    self.help = help
    self.values = values
    self.set = set
  }

  // MARK: Declaring

  package static func flag(
    _ name: String, letter: Character? = nil, _ help: String,
    _ set: @escaping @Sendable (inout Values) -> Void
  ) -> Self {
    Self([name], letter: letter, .flag, help, .yesOrNo) { values, _ in
      set(&values)
      return true
    }
  }

  package static func either(
    _ names: String..., help: String, _ set: @escaping @Sendable (inout Values, Bool) -> Void
  ) -> Self {
    Self(names, .either, help, .yesOrNo) { values, text in
      guard text == "yes" || text == "no" else { return false }
      set(&values, text == "yes")
      return true
    }
  }

  package static func value<Value>(
    _ name: String, _ form: ValueForm<Value>, _ help: String,
    _ set: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    Self([name], .value, help, form.notes, form.storing(set))
  }

  package static func optionalValue<Value>(
    _ name: String, _ form: ValueForm<Value>, default standard: String, _ help: String,
    _ set: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    Self([name], .optionalValue(standard), help, form.notes, form.storing(set))
  }

  /// The argument of a command; `set` is called for each word.
  package static func argument<Value>(
    _ name: String, _ count: OptionForm.Count, _ form: ValueForm<Value>, _ help: String,
    _ set: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    Self([name], .argument(count), help, form.notes, form.storing(set))
  }

  /// Creates the argument `COMMAND` of a command that runs another program.
  static func command(_ set: @escaping @Sendable (inout Values, String) -> Void) -> Self {
    argument("COMMAND", .command, .text(), "The command and its arguments, after --.", set)
  }

  package var setting: Self { setting() }

  /// Returns this option as a setting.
  ///
  /// `spellings` are further forms of its name. The argument `yes` is another word for the
  /// value `yes`. Both are valid only in the configuration file.
  package func setting(spelled spellings: String..., yes: String? = nil) -> Self {
    var setting = self
    setting.isSetting = true
    setting.spellings = spellings
    setting.yes = yes
    return setting
  }

  package func within<Outer>(
    _ open: @escaping @Sendable (inout Outer, (inout Values) -> Bool) -> Bool
  ) -> CommandOption<Outer> {
    let set = set
    var option = CommandOption<Outer>(names, letter: letter, form, help, values) { outer, text in
      open(&outer) { set(&$0, text) }
    }
    option.isSetting = isSetting
    option.spellings = spellings
    option.yes = yes
    return option
  }

  // MARK: Using

  package var name: String { names[0] }

  /// The label in the help: `--[no-]plain`, `--mask bullets|fixed|hidden`.
  package var label: String {
    switch form {
    case .flag: words.joined(separator: ", ")
    case .either: names.map { "--[no-]\($0)" }.joined(separator: ", ")
    case .value: "--\(name) \(values.placeholder)"
    case .optionalValue: "--\(name) [\(values.placeholder)]"
    case .argument: name
    }
  }

  /// The spellings on the command line: `--plain`, `--no-plain`.
  package var words: [String] {
    switch form {
    case .flag: (letter.map { ["-\($0)"] } ?? []) + names.map { "--\($0)" }
    case .either: ["--", "--no-"].flatMap { dashes in names.map { dashes + $0 } }
    case .value, .optionalValue: names.map { "--\($0)" }
    case .argument: []
    }
  }

  /// The argument in a usage line: `[SOURCE]`; nil for an option.
  package var usage: String? {
    switch count {
    case .optional: "[\(name)]"
    case .one: name
    case .many: "\(name)..."
    case .command: "-- \(name)..."
    case nil: nil
    }
  }

  package var count: OptionForm.Count? {
    if case .argument(let count) = form { count } else { nil }
  }

  package func isNamed(_ given: GivenOption) -> Bool {
    guard count == nil else { return false }
    if given.isLetter { return letter.map(String.init) == given.name }
    return names.contains(given.name) || isOff(given)
  }

  private func isOff(_ given: GivenOption) -> Bool {
    form == .either && given.name.hasPrefix("no-")
      && names.contains(String(given.name.dropFirst(3)))
  }

  /// Stores a value; returns false and changes nothing if it is invalid.
  ///
  /// A setting also accepts common forms such as `Yes` or `on`.
  package func store(_ text: String, in values: inout Values) -> Bool {
    if set(&values, text) { return true }
    guard isSetting else { return false }
    let lower = text.lowercased()
    if set(&values, lower) { return true }
    switch lower {
    case "true", "on", "always", "shown", yes: return set(&values, "yes")
    case "false", "off", "never", "hidden": return set(&values, "no")
    default: return false
    }
  }

  package func take(
    _ given: GivenOption, _ words: inout CommandWords, into values: inout Values
  ) throws(UsageError) {
    switch form {
    case .flag, .either, .argument:
      guard given.value == nil else { throw UsageError("\(given) takes no value.", about: name) }
      _ = set(&values, isOff(given) ? "no" : "yes")
    case .value:
      guard let value = given.value ?? words.value() else {
        throw UsageError("\(given) needs a value: \(self.values.description).", about: name)
      }
      try take(value, as: "\(given)", into: &values)
    case .optionalValue(let standard):
      try take(given.value ?? words.optionalValue() ?? standard, as: "\(given)", into: &values)
    }
  }

  func take(_ value: String, as shown: String, into values: inout Values) throws(UsageError) {
    guard store(value, in: &values) else {
      throw UsageError(
        "“\(value)” is not a valid value of \(shown), which takes \(self.values.description).",
        about: name)
    }
  }
}

package enum OptionForm: Hashable, Sendable {
  case flag
  case either
  /// The value is the next word, whatever it looks like, or follows `=`.
  case value
  /// The value may be missing; the associated value is the default.
  case optionalValue(String)
  case argument(Count)

  package enum Count: Hashable, Sendable {
    case optional
    case one
    case many
    /// One or more words, all after `--`.
    case command
  }
}
