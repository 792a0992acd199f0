import Glibc
import KeyboardEngine
import PromptUI
import SecureMemory

/// The prompts that `keyward attend` shows in place of the prompts of its command.
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

  /// Stores the theme that the terminal reported, so that later prompts do not query the terminal.
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
  /// `last` is the previous question, if its prompt was closed without an answer. Keys meant for
  /// that prompt may still arrive, so the new prompt first refuses an empty answer for a short
  /// time. `rest` are the keys of a line that was begun before the question and may be the shell's
  /// next command, so they are no answer.
  func loop(
    for question: AttendedQuestion, text: String, after last: Withdrawal?, rest: StrayKeys?,
    on session: borrowing TerminalSession
  ) -> PromptLoop {
    let surface = surface
    var options = options
    options.asker = question.program?.introduction(in: surface.language) ?? ""
    options.prompt =
      prompt.map { .given($0) } ?? (text.isEmpty ? options.prompt : .given(text))
    options.stopsAsker = question.stopCharacter != nil
    if last != nil {
      options.error = .own(.questionChanged)
      options.emptyAnswerDelay = 0.3
    }
    memory.wipe()
    // This cannot fail: the same configuration has created a keyboard before.
    let keyboard = try? Keyboard(configuration, field: memory.fields[0], makesRules: true)
    let prompt = PassphrasePrompt(
      options, fields: memory.fields, surface: surface, keyboard: keyboard)
    let setting = PromptLoop.Setting(environment: environment, surface: surface)
    var loop = PromptLoop(
      setting, memory: memory, source: question, prompt: prompt, descriptor: session.descriptor)
    loop.reader.strayKeys = last?.lastKey.map { StrayKeys(after: $0) } ?? rest
    loop.hasDroppedTypedAhead = last?.lastKey == nil && rest != nil
    return loop
  }
}
