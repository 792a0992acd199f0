import KeyboardEngine
import KeyboardScenes
import KeywardPrograms
import PromptUI

struct InteractiveScene {
  var scene: KeyboardScene
  var configuration: KeyboardConfiguration
  var options: SceneOptions
  var protection: Protection
  var environment: TerminalEnvironment

  /// Shows the scene until the user ends it; fails with status 70 if memory cannot be locked.
  ///
  /// Memory, signals and the terminal are acquired in this order.
  func play(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var preparation = PromptHost.Preparation(
      faultSentence: "keyward: error: the program crashed, and the secret was wiped\n")
    preparation.protection = protection
    preparation.capacities = [SecretText.largestCapacity]
    let host = try prepareHost(preparation, &hardening)
    var session = try orFail { try TerminalSession(environment: environment) }
    var options = options
    let keyboard = try keyboard(in: host.memory)
    let surface = PromptSurface(environment)
    var setting = PromptLoop.Setting(environment: environment, surface: surface)
    setting.suspendsGroup = options.dialogue.suspendsGroup
    let model = SceneModel(options, scene: scene, keyboard: keyboard, surface: surface)
    var loop = PromptLoop(
      setting, memory: host.memory, prompts: [model], descriptor: session.descriptor)
    let outcome = try orFail { try host.run(&loop, on: &session) }
    keyboard.deleteAll()
    // The host watches the signals until the text is wiped.
    withExtendedLifetime(host) {}
    guard outcome == .submitted else { return outcome.status }
    try StandardStreams.print(
      hardening.account(mode: session.lastMode, deed: "wiped; no part of it was kept or printed"))
    return .done
  }

  func printSettled() throws(CommandFailure) {
    let session = try orFail { try TerminalSession(environment: environment) }
    // Nothing is typed here, so the memory need not be locked.
    let memory = try orFail { try PromptMemory(policy: .allowUnlocked) }
    let model = SceneModel(
      options, scene: scene, keyboard: try keyboard(in: memory),
      surface: PromptSurface(environment))
    model.handle(.window(columns: session.size.columns, rows: session.size.rows), at: 0)
    model.handle(.began(nil), at: 0)
    try StandardStreams.print("kind: \(model.state.kind.words)\n" + scene.report().text)
  }

  private func keyboard(in memory: PromptMemory) throws(CommandFailure) -> Keyboard {
    try orFail(.usage) { try Keyboard(configuration, field: memory.fields[0], makesRules: true) }
  }
}
