import Glibc
import KeywardEngine
import KeywardTerminal
import SecureMemory

/// The prompts that `keyward attend` shows in place of the prompts of its command.
struct AttendedPrompts {
  var programsToLeaveAlone: [String] = []
  var singleKeyPrograms: Set<String> = []
  let host: PromptHost
  var memory: PromptMemory { host.memory }
  private var environment: TerminalEnvironment
  private let question: Question
  private let prompt: String?
  private let configuration: KeyboardConfiguration

  init(
    _ typing: TypingOptions, _ preparation: PromptHost.Preparation,
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) {
    configuration = try typing.configuration(
      on: typing.screen.description(window: { (80, 24) }))
    AskingProcess.prepareForSandbox()
    // The terminal keeps the font of the attended program.
    var preparation = preparation
    preparation.consoleFont = nil
    host = try prepareHost(preparation, &hardening)
    environment = typing.settings.environment
    prompt = typing.prompt
    var question = typing.question
    question.look.form = typing.settings.look.form ?? .inline
    question.look.keepsLine = false
    question.isForCaller = true
    question.offersPassing = true
    question.remedies.generator = nil
    self.question = question
  }

  /// Stores the theme that the terminal reported, so that later prompts do not query the terminal.
  mutating func note(_ theme: Theme?) { environment.adopt(theme) }

  var surface: PromptSurface {
    PromptSurface(environment, question.look, needsKeyboard: question.needsKeyboard)
  }

  /// Creates the loop of a prompt.
  ///
  /// `last` is the previous question, if its prompt was closed without an answer. Keys meant for
  /// that prompt may still arrive, so the new prompt first refuses an empty answer for a short
  /// time. `rest` are the keys of a line that was begun before the question and may be the shell's
  /// next command, so they are no answer.
  func loop(
    for asked: AttendedQuestion, text: String, after last: Withdrawal?, rest: StrayKeys?,
    on session: borrowing TerminalSession
  ) throws(TerminalError) -> PromptLoop {
    var question = question
    host.introduce(
      asked.askers.first, or: Array(asked.askers.dropFirst()), in: &question, environment)
    question.prompt =
      prompt.map { .given($0) } ?? (text.isEmpty ? question.prompt : .given(text))
    question.stopsAsker = asked.stopCharacter != nil
    if last != nil {
      question.error = .own(.questionChanged)
      question.emptyAnswerDelay = 0.3
    }
    memory.wipe()
    // This cannot fail: the panel was looked for when the configuration was made.
    let keyboard = try? Keyboard(configuration, field: memory.fields[0], makesRules: true)
    var loop = try host.loop(
      asking: [question], on: session, in: environment, keyboard: keyboard.map { .ready($0) },
      source: asked)
    loop.reader.strayKeys = last?.lastKey.map { StrayKeys(after: $0) } ?? rest
    loop.hasDroppedTypedAhead = last?.lastKey == nil && rest != nil
    return loop
  }
}
