/// The command line of the pinentry: the options of the stock programs, with the same meaning.
///
///     PinentryArguments(["-T", "/dev/pts/3", "--timeout=20", "-gd"])
package struct PinentryArguments: Hashable, Sendable {
  /// The terminal of the dialogues.
  package var terminal = TerminalChoice()
  /// The X display.
  package var display: String?
  /// The time limit of dialogues; nil if the command line does not say.
  package var timeout: DialogueTimeout?
  /// True if the bell rings when a dialogue appears.
  package var rings = false
  /// True if the names of commands are logged on standard error.
  package var isDebugging = false
  /// Whether only the version is wanted.
  package var wantsVersion = false
  /// Whether only the help is wanted.
  package var wantsHelp = false
  /// One sentence for each unknown word.
  package var warnings: [String] = []

  private struct Option {
    let name: String
    let letter: Character?
    let takesValue: Bool
  }

  private static let options: [Option] = [
    Option(name: "display", letter: "D", takesValue: true),
    Option(name: "ttyname", letter: "T", takesValue: true),
    Option(name: "ttytype", letter: "N", takesValue: true),
    Option(name: "lc-ctype", letter: "C", takesValue: true),
    Option(name: "lc-messages", letter: "M", takesValue: true),
    Option(name: "timeout", letter: "o", takesValue: true),
    Option(name: "no-global-grab", letter: "g", takesValue: false),
    Option(name: "parent-wid", letter: "W", takesValue: true),
    Option(name: "colors", letter: "c", takesValue: true),
    Option(name: "ttyalert", letter: "a", takesValue: true),
    Option(name: "debug", letter: "d", takesValue: false),
    Option(name: "help", letter: "h", takesValue: false),
    Option(name: "version", letter: nil, takesValue: false),
  ]

  /// Reads the words behind the program's name.
  package init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { break }
      if word.hasPrefix("--") {
        takeLong(word.dropFirst(2), &rest)
      } else if word.hasPrefix("-"), word.count > 1 {
        takeShort(word.dropFirst(), &rest)
      } else {
        warnings.append("“\(word)” is not an option and is ignored")
      }
    }
  }

  private mutating func takeLong(_ word: Substring, _ rest: inout ArraySlice<String>) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Self.options.first(where: { $0.name == parts[0] }) else {
      warnings.append("there is no option --\(parts[0]); it is ignored")
      return
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    take(option, option.takesValue ? given ?? rest.popFirst() : nil)
  }

  private mutating func takeShort(_ letters: Substring, _ rest: inout ArraySlice<String>) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = Self.options.first(where: { $0.letter == letter }) else {
        warnings.append("there is no option -\(letter); it is ignored")
        continue
      }
      guard option.takesValue else {
        take(option, nil)
        continue
      }
      take(option, letters.isEmpty ? rest.popFirst() : String(letters))
      return
    }
  }

  private mutating func take(_ option: Option, _ value: String?) {
    guard value != nil || !option.takesValue else {
      warnings.append("--\(option.name) needs a value; it is ignored")
      return
    }
    switch option.name {
    case "display": display = value
    case "ttyname": terminal.name = value
    case "ttytype": terminal.type = value
    case "lc-ctype": terminal.characterLocale = value
    case "timeout":
      timeout = DialogueTimeout(seconds: LeadingNumber.value(Array((value ?? "").utf8)))
    case "ttyalert": rings = value == "beep"
    case "debug": isDebugging = true
    case "help": wantsHelp = true
    case "version": wantsVersion = true
    default: break
    }
  }

  /// The text of `--help`.
  package static let help = """
    usage: pinentry-keyward [OPTION...]
    Asks for a passphrase on a terminal, for GnuPG, by the Assuan protocol on standard input.

      -T, --ttyname FILE      the terminal to ask on
      -N, --ttytype NAME      its type, as in TERM
      -C, --lc-ctype STRING   the locale of its characters
      -M, --lc-messages STRING  the locale of messages
      -D, --display DISPLAY   told to the client, not used
      -o, --timeout SECS      end dialogues after so many seconds, 0 for never
      -a, --ttyalert STRING   beep: ring when a dialogue appears
      -c, --colors, -W, --parent-wid STRING, -g, --no-global-grab
                              taken for the sake of others, without effect
      -d, --debug             tell on standard error what happens; never a secret
      -h, --help              print this and end
          --version           print the version and end

    KEYWARD_OPTIONS and PINENTRY_USER_DATA (beginning with “keyward:”) may hold
      \(ProgramSettings.settings.map(\.label).lines(of: 78).joined(separator: "\n  "))

    With a display and without a terminal, “fallback: pinentry:” of the configuration asks instead.

    To use it with gpg, add to ~/.gnupg/gpg-agent.conf
      pinentry-program PATH-OF-THIS-PROGRAM
    and run: gpgconf --reload gpg-agent

    """
}
