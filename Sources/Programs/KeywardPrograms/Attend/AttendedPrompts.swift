import Glibc
import KeyboardEngine
import PromptUI
import SecureMemory

/// The prompts that replace those of attended programs.
struct AttendedPrompts {
  var programsToLeaveAlone: [String] = []
  var singleKeyPrograms: Set<String> = []
  let host: PromptHost
  var memory: PromptMemory { host.memory }
  private var environment: TerminalEnvironment
  private let options: DialogueOptions
  private let prompt: String?
  private let configuration: KeyboardConfiguration

  init(
    _ typing: TypingOptions, _ preparation: PromptHost.Preparation,
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) {
    configuration = try typing.configuration(
      on: typing.screen.description(window: { (80, 24) }))
    // The terminal keeps the font of the attended program.
    var preparation = preparation
    preparation.consoleFont = nil
    host = try prepareHost(preparation, &hardening)
    environment = typing.settings.environment
    prompt = typing.prompt
    var options = typing.dialogueOptions()
    host.describeProtections(in: &options)
    options.form = typing.settings.form ?? .inline
    options.keepsLine = false
    // An empty answer can be correct, for example for a key without a passphrase.
    options.hidesEmptiness = true
    options.suspendsGroup = false
    options.offersPassing = true
    options.remedies.generator = nil
    self.options = options
  }

  /// Stores the theme that a terminal reported, to avoid asking again.
  mutating func note(_ theme: Theme?) {
    if environment.theme == .auto, let theme { environment.theme = theme }
  }

  var surface: PromptSurface {
    PromptSurface(
      environment, isPlain: options.isPlain, form: options.form,
      needsKeyboard: configuration.input == .screen)
  }

  /// Creates a prompt.
  ///
  /// `last` is a question that was withdrawn just before. Keys meant for it may still arrive, so at
  /// first the prompt refuses an empty answer.
  func loop(
    for question: AttendedQuestion, text: String, after last: Withdrawal?,
    on session: borrowing TerminalSession
  ) -> PromptLoop {
    let surface = surface
    var options = options
    options.asker = question.program?.introduction(in: surface.language) ?? ""
    options.prompt =
      prompt.map { .given($0) } ?? (text.isEmpty ? options.prompt : .given(text))
    if let last {
      options.lastStrayKey = last.lastKey
      options.error = .own(.questionChanged)
      options.emptyAnswerDelay = 0.3
    }
    memory.wipe()
    // This cannot fail: the same configuration has created a keyboard before.
    let keyboard = try? Keyboard(configuration, field: memory.fields[0], makesRules: true)
    let prompt = PassphrasePrompt(
      options, fields: memory.fields, surface: surface, keyboard: keyboard)
    let setting = PromptLoop.Setting(environment: environment, surface: surface)
    return PromptLoop(
      setting, memory: memory, source: question, prompt: prompt, descriptor: session.descriptor)
  }
}
