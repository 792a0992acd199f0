import KeywardEngine
import TerminalUI

/// One question for a secret: starts the restore helper, takes memory, signals and terminal in this
/// order, then asks.
///
///     var dialogue = try SecretDialogue.prepare(typing, manners, &hardening)
///     guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: true) }
///     try dialogue.print(newline: true)
struct SecretDialogue: ~Copyable {
  /// The signals of this process, watched as long as there is a secret.
  let watch: SignalWatch
  /// The terminal's mode during typing.
  var mode: TerminalMode? { session.lastMode }
  /// The outcome of the dialogue; `nil` before its end.
  private(set) var outcome: DialogueOutcome?

  /// The locked memory: the secret, its repetition, the name.
  private let memory: PromptMemory
  private let questions: [Dialogue.Question]
  private let dialogue: Dialogue
  private var session: TerminalSession

  private init(
    watch: consuming SignalWatch, memory: PromptMemory, questions: [Dialogue.Question],
    dialogue: Dialogue, session: consuming TerminalSession
  ) {
    self.watch = watch
    self.memory = memory
    self.questions = questions
    self.dialogue = dialogue
    self.session = session
  }

  /// The field of the secret.
  var secret: SecretField { memory.fields[0] }

  /// The field of the name; `nil` if none was asked for.
  var name: SecretField? { questions.count > 1 ? questions[0].fields[0] : nil }

  /// Makes everything ready, so that only the typing is left.
  ///
  /// - Parameters:
  ///   - typing: The options of the command line, completed by the settings.
  ///   - manners: The manner of asking.
  ///   - hardening: The process, hardened so far that it may take a secret.
  ///   - passage: The way to the command, if one is run.
  ///   - output: The descriptor that the secret is written to; nil if it goes elsewhere.
  /// - Returns: The dialogue, not yet begun.
  /// - Throws: `CommandFailure`, with status 70 if memory is not locked.
  static func prepare(
    _ typing: TypingOptions, _ manners: Manners, _ hardening: inout ProcessHardening,
    passage: SecretPassage? = nil, output: Int32? = nil
  ) throws(CommandFailure) -> SecretDialogue {
    if typing.watcher != false { RestoreHelper.start() }
    // Files are read while there is nothing to lose yet.
    let profile = try typing.screen.profile()
    let someScreen = try typing.screen.description(window: { (80, 24) })
    var configuration = try typing.configuration(on: someScreen, profile)

    let capacity = passage?.capacity ?? SecretText.largestCapacity
    let sandbox = Sandbox(typing.sandbox ?? .yes, needs: .group)
    let memory = try orFail(.notLocked) {
      try hardening.requireProtection(typing.lockPolicy)
      try sandbox.require()
      return try hardening.lockingMemory(triesSecretMemory: typing.secretMemory != false) {
        () throws(SecretMemoryError) in
        try PromptMemory(capacities: manners.capacities(capacity), policy: typing.lockPolicy)
      }
    }
    let watch = try orFail {
      try hardening.watchSignals(
        faultSentence: "keyward: stopped by a fault; the secret was wiped\n")
    }
    let session = try orFail { try TerminalSession(environment: typing.environment) }
    let window = session.size
    configuration.screen = try typing.screen.description(window: { window })
    let keyboard = try Keyboard.make(configuration, field: memory.fields[0])
    var options = typing.dialogueOptions(hardening)
    options.protections += sandbox.protections
    let questions = manners.questions(options, memory: memory, keyboard: keyboard)
    let dialogue = Dialogue(environment: typing.environment, memory: memory)
    dialogue.output = output
    dialogue.sandbox = sandbox
    return SecretDialogue(
      watch: watch, memory: memory, questions: questions, dialogue: dialogue, session: session)
  }

  /// Whether our process group has the terminal.
  var isInForeground: Bool { session.isInForeground }

  /// Asks, and leaves the terminal as it was.
  ///
  /// - Throws: `CommandFailure` if the terminal cannot be used.
  mutating func ask() throws(CommandFailure) -> DialogueOutcome {
    do {
      let outcome = try dialogue.ask(questions, on: &session, watch: watch)
      self.outcome = outcome
      return outcome
    } catch {
      throw CommandFailure(error)
    }
  }
}
