/// The command line of the pinentry: the options of GnuPG's pinentry programs, with their meaning.
package struct PinentryArguments: Hashable, Sendable {
  package var terminal = TerminalChoice()
  package var display: String?
  package var timeout: DialogueTimeout?
  package var rings = false
  /// True to log the names of commands on standard error.
  package var isDebugging = false
  package var wantsVersion = false
  package var wantsHelp = false
  package var warnings: [String] = []

  private typealias Option = (name: String, letter: Character?, value: String?, help: String)

  private static let options: [Option] = [
    ("ttyname", "T", "FILE", "Terminal to ask on."),
    ("ttytype", "N", "NAME", "Type of that terminal, as in TERM."),
    ("lc-ctype", "C", "LOCALE", "Locale that sets the character encoding of the terminal."),
    ("lc-messages", "M", "LOCALE", "Locale that sets the language of messages."),
    (
      "display", "D", "DISPLAY",
      "Display that the fallback program uses and GETINFO ttyinfo reports."
    ),
    (
      "timeout", "o", "SECONDS",
      "End a dialogue this long after it appears; 0 for never. By default, it ends 60 seconds "
        + "after the last key."
    ),
    ("ttyalert", "a", "KIND", "If beep, ring the bell when a dialogue appears."),
    ("colors", "c", "COLORS", unused),
    ("parent-wid", "W", "ID", unused),
    ("no-global-grab", "g", nil, unused),
    ("debug", "d", nil, "Log protocol commands, but no secrets, on standard error."),
    ("help", "h", nil, "Show this help."),
    ("version", nil, nil, "Show the version."),
  ]

  private static let unused = "Accepted, but has no effect."

  package init(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { break }
      if word.hasPrefix("--") {
        takeLong(word.dropFirst(2), &rest)
      } else if word.hasPrefix("-"), word.count > 1 {
        takeShort(word.dropFirst(), &rest)
      } else {
        warnings.append("“\(word)” is not an option; it is ignored")
      }
    }
  }

  private mutating func takeLong(_ word: Substring, _ rest: inout ArraySlice<String>) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = Self.options.first(where: { $0.name == parts[0] }) else {
      warnings.append("unknown option --\(parts[0]) is ignored")
      return
    }
    let given = parts.count > 1 ? String(parts[1]) : nil
    take(option, option.value == nil ? nil : given ?? rest.popFirst())
  }

  private mutating func takeShort(_ letters: Substring, _ rest: inout ArraySlice<String>) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = Self.options.first(where: { $0.letter == letter }) else {
        warnings.append("unknown option -\(letter) is ignored")
        continue
      }
      guard option.value != nil else {
        take(option, nil)
        continue
      }
      take(option, letters.isEmpty ? rest.popFirst() : String(letters))
      return
    }
  }

  private mutating func take(_ option: Option, _ value: String?) {
    guard value != nil || option.value == nil else {
      warnings.append("--\(option.name) needs a value, so it is ignored")
      return
    }
    if terminal.take(option.name, value) { return }
    switch option.name {
    case "display": display = value
    case "timeout": timeout = DialogueTimeout(Array((value ?? "").utf8))
    case "ttyalert": rings = value == "beep"
    case "debug": isDebugging = true
    case "help": wantsHelp = true
    case "version": wantsVersion = true
    default: break
    }
  }

  package static var texts: [(label: String, help: String)] {
    options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? ""
      return (letter + "--" + option.name + (option.value.map { " " + $0 } ?? ""), option.help)
    }
  }

  package static var help: String {
    HelpLayout().page(
      [
        "OVERVIEW: Ask for a passphrase on a terminal, for GnuPG.",
        "It speaks the Assuan protocol on standard input and output. With a display but no "
          + "terminal, the program named by “fallback: pinentry:” in the configuration asks "
          + "instead. PINENTRY_USER_DATA, if it begins with “keyward:”, can hold the same options "
          + "as KEYWARD_OPTIONS.",
        "USAGE: pinentry-keyward [OPTIONS]",
      ],
      [
        ("Options", texts),
        ("Options in KEYWARD_OPTIONS", ProgramSettings.settings.map { ($0.label, $0.help) }),
        (
          "Use with gpg",
          [
            (
              "pinentry-program PROGRAM",
              "Line for ~/.gnupg/gpg-agent.conf, with this program's path."
            ),
            ("gpgconf --reload gpg-agent", "Command to run afterwards."),
          ]
        ),
      ])
  }

  /// True if there is a display but no terminal to ask on, so a fallback should run instead.
  ///
  /// The fallback must start before the greeting, but the client sends the terminal's name after
  /// the greeting. Therefore the name comes from the first of these sources that has one:
  ///
  /// - The command line.
  /// - The option `--ttyname` in `PINENTRY_USER_DATA`, which an agent passes on from its client.
  /// - `GPG_TTY`.
  ///
  /// The result is false without a display, because a graphical program could not ask either.
  package func lacksTerminal(
    environment lookup: (String) -> String?,
    isTerminal: (String) -> Bool = TerminalChoice.isTerminal
  ) -> Bool {
    guard !wantsHelp, !wantsVersion else { return false }
    let displays = [display, lookup("DISPLAY"), lookup("WAYLAND_DISPLAY")]
    guard displays.contains(where: { $0?.isEmpty == false }) else { return false }
    let names = [
      terminal.name, ProgramSettings.terminal(userData: lookup("PINENTRY_USER_DATA")),
      lookup("GPG_TTY"),
    ]
    let name = names.lazy.compactMap(\.self).first { !$0.isEmpty }
    return name.map { !isTerminal($0) } ?? true
  }
}
