import KeyboardEngine

/// Asks a person for something: a state machine that is fed with events and can be shown.
///
/// A `PromptLoop` owns terminal, input and screen. It gives a prompt its input and events, asks it
/// for its picture, or in line mode for its new text, and wakes it at its deadline. A prompt reads
/// no clock and knows no terminal, so a test can feed it as the loop does.
package protocol Prompt: AnyObject {
  /// The outcome; nil while the prompt goes on.
  ///
  /// After the end it handles nothing more.
  var outcome: DialogueOutcome? { get }
  /// The request that the loop must carry out before anything else; the loop takes it back.
  var request: LoopRequest? { get set }
  /// True if the bell is due; the loop takes it back.
  var rings: Bool { get set }
  /// The time at which `.time` has something to do at the latest; nil for never.
  var deadline: Double? { get }
  /// The time until which characters of a secret are shown, infinite for no limit; nil if none are.
  var revealDeadline: Double? { get }
  /// The region of the text, held open while input is handled; nil for none.
  var protection: RegionProtection? { get }

  /// Types one character, read in place.
  func insert(_ bytes: RawSpan, at now: Double)
  /// Types by the key at a position; `layout` is for a prompt without a keyboard.
  func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double)
  func paste(_ bytes: RawSpan)
  func handle(_ event: PromptEvent, at now: Double)

  /// Returns the screen for a window of this size.
  func picture(columns: Int, rows: Int) -> ComposedScreen
  /// Composes the characters for the reserved cells; returns the number of bytes in `scratch`.
  func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int
  /// Returns the text of line mode since the last call, without line ends but CR LF.
  ///
  /// For rows at the cursor it returns the line that stays when they are gone; empty for none.
  func transcriptUpdate() -> String
}

extension Prompt {
  package func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double
  ) {}
}

/// A source of events beside the terminal, such as the client of a called program.
package protocol PromptSource: AnyObject {
  /// Puts its descriptors on the list, before every wait.
  func watch(on list: inout PollList)
  /// The update before the first wait, when the prompt begins or waits for its terminal.
  ///
  /// `seconds` is the time for which another dialogue has had the terminal; 0 if none has it.
  func firstEvent(after seconds: Double) -> PromptEvent?
  /// Returns the event that the watched descriptors or the time have caused; nil for none.
  func pollEvents(in list: PollList) -> PromptEvent?
  /// The time at which it must be asked again without any input; nil for never.
  var deadline: Double? { get }
}

extension PromptSource {
  package var deadline: Double? { nil }
}

/// A request that only the loop can carry out for its prompt.
package enum LoopRequest: Hashable {
  case redraw
  case suspend
}

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
  case time
  /// The terminal is about to be released for a while.
  case suspended
  /// The program was stopped and goes on on a terminal that others have used: half-typed input is
  /// forgotten.
  case interrupted
  /// The program goes on with an unchanged terminal: others may have looked at it, or written on
  /// it.
  case continued
  /// Another program changed the terminal: the typed text may have been seen.
  case terminalChanged
  /// Protections turned out to be missing, in the words of the status line.
  case protectionsLost([PromptText])
  /// A console did not take the font that was kept for it; its own one is in the environment.
  case fontRefused(TerminalEnvironment)
  case answered(PassphraseAnswer)
  /// The dialogue is over, by a cause outside the prompt.
  case ended(DialogueOutcome)
}

extension RawSpan {
  /// The bytes as text outside locked memory; never use it for a secret, only for a name or a
  /// button's letter.
  var publicText: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
