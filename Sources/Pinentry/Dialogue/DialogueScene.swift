import TerminalUI

/// One dialogue, as what reads its keys and paints it sees it.
protocol DialogueScene: AnyObject {
  /// Whether it has ended.
  var isOver: Bool { get }

  /// Ends without an answer, whatever its end was before.
  func fail(_ failure: DialogueFailure)

  /// It is over: what was typed is wiped, but for the answer.
  func close()

  /// Whether echo stays off when it is over.
  var holdsTerminal: Bool { get }

  /// What the screen shows as far as it stays the same.
  var base: ScreenContent { get }

  /// Brings what was shown last up to date.
  func update(_ content: inout ScreenContent)

  /// Whether the picture is as the last update made it, but for what `count(of:)` says.
  ///
  /// So it is after most keys, and much faster shown then.
  var differsInCounts: Bool { get }

  /// What a field shows beside its prompt.
  func count(of field: Int) -> ScreenComposer.FieldCount

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
  func type(_ bytes: RawSpan)

  /// A key was pressed.
  func press(_ key: TerminalKey)

  /// A key said whether Caps Lock is on, which few terminals tell.
  func noteCapsLock(_ isOn: Bool)

  /// Something on the screen was clicked.
  func click(_ action: ComposedScreen.Action)

  /// What is shown of a secret is to be hidden: the window changed, or the program is stopped.
  func conceal()

  /// Everything that was typed is to be forgotten, and to be said why.
  func dropText(saying sentence: String)

  /// A paste began, went on, and ended.
  func beginPaste()
  func paste(_ bytes: RawSpan)
  func endPaste()

  /// A paste whose end will not come.
  func cancelPaste()

  /// Asks the client what is to be asked.
  func serve(_ client: inout ClientChannel)

  /// Takes what the client answered.
  func receive(_ event: ClientChannel.Event, _ client: inout ClientChannel)

  /// The drawn keyboard; nil where none is shown.
  var drawnKeyboard: DrawnKeyboard? { get }

  /// Whether characters of a secret are shown.
  var showsCharacters: Bool { get }

  /// What is painted over the reserved cells, composed in the scratch region.
  func composeReveal(columns: Int, isASCII: Bool) -> Int

  /// Holds the window of the field open that is typed into; what else is edited opens its own.
  func withAccess(_ body: () -> Void)
}

extension DialogueScene {
  func noteCapsLock(_ isOn: Bool) {}
  var differsInCounts: Bool { false }
  var showsCharacters: Bool { false }
  func count(of field: Int) -> ScreenComposer.FieldCount { .init(characterCount: 0) }
}
