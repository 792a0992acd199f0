import KeyboardScenes
import TerminalUI

/// Shows a scene on a terminal, from the first frame to the restored screen.
///
///     var session = try TerminalSession(environment: .current())
///     let dialogue = SceneDialogue(options, scene: scene, keyboard: keyboard, memory: memory)
///     let outcome = try dialogue.run(on: &session, watch: watch)
///
/// The keyboard moves by mouse and keys and the views follow. Text typed into the scene's field is
/// a secret: it is in the keyboard's text after `submitted`, and wiped after every other outcome.
/// When `run` returns or throws, the terminal is as it was found.
package final class SceneDialogue {
  let model: SceneModel
  let environment: TerminalEnvironment
  let clock: Clock
  private let surface: PromptSurface
  private let memory: PromptMemory

  /// A scene that has not begun.
  ///
  /// - Parameters:
  ///   - options: Its beginning and behaviour.
  ///   - scene: The views; its keyboard guide follows `keyboard`.
  ///   - keyboard: The drawn keyboard, hidden; its text is the field's.
  ///   - memory: Locked memory for input, made before the terminal is touched.
  ///   - environment: The terminal's abilities.
  ///   - clock: The source of the time.
  package init(
    _ options: SceneOptions, scene: KeyboardScene, keyboard: Keyboard, memory: PromptMemory,
    environment: TerminalEnvironment = .current(), clock: Clock = .monotonic
  ) {
    self.environment = environment
    self.clock = clock
    self.memory = memory
    surface = PromptSurface(environment)
    model = SceneModel(options, scene: scene, keyboard: keyboard, surface: surface)
  }

  /// Shows the scene, and returns when it is left.
  ///
  /// - Parameters:
  ///   - session: The open terminal, not begun; left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: The outcome. After `signalled` the caller dies by that signal.
  /// - Throws: `TerminalError` if the terminal cannot be used.
  package func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var setting = PromptLoop.Setting(environment: environment, surface: surface)
    setting.clock = clock
    setting.suspendsGroup = model.options.dialogue.suspendsGroup
    defer { if model.outcome != .submitted { model.typing.wipe() } }
    return try setting.run([model], memory: memory, on: &session, watch: watch)
  }

  /// Lays the scene out in a window without drawing it, for terminals that take text only.
  ///
  /// - Parameter window: The window in cells.
  /// - Returns: The keyboard's final state.
  package func settled(in window: (columns: Int, rows: Int)) -> KeyboardState {
    model.adoptWindow(window, at: clock.now)
    model.placeFirst(at: clock.now)
    return model.state
  }
}
