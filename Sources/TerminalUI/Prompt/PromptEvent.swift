/// What happens to a prompt, beside text and pieces of a paste.
package enum PromptEvent: Hashable {
  /// The terminal is ours, in this mode.
  case began(TerminalMode?)
  /// The window has so many cells; it may be the same as before.
  case window(columns: Int, rows: Int)
  /// The first frame, or the first line, has gone out.
  case shown
  /// A key, a click, or the end of a paste.
  case input(InputEvent)
  /// Time has passed.
  case time
  /// The terminal is about to be given back for a while.
  case suspended
  /// The program was stopped and goes on on a terminal others have had: what was half typed is
  /// forgotten.
  case interrupted
  /// The program goes on where the terminal is as it was: others may have looked at it, or written.
  case continued
  /// Another program changed the terminal: what was typed may have been seen.
  case terminalChanged
  /// A protection that the status line has named is not there, or not as a whole.
  case protectionLost(LostProtection)
  /// Somebody answered what was asked about a passphrase.
  case answered(PassphraseAnswer)
  /// It is over, without having come to an end itself.
  case ended(DialogueOutcome)
}
