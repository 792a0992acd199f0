import KeywardEngine

/// What a `ScreenLoop` runs: a dialogue, a scene, or the dialogue of a called program.
///
/// The loop waits, handles signals, stops and goes on; a presenter takes input, lets time pass and
/// shows itself.
package protocol ScreenPresenter: AnyObject {
  var clock: Clock { get }
  var environment: TerminalEnvironment { get }
  /// What is switched on beside the alternate screen; nil for lines of text without a screen.
  var modes: ScreenModes? { get }
  /// Whether Ctrl-Z may stop the whole process group.
  var suspendsGroup: Bool { get }
  /// Whether it is over; nothing more is waited for then.
  var isOver: Bool { get }
  var request: LoopRequest? { get set }
  /// Whether a bell is owed although it is over.
  var owesBell: Bool { get }
  /// When `advance(to:)` or `read(from:at:)` has something to do at the latest; nil for never.
  var deadline: Double? { get }

  /// Begins in a window, before the first frame.
  func begin(in mode: TerminalMode?, window: (columns: Int, rows: Int), at now: Double)
  /// Takes over the size of the window, which may be the same.
  func adoptWindow(_ size: (columns: Int, rows: Int), at now: Double)
  /// Says what is to be waited for beside the terminal and the signals, before every wait.
  func watch(on list: inout PollList)
  /// Something that is watched has news.
  func takeNews(of list: PollList)
  /// Runs `body` with the window of what is typed into open.
  func withAccess(_ body: () -> Void)
  /// Whether showing is short and waits for nobody, so that this window may stay open over it.
  var showsAtOnce: Bool { get }
  /// Reads what there is and handles it; without a descriptor only what has become due.
  func read(from descriptor: Int32?, at now: Double) -> InputPump.ReadResult
  /// Lets time pass.
  func advance(to now: Double)
  /// Forgets what was half typed and held, after a stop.
  func interrupt(at now: Double)
  /// Hides what is shown of a secret: others may have looked at, or drawn on, the terminal.
  func conceal(at now: Double)
  /// Forgets everything that was typed, half typed or whole, and says why.
  func dropText(saying sentence: String, at now: Double)
  /// Another dialogue has had the terminal for so many seconds; may end this one.
  func waits(for seconds: Double)
  /// Leaves the terminal.
  func leave(_ session: inout TerminalSession)
  /// Shows what there is now.
  func show(
    on screen: inout Screen, of session: borrowing TerminalSession,
    watch: borrowing SignalWatch
  ) -> Screen.Progress
}

extension ScreenPresenter {
  package func watch(on list: inout PollList) {}
  package func takeNews(of list: PollList) {}
  package func waits(for seconds: Double) {}
}
