import KeyboardEngine

/// A state machine that asks a person for something.
///
/// A `PromptLoop` owns the terminal, the input and the screen. The loop passes input and events to
/// a prompt, and wakes the prompt at the time of `deadline`. To update the terminal, the loop calls
/// `picture`, or `transcriptUpdate` in line mode. A prompt reads no clock and has no access to the
/// terminal, so a test can drive a prompt in the same way as the loop.
package protocol Prompt: AnyObject {
  var outcome: DialogueOutcome? { get }
  /// The request that the loop must carry out next; the loop resets it.
  var request: LoopRequest? { get set }
  /// True if the bell should ring; the loop resets it.
  var rings: Bool { get set }
  /// The latest time at which the prompt needs a `.time` event; nil for never.
  var deadline: Double? { get }
  /// The time until which the typed text is shown; infinite for no limit, nil if hidden.
  var revealDeadline: Double? { get }
  /// The locked memory of the typed text; nil for a prompt without a secret.
  ///
  /// The loop makes this memory accessible while it handles input.
  var region: LockedRegion? { get }

  /// Types one character, whose bytes are read in place.
  func insert(_ bytes: RawSpan, at now: Double)
  /// Types with the physical key at an XKB position, such as `AD01`.
  ///
  /// If the prompt has no keyboard, it finds the key's character in `layout`.
  func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double)
  func paste(_ bytes: RawSpan)
  func handle(_ event: PromptEvent, at now: Double)

  func picture(columns: Int, rows: Int) -> ComposedScreen
  /// Writes the revealed characters, laid out for `cells` cells, to `scratch`; returns the number
  /// of bytes.
  func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int
  /// Returns the new text of line mode since the last call; its lines end with CR LF.
  ///
  /// On an inline screen, the result is instead the line that replaces the screen's rows after the
  /// answer; it is empty if no line replaces them.
  func transcriptUpdate() -> String
}

extension Prompt {
  package func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double
  ) {}
}

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
  /// The prompt follows another question, whose answer may still be typed.
  case questionChanged
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
