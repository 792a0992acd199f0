/// An event for a prompt, beside text and pieces of a paste.
package enum PromptEvent: Hashable {
  /// The terminal is ours, in this mode.
  case began(TerminalMode?)
  /// The size of the window in cells, which may be the same as before.
  case window(columns: Int, rows: Int)
  /// The first frame, or the first line, has gone out.
  case shown
  /// A key, a click, or the end of a paste.
  case input(InputEvent)
  /// Time has passed.
  case time
  /// The terminal is about to be given back for a while.
  case suspended
  /// The program was stopped and goes on on a terminal that others have used: half-typed input is
  /// forgotten.
  case interrupted
  /// The program goes on with an unchanged terminal: others may have looked at it, or written on
  /// it.
  case continued
  /// Another program changed the terminal: the typed text may have been seen.
  case terminalChanged
  /// A protection named in the status line is missing, or is not complete.
  case protectionLost(LostProtection)
  /// The answer to a question about the passphrase.
  case answered(PassphraseAnswer)
  /// The dialogue is over, by a cause outside the prompt.
  case ended(DialogueOutcome)
}
