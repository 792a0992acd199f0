import TerminalUI

/// One dialogue, as the loop that reads keys and paints sees it.
protocol DialogueScene: AnyObject {
  /// How it can end.
  associatedtype End

  /// What the screen shows now.
  var content: ScreenContent { get }

  /// The number of description lines scrolled past.
  var scroll: Int { get set }

  /// What line mode has to say since the last time; no line end but CR LF.
  func takePlainText() -> String

  /// Whether the bell is to ring; asking forgets it.
  func takeBell() -> Bool

  /// When the scene changes by itself, on the monotonic clock; nil for never.
  var deadline: Double? { get }

  /// The deadline has come.
  func deadlineReached()

  /// One scalar of text was typed.
  func type(_ bytes: RawSpan) -> End?

  /// A key was pressed.
  func press(_ key: TerminalKey) -> End?

  /// Something on the screen was clicked.
  func click(_ action: ComposedScreen.Action) -> End?

  /// What is shown of a secret is to be hidden: the window changed, or the program is stopped.
  func conceal()

  /// A paste began, went on, and ended.
  func beginPaste()
  func paste(_ bytes: RawSpan)
  func endPaste()

  /// Asks the client what is to be asked; the end that comes of it.
  func serve(_ client: inout ClientChannel) -> End?

  /// Takes what the client answered.
  func receive(_ event: ClientChannel.Event, _ client: inout ClientChannel) -> End?

  /// The drawn keyboard; nil where none is shown.
  var drawnKeyboard: DrawnKeyboard? { get }

  /// What is painted over the reserved cells, composed in the scratch region.
  func composeReveal(columns: Int, isASCII: Bool) -> Int

  /// Holds the windows of all fields open.
  func withAccess<R>(_ body: () -> R) -> R

  /// The end for a failure.
  func end(_ failure: DialogueFailure) -> End
}
