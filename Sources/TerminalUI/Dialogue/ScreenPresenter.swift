import KeywardEngine

/// What a `ScreenLoop` runs on the cell screen: a dialogue, or a scene.
///
/// The loop waits, handles signals, stops and goes on; a presenter takes input, lets time pass and
/// shows itself.
protocol ScreenPresenter: AnyObject {
  var clock: Clock { get }
  var environment: TerminalEnvironment { get }
  /// What is switched on beside the alternate screen.
  var modes: ScreenModes { get }
  /// Whether Ctrl-Z may stop the whole process group.
  var suspendsGroup: Bool { get }
  /// Set when it is over.
  var outcome: DialogueOutcome? { get set }
  var request: LoopRequest? { get set }
  /// Whether a bell is owed.
  var rings: Bool { get }
  /// When `advance(to:)` or `read(from:at:)` has something to do at the latest; nil for never.
  var deadline: Double? { get }

  /// Begins in a window, before the first frame.
  func begin(in mode: TerminalMode?, window: (columns: Int, rows: Int), at now: Double)
  /// Takes over the size of the window, which may be the same.
  func adoptWindow(_ size: (columns: Int, rows: Int), at now: Double)
  /// Reads what there is and handles it; without a descriptor only what has become due.
  func read(from descriptor: Int32?, at now: Double) -> InputPump.ReadResult
  /// Lets time pass.
  func advance(to now: Double)
  /// Forgets what was half typed and held, after a stop.
  func interrupt(at now: Double)
  /// Leaves the terminal.
  func leave(_ session: inout TerminalSession)
  /// Shows what there is now.
  func show(
    on screen: inout Screen, mode: TerminalMode?, watch: borrowing SignalWatch
  ) -> Screen.Progress
}
