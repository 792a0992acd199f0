import KeywardEngine

/// Asks a person for a secret on a terminal, from the first frame to the restored screen.
///
///     var session = try TerminalSession(environment: .current())
///     let dialogue = Dialogue(environment: .current(), memory: try PromptMemory(capacities: []))
///     let outcome = try dialogue.ask([question], on: &session, watch: watch)
///     if outcome == .submitted { try keyboard.text.write(to: 1, newline: true) }
///
/// After `submitted` the secret stays; after every other outcome everything typed has been wiped.
/// When `ask` returns or throws, the terminal is as it was found. To share a terminal with a
/// running program, use `PromptLoop` instead.
package final class Dialogue {
  /// One of several questions on one screen.
  package struct Question {
    var options: DialogueOptions
    package var fields: [SecretField]
    var keyboard: Keyboard?
    var advisor: (any PassphraseAdvisor)?

    /// A question.
    ///
    /// - Parameters:
    ///   - options: Its look and behaviour.
    ///   - fields: The fields that receive the text.
    ///   - keyboard: The keyboard to draw, hidden until then, which types into the first field.
    ///   - advisor: Answers questions about the passphrase.
    package init(
      _ options: DialogueOptions, fields: [SecretField], keyboard: Keyboard? = nil,
      advisor: (any PassphraseAdvisor)? = nil
    ) {
      self.options = options
      self.fields = fields
      self.keyboard = keyboard
      self.advisor = advisor
    }
  }

  let environment: TerminalEnvironment
  let memory: PromptMemory
  let clock: Clock
  /// The descriptor that the answer goes to, if the dialogue ends when nobody reads it any more.
  package var output: Int32?
  /// The sandbox, closed once the first frame is on the screen.
  package var sandbox = Sandbox(.no)

  /// A dialogue that has not begun.
  ///
  /// - Parameters:
  ///   - environment: The terminal's abilities.
  ///   - memory: Locked memory, made before the terminal is touched.
  ///   - clock: The source of the time.
  package init(
    environment: TerminalEnvironment, memory: PromptMemory, clock: Clock = .monotonic
  ) {
    self.environment = environment
    self.memory = memory
    self.clock = clock
  }

  /// Asks one question after the other, and returns when all are answered.
  ///
  /// - Parameters:
  ///   - questions: At least one; a screen is kept from one to the next.
  ///   - session: The open terminal, not begun; left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: The outcome. After `signalled` the caller dies by that signal.
  /// - Throws: `TerminalError` if the terminal cannot be used.
  package func ask(
    _ questions: [Question], on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    let isPlain = questions.contains { $0.options.isPlain }
    let needsScreen = questions.contains { $0.keyboard?.configuration.input == .screen }
    let surface = PromptSurface(
      environment, isPlain: isPlain, form: questions[0].options.form, needsKeyboard: needsScreen)
    if surface.isPlain, needsScreen { throw .noDrawnKeyboard }
    let prompts = questions.map { question in
      PassphrasePrompt(
        question.options, fields: question.fields, surface: surface, keyboard: question.keyboard,
        advisor: question.advisor)
    }
    return try run(
      prompts, surface, stops: questions[0].options.suspendsGroup, on: &session, watch: watch)
  }

  /// Asks for a decision; the options say which button has the focus at first.
  ///
  /// - Parameters:
  ///   - options: Its look and behaviour.
  ///   - session: The open terminal, not begun; left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: The outcome: `submitted` is yes.
  /// - Throws: `TerminalError` if the terminal cannot be used.
  package func confirm(
    _ options: DialogueOptions, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    let surface = PromptSurface(environment, isPlain: options.isPlain, form: options.form)
    return try run(
      [ConfirmationPrompt(options, surface: surface)], surface, stops: options.suspendsGroup,
      on: &session, watch: watch)
  }

  private func run(
    _ prompts: [any Prompt], _ surface: PromptSurface, stops: Bool,
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var setting = PromptLoop.Setting(environment: environment, surface: surface)
    setting.clock = clock
    setting.suspendsGroup = stops
    setting.protect(by: sandbox)
    return try setting.run(
      prompts, memory: memory, source: output.map { ReaderWatch(of: $0) }, on: &session,
      watch: watch)
  }
}
