import KeywardEngine

/// A source of events other than the terminal, such as the connection to gpg-agent.
package protocol PromptSource: AnyObject {
  /// Adds the source's descriptors to the end of the list; called before every wait.
  func watch(on list: inout PollList)
  /// Returns an event that is due when the prompt begins, or while it waits for its terminal; nil
  /// for none.
  ///
  /// `seconds` is the time for which the prompt has waited while another dialogue holds the
  /// terminal; it is 0 when the prompt begins.
  func firstEvent(after seconds: Double) -> PromptEvent?
  func pollEvents(in list: PollList) -> PromptEvent?
  /// The time at which `pollEvents` must be called even without input; nil for never.
  var deadline: Double? { get }
}

extension PromptSource {
  package var deadline: Double? { nil }
}

package enum LoopRequest: Hashable {
  case redraw
  case suspend
}

/// An event for a prompt, other than text and pieces of a paste.
package enum PromptEvent: Hashable {
  case began(TerminalMode?)
  /// The size of the window in cells, which may be the same as before.
  case window(columns: Int, rows: Int)
  case shown
  case input(InputEvent)
  case time
  /// The terminal is about to be released for a while.
  case suspended
  /// The program was stopped, and other programs have used the terminal meanwhile; half-typed input
  /// must be dropped.
  case interrupted
  /// The program received SIGCONT, and the terminal still has the prompt's settings.
  ///
  /// The screen may have been seen or overwritten while the program was stopped.
  case continued
  /// Another program changed the terminal, so the typed text may have been seen.
  case terminalChanged
  /// The prompt follows another question, whose answer may still be typed; keys are dropped until
  /// this time.
  case questionChanged(until: Double)
  /// The first of the keys that were typed for an earlier question was dropped.
  case keyDropped
  /// The question is over, and keys that are still typed for it are dropped.
  case withdrawn
  /// Some protections failed after the first frame was shown; the texts are for the status line.
  case protectionsLost([PromptText])
  /// The console refused the configured font; the value describes the font in use.
  case fontRefused(TerminalEnvironment)
  case answered(PassphraseAnswer)
  case ended(DialogueOutcome)
}

extension RawSpan {
  /// The bytes as a string in ordinary memory, which must never hold a secret.
  var publicText: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
