/// Which terminal an askpass program asks on.
package enum AskpassTerminal {
  /// The paths to try, the first one that opens is it: `KEYWARD_TTY` alone where it is set, else
  /// `/dev/tty`, then `GPG_TTY`.
  package static func candidates(lookup: (String) -> String?) -> [String] {
    if let own = lookup("KEYWARD_TTY"), !own.isEmpty { return [own] }
    let agents = lookup("GPG_TTY") ?? ""
    return agents.isEmpty ? ["/dev/tty"] : ["/dev/tty", agents]
  }
}
