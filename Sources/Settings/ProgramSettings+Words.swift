/// Settings from words, in the form of `KEYWARD_OPTIONS`.
extension ProgramSettings {
  /// Takes long options separated by blanks: `--mask fixed --timeout=20 --no-keyboard`.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - source: The name of their place, for the sentences.
  /// - Returns: One sentence for each unknown word, which is ignored.
  package mutating func take(words text: String, from source: String) -> [String] {
    var complaints: [String] = []
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    while let word = words.popFirst() {
      if source == Self.userData, word.hasPrefix(Self.terminalMark) { continue }
      if let complaint = take(word, &words, source) {
        complaints.append("\(source): \(complaint); it is ignored")
      }
    }
    return complaints
  }

  /// Takes one option, and the next word if that is its value.
  ///
  /// - Returns: The fault; nil for none.
  private mutating func take(
    _ word: Substring, _ words: inout ArraySlice<Substring>, _ source: String
  ) -> String? {
    guard let option = Option(word) else { return "\(Self.shown(word)) is not an option here" }
    let shown = Self.shown("--" + option.name)
    guard let setting = option.setting else { return "there is no option \(shown)" }
    guard !setting.isFlag else {
      let isTaken = option.value == nil && set(setting, option.isNegated ? "no" : "yes")
      return isTaken ? nil : "\(shown) takes no value"
    }
    guard let value = option.value ?? Self.value(&words) else { return "\(shown) needs a value" }
    guard set(setting, String(value)) else {
      return "\(Self.shown(value)) is not a value for \(shown), which takes \(setting.values)"
    }
    if setting == .layout { layoutPlace = source }
    return nil
  }

  /// An option as written: `--name`, `--no-name` or `--name=value`.
  private struct Option {
    let name: Substring
    let value: Substring?

    init?(_ word: Substring) {
      guard word.hasPrefix("--"), word.count > 2 else { return nil }
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      name = parts[0]
      value = parts.count > 1 ? parts[1] : nil
    }

    var isNegated: Bool { name.hasPrefix("no-") }

    /// The setting of this name, if options have it.
    var setting: Setting? {
      let setting = Setting(rawValue: String(isNegated ? name.dropFirst(3) : name))
      if isNegated, setting?.isFlag != true { return nil }
      return setting
    }
  }

  /// The next word, if it is not itself an option.
  private static func value(_ words: inout ArraySlice<Substring>) -> Substring? {
    guard let next = words.first, !next.hasPrefix("--") else { return nil }
    return words.popFirst()
  }

  /// A variable of the environment that holds options.
  struct Source {
    let variable: String
    /// The beginning of a value that is meant for us.
    var mark = ""
  }

  /// The variable that a client of GnuPG's agent hands to the pinentry.
  static let userData = "PINENTRY_USER_DATA"
  /// The beginning of its value if it is meant for us.
  private static let userDataMark = "keyward:"
  /// The text before the client's terminal in it.
  private static let terminalMark = "--ttyname="

  /// Finds the terminal in a client's user data: `keyward: --ttyname=/dev/pts/3` → `/dev/pts/3`.
  ///
  /// - Parameter value: The value of `PINENTRY_USER_DATA`.
  /// - Returns: The terminal; nil if it names none, or is not meant for us.
  package static func terminal(userData value: String?) -> String? {
    guard let value, value.hasPrefix(userDataMark) else { return nil }
    let words = value.dropFirst(userDataMark.count).split(whereSeparator: \.isWhitespace)
    let word = words.last { $0.hasPrefix(terminalMark) }
    return word.map { String($0.dropFirst(terminalMark.count)) }
  }

  /// The variables with options: `KEYWARD_OPTIONS`, and for the pinentry `PINENTRY_USER_DATA`; the
  /// later one wins.
  ///
  /// The second counts if it begins with `keyward:`.
  static func sources(readsUserData: Bool) -> [Source] {
    let own = Source(variable: "KEYWARD_OPTIONS")
    return readsUserData ? [own, Source(variable: userData, mark: userDataMark)] : [own]
  }

  /// Takes the options of one variable.
  ///
  /// - Returns: One sentence for each unknown word.
  mutating func take(_ source: Source, environment lookup: (String) -> String?) -> [String] {
    guard let value = lookup(source.variable), value.hasPrefix(source.mark) else { return [] }
    return take(words: String(value.dropFirst(source.mark.count)), from: source.variable)
  }
}
