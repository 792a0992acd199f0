import KeywardEngine

/// Asks a person for something: a state machine that is fed with events and can be shown.
///
/// A `PromptLoop` owns terminal, input and screen. It gives a prompt what was typed and what happened,
/// asks it for its picture, or in line mode for what it has to say, and wakes it when it wants. A
/// prompt reads no clock and knows no terminal, so a test feeds it like the loop does.
package protocol Prompt: AnyObject {
  /// How it ended; nothing more is handled then. Nil while it goes on.
  var outcome: DialogueOutcome? { get }
  /// What the loop is to do before anything else; the loop takes it back.
  var request: LoopRequest? { get set }
  /// Whether the bell is due; the loop takes it back.
  var rings: Bool { get set }
  /// When `.time` has something to do at the latest; nil for never.
  var deadline: Double? { get }
  /// Until when characters of a secret are shown, infinite for no limit; nil where none are.
  var charactersEnd: Double? { get }
  /// The region that is typed into, held open while input is handled; nil for none.
  var protection: RegionProtection? { get }

  /// Types one character, which is looked at where it lies.
  func insert(_ bytes: RawSpan, at now: Double)
  /// Takes a piece of a paste.
  func paste(_ bytes: RawSpan)
  /// Does what anything else asks for.
  func handle(_ event: PromptEvent, at now: Double)

  /// The screen to show in a window of so many cells.
  func picture(columns: Int, rows: Int) -> ComposedScreen
  /// Composes the characters for the reserved cells of the picture.
  ///
  /// - Returns: How many bytes of `scratch` they take.
  func composeCharacters(cells: Int, into scratch: inout SecretBuffer) -> Int
  /// What line mode has to say since the last time; no line end but CR LF. At the cursor, the line that
  /// stays when the rows are gone; empty for none.
  func news() -> String
}

/// More to wait for than a terminal, such as the client of a called program.
package protocol PromptSource: AnyObject {
  /// Says what is to be waited for, before every wait.
  func watch(on list: inout PollList)
  /// What there is already when the prompt begins, or where others keep it from beginning.
  ///
  /// - Parameter seconds: How long another dialogue has had the terminal; 0 where none has it.
  /// - Returns: What the prompt is told.
  func firstNews(after seconds: Double) -> PromptEvent?
  /// What came of what is watched, or of the time; nil where that changes nothing.
  func news(in list: PollList) -> PromptEvent?
  /// When it wants to be asked for news although nothing came; nil for never.
  var deadline: Double? { get }
}

extension PromptSource {
  package var deadline: Double? { nil }
}

/// What a loop must do that the prompt it runs cannot.
package enum LoopRequest: Hashable {
  case redraw
  case suspend
}
