import KeyboardScenes
import KeywardEngine
import SceneUI
import SecretCommands
import TerminalUI

/// A scene on the terminal: takes memory, signals and terminal in this order, then shows the
/// screen.
struct InteractiveScene: ~Copyable {
  private let keyboard: Keyboard
  private let watch: SignalWatch
  private let dialogue: SceneDialogue
  private var session: TerminalSession

  /// The wishes of the command line, read while there is nothing to lose yet.
  struct Request {
    var scene: KeyboardScene
    var configuration: KeyboardConfiguration
    var options: SceneOptions
    var lockPolicy = MemoryLockPolicy.required
    var usesSecretMemory = true
    var environment: TerminalEnvironment
  }

  /// Makes everything ready for typing into the scene's field.
  ///
  /// - Parameters:
  ///   - request: The scene to show.
  ///   - hardening: The process, hardened so far that it may take a secret.
  /// - Returns: The scene, not yet begun.
  /// - Throws: `CommandFailure`, with status 70 if memory is not locked.
  static func prepare(
    _ request: Request, _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> InteractiveScene {
    let policy = request.lockPolicy
    let memory = try orFail(.notLocked) {
      try hardening.requireProtection(policy)
      return try hardening.lockingMemory(triesSecretMemory: request.usesSecretMemory) {
        () throws(SecretMemoryError) in
        try PromptMemory(policy: policy)
      }
    }
    let watch = try orFail {
      try hardening.watchSignals(
        faultSentence: "keyward: stopped by a fault; the secret was wiped\n")
    }
    let session = try orFail { try TerminalSession(environment: request.environment) }
    var options = request.options
    options.dialogue.describeProtection(hardening)
    let keyboard = try Keyboard.make(request.configuration, field: memory.fields[0])
    let dialogue = SceneDialogue(
      options, scene: request.scene, keyboard: keyboard, memory: memory,
      environment: request.environment)
    return InteractiveScene(keyboard: keyboard, watch: watch, dialogue: dialogue, session: session)
  }

  private init(
    keyboard: Keyboard, watch: consuming SignalWatch, dialogue: SceneDialogue,
    session: consuming TerminalSession
  ) {
    self.keyboard = keyboard
    self.watch = watch
    self.dialogue = dialogue
    self.session = session
  }

  /// Shows the scene until it is left.
  ///
  /// - Returns: The status to end with.
  /// - Throws: `CommandFailure` if the terminal cannot be used.
  mutating func play(_ hardening: ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let outcome: DialogueOutcome
    do {
      outcome = try dialogue.run(on: &session, watch: watch)
    } catch {
      throw CommandFailure(error)
    }
    guard outcome == .submitted else { return outcome.status }
    keyboard.deleteAll()
    try StandardStreams.print(
      hardening.account(
        mode: session.lastMode, deed: "it was wiped; nothing of it was kept or printed"))
    return .done
  }

  /// Prints the final frames, on a terminal that takes text only.
  ///
  /// - Throws: `CommandFailure` if there is no terminal.
  static func printSettled(_ request: Request) throws(CommandFailure) {
    let session = try orFail { try TerminalSession(environment: request.environment) }
    // Nothing is typed here.
    let memory = try orFail { try PromptMemory(policy: .allowUnlocked) }
    let keyboard = try Keyboard.make(request.configuration, field: memory.fields[0])
    let dialogue = SceneDialogue(
      request.options, scene: request.scene, keyboard: keyboard, memory: memory,
      environment: request.environment)
    let state = dialogue.settled(in: session.size)
    try StandardStreams.print("kind: \(state.kind.words)\n" + request.scene.report().text)
  }
}
