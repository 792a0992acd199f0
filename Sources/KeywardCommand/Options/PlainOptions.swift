/// The options of a command line in plain form: names in full, every value behind `=`
/// or a word of its own that begins with no dash.
///
///     var plain = PlainOptions(["--prompt", "PIN", "--plain", "--timeout=30"])
///     prompt = plain.value("prompt")
///     isPlain = plain.flag("plain")
///     seconds = try plain.value("timeout", OptionValues.seconds)
///     guard plain.isUsedUp else { … }
///
/// Each option is taken out by the one who knows it; what is left at the end was understood by
/// nobody. Then, and for every other form, there is the argument parser, which knows all forms and has
/// words for mistakes. It takes seven tenths of a start to get ready, which this spares.
struct PlainOptions {
  private struct Given {
    /// The name with its dashes.
    let name: String
    /// What stands behind it, up to the next word with a dash.
    let value: String?
  }

  private var given: [Given] = []
  private var command: [String]?
  /// Whether nothing was found yet that is not in plain form.
  private var isPlain = true

  /// Finds names and values.
  init(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        command = Array(rest)
        return
      }
      guard word.isOption else {
        isPlain = false
        return
      }
      if let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) {
        let value = word[word.utf8.index(after: sign)...]
        // An accent would belong to the sign.
        if value.utf8.first.map({ $0 < 0x80 }) != true { isPlain = false }
        given.append(Given(name: String(word[..<sign]), value: String(value)))
      } else {
        let hasValue = rest.first.map { !$0.isOption } ?? false
        given.append(Given(name: word, value: hasValue ? rest.popFirst() : nil))
      }
    }
  }

  /// Whether all that was given has been taken out, and had the form it needs.
  var isUsedUp: Bool { isPlain && given.isEmpty && command == nil }

  /// Takes out the text of `--name TEXT`.
  mutating func value(_ name: String) -> String? {
    guard let option = take("--" + name) else { return nil }
    if option.value == nil { isPlain = false }
    return option.value
  }

  /// Takes out the value of `--name VALUE`.
  ///
  /// - Throws: What `read` says of the text.
  mutating func value<Value>(
    _ name: String, _ read: (String) throws -> Value
  ) throws -> Value? {
    try value(name).map(read)
  }

  /// Takes out the values of an option that may be given several times, in their order.
  ///
  /// - Throws: What `read` says of a text.
  mutating func values<Value>(
    _ name: String, _ read: (String) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    while let value = try value(name, read) { values.append(value) }
    return values
  }

  /// Takes out the case of `--name CASE`.
  mutating func choice<Choice: RawRepresentable<String>>(_ name: String) -> Choice? {
    guard let text = value(name) else { return nil }
    let choice = Choice(rawValue: text)
    if choice == nil { isPlain = false }
    return choice
  }

  /// Takes out a flag, `--name` or the `short` one, and says whether it was given.
  mutating func flag(_ name: String, short: String? = nil) -> Bool {
    guard let option = take("--" + name) ?? short.flatMap({ take($0) }) else { return false }
    if option.value != nil { isPlain = false }
    return true
  }

  /// Takes out `--name` or `--no-name`; nil where neither was given.
  mutating func decision(_ name: String) -> Bool? {
    flag(name) ? true : flag("no-" + name) ? false : nil
  }

  /// Takes out the words behind `--`; nil where there is none.
  mutating func wordsBehindTerminator() -> [String]? { command.take() }

  private mutating func take(_ name: String) -> Given? {
    given.firstIndex { $0.name == name }.map { given.remove(at: $0) }
  }
}

extension String {
  /// Whether the first byte is a dash.
  fileprivate var isOption: Bool { utf8.first == UInt8(ascii: "-") }
}
