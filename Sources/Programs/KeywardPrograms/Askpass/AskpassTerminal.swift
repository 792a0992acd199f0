/// Finds the terminal on which an askpass program asks.
package enum AskpassTerminal {
  /// The paths to try in order: `KEYWARD_TTY` alone if it is set, else `/dev/tty`, then `GPG_TTY`.
  package static func candidates(lookup: (String) -> String?) -> [String] {
    if let own = lookup("KEYWARD_TTY"), !own.isEmpty { return [own] }
    let agents = lookup("GPG_TTY") ?? ""
    return agents.isEmpty ? ["/dev/tty"] : ["/dev/tty", agents]
  }
}
