import Settings

/// Which terminal an askpass program asks on.
package enum AskpassTerminal {
  /// The first of the candidates that opens and is a terminal; nil where there is none.
  package static func found(lookup: (String) -> String?) -> String? {
    candidates(lookup: lookup).first(where: TerminalChoice.isTerminal)
  }

  /// The paths to try, the first one that opens is it: `KEYWARD_TTY` alone where it is set, else
  /// `/dev/tty`, then `GPG_TTY`.
  package static func candidates(lookup: (String) -> String?) -> [String] {
    if let own = lookup("KEYWARD_TTY"), !own.isEmpty { return [own] }
    let agents = lookup("GPG_TTY") ?? ""
    return agents.isEmpty ? ["/dev/tty"] : ["/dev/tty", agents]
  }
}
