import Glibc
import KeywardEngine
import SecureMemory
import TerminalUI

/// The prompts in the place of those of attended programs: their memory, their keyboard, how they look.
struct AttendedPrompts {
  /// The names of programs that switch echo off without asking for a secret.
  var programsToLeaveAlone: [String] = []
  let memory: PromptMemory
  private var environment: TerminalEnvironment
  private let options: DialogueOptions
  private let prompt: String?
  private let configuration: KeyboardConfiguration

  /// Makes ready what every prompt needs.
  ///
  /// - Parameters:
  ///   - typing: The options of the command line and, where they say nothing, the settings.
  ///   - sandbox: The sandbox, still open.
  ///   - hardening: The process, hardened so far that it may take a secret.
  /// - Throws: `CommandFailure`, with status 70 where memory is not locked.
  init(
    _ typing: TypingOptions, _ sandbox: Sandbox, _ hardening: inout ProcessHardening
  ) throws(CommandFailure) {
    let profile = try typing.screen.profile()
    let screen = try typing.screen.description(window: { (80, 24) })
    configuration = try typing.configuration(on: screen, profile)
    memory = try orFail(.notLocked) {
      try hardening.requireProtection(typing.lockPolicy)
      try sandbox.require()
      return try hardening.lockingMemory(triesSecretMemory: typing.secretMemory != false) {
        () throws(SecretMemoryError) in try PromptMemory(policy: typing.lockPolicy)
      }
    }
    environment = typing.environment
    prompt = typing.prompt
    var options = typing.dialogueOptions(hardening)
    options.protections += sandbox.protections
    options.form = typing.form ?? .inline
    options.keepsLine = false
    // Nothing is an answer too: a key without a passphrase.
    options.hidesEmptiness = true
    options.suspendsGroup = false
    options.offersPassing = true
    self.options = options
  }

  /// Whether a program is not to be asked for.
  func leavesAlone(_ program: ForegroundProgram) -> Bool {
    programsToLeaveAlone.contains(program.name)
  }

  /// Notes the theme for the ground that a terminal has told, so that it is not asked again.
  mutating func note(_ theme: Theme?) {
    if environment.theme == .auto, let theme { environment.theme = theme }
  }

  /// What prompts are shown on.
  var surface: PromptSurface {
    PromptSurface(
      environment, isPlain: options.isPlain, form: options.form,
      needsKeyboard: configuration.input == .screen)
  }

  /// A loop that asks for a program.
  ///
  /// - Parameters:
  ///   - program: Who asks.
  ///   - text: What it asks for; empty where it does not say.
  ///   - source: Ends the prompt when the program asks no more.
  ///   - session: The terminal.
  /// - Returns: The loop, not begun.
  func loop(
    for program: ForegroundProgram?, text: String, source: any PromptSource,
    on session: borrowing TerminalSession
  ) -> PromptLoop {
    var options = options
    options.asker = program?.introduction ?? ""
    options.prompt = prompt ?? (text.isEmpty ? options.prompt : text)
    let surface = surface
    memory.wipe()
    // The configuration has made one before.
    let keyboard = try? Keyboard.make(configuration, field: memory.fields[0])
    let prompt = PassphrasePrompt(
      options, fields: memory.fields, surface: surface, keyboard: keyboard)
    let setting = PromptLoop.Setting(environment: environment, surface: surface)
    return PromptLoop(
      setting, memory: memory, source: source, prompt: prompt, descriptor: session.descriptor)
  }
}

/// Ends a prompt when the program it asks for does not wait unseen any more.
final class AttendedTerminal: PromptSource {
  private let isOver: () -> Bool
  private(set) var deadline: Double?

  /// How often the program's terminal is looked at, in seconds.
  private static let interval = 0.1

  init(isOver: @escaping () -> Bool) {
    self.isOver = isOver
    deadline = MonotonicTime.now + Self.interval
  }

  func watch(on list: inout PollList) {}

  func firstNews(after seconds: Double) -> PromptEvent? { look() }

  func news(in list: PollList) -> PromptEvent? { look() }

  private func look() -> PromptEvent? {
    deadline = MonotonicTime.now + Self.interval
    return isOver() ? .ended(.abandoned) : nil
  }
}
