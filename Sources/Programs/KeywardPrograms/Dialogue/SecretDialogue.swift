import KeyboardEngine
import PromptUI

/// One question for a secret, and its answer.
///
///     var dialogue = try SecretDialogue(typing, manners, &hardening)
///     guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: true) }
///     try dialogue.print(newline: true)
struct SecretDialogue: ~Copyable {
  let host: PromptHost
  var mode: TerminalMode? { session.lastMode }
  private(set) var outcome: DialogueOutcome?

  private let prompts: [PassphrasePrompt]
  private let setting: PromptLoop.Setting
  /// Watches the reader of the secret; nil if it goes elsewhere.
  private let reader: ReaderWatch?
  private var session: TerminalSession

  var secret: SecretField { host.memory.fields[0] }

  /// The field of the name; `nil` if none was asked for.
  var name: SecretField? { prompts.count > 1 ? prompts[0].first : nil }

  /// Makes everything ready, so that only the typing is left.
  ///
  /// It fails with status 70 if memory is not locked.
  init(
    _ typing: TypingOptions, _ manners: PromptPolicy, _ hardening: inout ProcessHardening,
    passage: SecretDelivery? = nil, output: Int32? = nil
  ) throws(CommandFailure) {
    // Files are read while there is nothing to lose yet.
    let profile = try typing.screen.profile()
    let someScreen = try typing.screen.description(window: { (80, 24) })
    var configuration = try typing.configuration(on: someScreen, profile)

    var preparation = typing.preparation(Sandbox(typing.settings.sandbox, needs: .group))
    preparation.capacities = manners.capacities(passage?.capacity ?? SecretText.largestCapacity)
    let host = try prepareHost(preparation, &hardening)
    let session = try typing.settings.openTerminal(typing.environment, host)
    var environment = session.environment
    typing.settings.apply(to: &environment)
    let devices = try typing.settings.openDevices(on: session)
    let window = session.size
    configuration.screen = try typing.screen.description(window: { window })
    let keyboard = try Keyboard.make(configuration, field: host.memory.fields[0])
    var options = typing.dialogueOptions()
    host.describeProtections(in: &options)
    options.asker = session.asker
    let needsKeyboard = configuration.input == .screen
    let surface = PromptSurface(
      environment, isPlain: options.isPlain, form: options.form,
      needsKeyboard: needsKeyboard)
    if surface.isPlain, needsKeyboard { throw CommandFailure(TerminalError.noDrawnKeyboard) }
    prompts = manners.prompts(options, on: surface, fields: host.memory.fields, keyboard: keyboard)
    setting = host.setting(
      on: session, environment, surface, suspendsGroup: options.suspendsGroup, devices: devices)
    self.host = host
    reader = output.map { ReaderWatch(of: $0) }
    self.session = session
  }

  var isInForeground: Bool { session.isInForeground }

  /// Asks, and leaves the terminal as it was.
  mutating func ask() throws(CommandFailure) -> DialogueOutcome {
    do {
      let outcome = try host.run(prompts, setting, source: reader, on: &session)
      self.outcome = outcome
      return outcome
    } catch {
      throw CommandFailure(error)
    }
  }
}
