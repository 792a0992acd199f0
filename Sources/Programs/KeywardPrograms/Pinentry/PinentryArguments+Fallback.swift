extension PinentryArguments {
  /// Tells at the start if there is a display to ask on and no terminal.
  ///
  /// The client names its terminal later, after the greeting. Then it would be too late to become
  /// another program, so earlier facts decide: the command line, `--ttyname` in
  /// `PINENTRY_USER_DATA`, which an agent takes over from its client, and `GPG_TTY`; the first of
  /// them that names a terminal counts. Without a display no other program could ask either.
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
