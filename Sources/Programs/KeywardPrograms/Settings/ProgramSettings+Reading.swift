import KeyboardEngine
import PromptUI

extension ProgramSettings {
  /// Reads the configuration file and `KEYWARD_OPTIONS`, which overrides it.
  ///
  /// `readsUserData` makes `PINENTRY_USER_DATA` override both. `say` takes a sentence for each
  /// unknown entry, which is ignored.
  package init(
    readsUserData: Bool = false, environment lookup: (String) -> String?, say: (String) -> Void
  ) {
    var layouts: [(name: String, place: String)] = []
    if let file = ConfigurationFile(environment: lookup) {
      file.complaints.forEach(say)
      let place = take(file)
      if let name = keyboard.layout { layouts.append((name, place)) }
    }
    for source in Self.sources(readsUserData: readsUserData) {
      keyboard.layout = nil
      take(source, environment: lookup).forEach(say)
      if readsUserData { terminal = Self.terminal(userData: lookup(Self.userData)) }
      if let name = keyboard.layout { layouts.append((name, source.variable)) }
    }
    takeLayout(of: layouts, say: say)
    if let places = lookup(Self.placesVariable), !places.isEmpty {
      take(words: "--ask-in=" + places.filter { $0 != " " }, from: Self.placesVariable).forEach(say)
    }
  }

  private static let placesVariable = "KEYWARD_ASK_IN"

  /// Takes the last `layout` that exists; reports others, and ignores them like all unknown
  /// entries.
  private mutating func takeLayout(
    of layouts: [(name: String, place: String)], say: (String) -> Void
  ) {
    for (index, (name, place)) in layouts.enumerated().reversed() {
      keyboard.layout = name
      do throws(KeyboardLibraryError) {
        return try keyboard.load()
      } catch {
        let outcome = index == 0 ? "The default keyboard is drawn instead." : "It is ignored."
        say("\(place): \(error.oneSentence) \(outcome)")
      }
    }
    keyboard.layout = nil
  }

  // MARK: Words

  /// Takes long options separated by blanks: `--mask fixed --timeout=20 --no-keyboard`.
  ///
  /// It returns a sentence, with the name of their `source`, for each unknown word.
  package mutating func take(words text: String, from source: String) -> [String] {
    var complaints: [String] = []
    let all = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var words = CommandWords(
      all.filter { source != Self.userData || !$0.hasPrefix(Self.terminalMark) }[...])
    while true {
      do throws(UsageError) {
        guard let word = try words.next() else { return complaints }
        try take(word, &words)
      } catch {
        complaints.append(
          "\(source): \(Sanitizer().clean(error.description, as: .error)) It is ignored.")
      }
    }
  }

  private mutating func take(
    _ word: CommandWords.Word, _ words: inout CommandWords
  ) throws(UsageError) {
    switch word {
    case .option(let given):
      guard let option = OptionGroup.option(given, in: Self.groups), option.isSetting else {
        throw .unknown(given, among: Self.settings.map(\.name))
      }
      try option.take(given, &words, into: &self)
    case .text(let text): throw UsageError("“\(text)” is not an option.")
    case .end: throw UsageError("“--” is not an option.")
    }
  }

  // MARK: Variables

  /// A variable of the environment that holds options.
  struct Source {
    let variable: String
    /// The beginning of a value that is meant for us.
    var mark = ""
  }

  /// The variable that a client of GnuPG's agent hands to the pinentry.
  static let userData = "PINENTRY_USER_DATA"
  private static let userDataMark = "keyward:"
  /// The text before the client's terminal in it.
  private static let terminalMark = "--ttyname="

  /// Finds the terminal in `PINENTRY_USER_DATA`: `keyward: --ttyname=/dev/pts/3` → `/dev/pts/3`.
  ///
  /// Nil if it names none, or is not meant for us.
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
  private static func sources(readsUserData: Bool) -> [Source] {
    let own = Source(variable: "KEYWARD_OPTIONS")
    return readsUserData ? [own, Source(variable: userData, mark: userDataMark)] : [own]
  }

  private mutating func take(
    _ source: Source, environment lookup: (String) -> String?
  ) -> [String] {
    guard let value = lookup(source.variable), value.hasPrefix(source.mark) else { return [] }
    return take(words: String(value.dropFirst(source.mark.count)), from: source.variable)
  }
}

extension KeyboardLibraryError {
  /// The first of its sentences, with a full stop.
  fileprivate var oneSentence: String {
    let line = advice.split(separator: "\n").first.map(String.init) ?? ""
    return line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
  }
}
