/// One option of a command: its name, its form, and the function that stores its value.
///
///     OptionRule.value("timeout", OptionValues.seconds) { $0.timeout = $1 }   // --timeout SECONDS
///     OptionRule.flag("stdin") { $0.stdin = true }                            // --stdin
///     OptionRule.either("plain") { $0.plain = $1 }                            // --plain, --no-plain
///
/// The rules of all commands are one table: `keyward` reads command lines by it, and a test
/// compares the options that `keyward-tools` declares for help and completions with it.
package struct OptionRule<Options>: Sendable {
  /// The form of an option's value.
  package enum Form: Hashable, Sendable {
    /// A value always follows.
    case value
    /// No value follows.
    case flag
    /// No value follows; `--no-` before the name means the opposite.
    case either
    /// A value may follow as the next word or behind `=`; this one is the default.
    case optionalValue(String)
  }

  /// The name without its dashes.
  package let name: String
  /// The short letter, if there is one.
  package let letter: Character?
  /// The form of its value.
  package let form: Form
  /// Stores the value; without one, stores `yes` or `no`.
  private let set: @Sendable (inout Options, String) throws(UsageError) -> Void

  private init(
    _ name: String, letter: Character? = nil, _ form: Form,
    _ set: @escaping @Sendable (inout Options, String) throws(UsageError) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.form = form
    self.set = set
  }

  /// An option whose value is any text.
  static func text(_ name: String, _ set: @escaping @Sendable (inout Options, String) -> Void)
    -> Self
  {
    Self(name, .value) { options, text throws(UsageError) in set(&options, text) }
  }

  /// An option whose value has a form of its own, which `read` knows.
  static func value<Value>(
    _ name: String, _ read: @escaping @Sendable (String) throws(UsageError) -> Value,
    _ set: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    Self(name, .value) { options, text throws(UsageError) in set(&options, try read(text)) }
  }

  /// An option whose value is one of a few names.
  static func choice<Value: RawRepresentable<String> & SendableMetatype>(
    _ name: String, _ set: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    Self(name, .value) { options, text throws(UsageError) in
      guard let value = Value(rawValue: text) else {
        throw UsageError("“\(text)” is not a value of --\(name).")
      }
      set(&options, value)
    }
  }

  /// An option without a value.
  static func flag(
    _ name: String, letter: Character? = nil, _ set: @escaping @Sendable (inout Options) -> Void
  ) -> Self {
    Self(name, letter: letter, .flag) { options, _ throws(UsageError) in set(&options) }
  }

  /// An option that its name switches on and `no-` before it switches off.
  static func either(_ name: String, _ set: @escaping @Sendable (inout Options, Bool) -> Void)
    -> Self
  {
    Self(name, .either) { options, text throws(UsageError) in set(&options, text == "yes") }
  }

  /// An option whose value may be left out, with `usual` as the default.
  static func optionalValue(
    _ name: String, usual: String, _ set: @escaping @Sendable (inout Options, String) -> Void
  ) -> Self {
    Self(name, .optionalValue(usual)) { options, text throws(UsageError) in set(&options, text) }
  }

  /// Sets the option if it is the given one.
  ///
  /// - Parameters:
  ///   - given: The option as written.
  ///   - words: The words behind it, which may begin with the value.
  ///   - options: The options to set.
  /// - Returns: False if another option was given.
  /// - Throws: `UsageError` if the value is missing, wrong, or not allowed.
  package func take(
    _ given: GivenOption, _ words: inout CommandWords, into options: inout Options
  ) throws(UsageError) -> Bool {
    let isOff =
      form == .either && !given.isLetter && given.name.hasPrefix("no-")
      && given.name == "no-" + name
    guard isOff || (given.isLetter ? letter.map(String.init) == given.name : given.name == name)
    else { return false }
    switch form {
    case .flag, .either:
      guard given.value == nil else { throw UsageError("--\(given.name) takes no value.") }
      try set(&options, isOff ? "no" : "yes")
    case .value:
      guard let value = given.value ?? words.value() else {
        throw UsageError("--\(name) needs a value.")
      }
      try set(&options, value)
    case .optionalValue(let usual):
      try set(&options, given.value ?? words.value() ?? usual)
    }
    return true
  }
}
