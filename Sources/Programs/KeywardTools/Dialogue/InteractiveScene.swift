import KeyboardEngine
import KeyboardScenes
import KeywardPrograms
import PromptUI

/// A scene on the terminal: acquires memory, signals and the terminal in this order, then draws.
struct InteractiveScene: ~Copyable {
  private let keyboard: Keyboard
  private let host: PromptHost
  private let model: SceneModel
  private let setting: PromptLoop.Setting
  private var session: TerminalSession

  /// The options of the command line, which are read before memory and terminal are acquired.
  struct Request {
    var scene: KeyboardScene
    var configuration: KeyboardConfiguration
    var options: SceneOptions
    var lockPolicy = MemoryLockPolicy.required
    var usesSecretMemory = true
    var environment: TerminalEnvironment

    fileprivate func keyboard(in memory: PromptMemory) throws(CommandFailure) -> Keyboard {
      try orFail(.usage) {
        try Keyboard(configuration, field: memory.fields[0], makesRules: true)
      }
    }
  }

  /// Creates the scene without showing it.
  ///
  /// Throws status 70 if memory cannot be locked.
  init(_ request: Request, _ hardening: inout ProcessHardening) throws(CommandFailure) {
    var preparation = PromptHost.Preparation(
      faultSentence: "keyward: error: stopped by a fault, and the secret was wiped\n")
    preparation.lockPolicy = request.lockPolicy
    preparation.usesSecretMemory = request.usesSecretMemory
    preparation.capacities = [SecretText.largestCapacity]
    let host = try prepareHost(preparation, &hardening)
    let session = try orFail { try TerminalSession(environment: request.environment) }
    var options = request.options
    host.describeProtections(in: &options.dialogue)
    let keyboard = try request.keyboard(in: host.memory)
    let surface = PromptSurface(request.environment)
    setting = host.setting(
      request.environment, surface, suspendsGroup: options.dialogue.suspendsGroup)
    model = SceneModel(options, scene: request.scene, keyboard: keyboard, surface: surface)
    self.keyboard = keyboard
    self.host = host
    self.session = session
  }

  /// Shows the scene until the user ends it, and returns the exit status.
  mutating func play(_ hardening: ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let outcome = try orFail { try host.run([model], setting, on: &session) }
    keyboard.deleteAll()
    guard outcome == .submitted else { return outcome.status }
    try StandardStreams.print(
      hardening.account(
        mode: session.lastMode, deed: "it was wiped; no part of it was kept or printed"))
    return .done
  }

  /// Prints the final frames, on a terminal that can show text only.
  static func printSettled(_ request: Request) throws(CommandFailure) {
    let session = try orFail { try TerminalSession(environment: request.environment) }
    // Nothing is typed here, so the memory need not be locked.
    let memory = try orFail { try PromptMemory(policy: .allowUnlocked) }
    let keyboard = try request.keyboard(in: memory)
    let model = SceneModel(
      request.options, scene: request.scene, keyboard: keyboard,
      surface: PromptSurface(request.environment))
    model.handle(.window(columns: session.size.columns, rows: session.size.rows), at: 0)
    model.handle(.began(nil), at: 0)
    try StandardStreams.print("kind: \(model.state.kind.words)\n" + request.scene.report().text)
  }
}
