import KeywardEngine

/// Asks a person for a secret on a terminal, from the first frame to the restored screen.
///
///     var session = try TerminalSession(environment: .current())
///     let dialogue = Dialogue(environment: .current(), memory: try PromptMemory(capacities: []))
///     let outcome = try dialogue.ask(options, with: keyboard, on: &session, watch: watch)
///     if outcome == .submitted { try keyboard.text.write(to: 1, newline: true) }
///
/// The secret stays after `submitted`; after every other outcome it, and whatever else was typed, has
/// been wiped. When `ask` returns or throws the terminal is as it was found.
package final class Dialogue {
  /// One of several things asked for on one screen.
  package struct Question {
    var options: DialogueOptions
    package var fields: [SecretField]
    var keyboard: Keyboard?
    var advisor: (any PassphraseAdvisor)?

    /// A question.
    ///
    /// - Parameters:
    ///   - options: How it looks and behaves.
    ///   - fields: Where is typed into.
    ///   - keyboard: The drawn keyboard, hidden, which types into the first of them.
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
  /// Whether a child restores the terminal after `kill -9`.
  package var usesWatcher = false
  /// Closed once the first frame is seen.
  package var sandbox = Sandbox(.no)

  /// A dialogue that has not begun.
  ///
  /// - Parameters:
  ///   - environment: What the terminal can do.
  ///   - memory: Locked memory, made before the terminal is touched.
  ///   - clock: Where the time comes from.
  package init(
    environment: TerminalEnvironment, memory: PromptMemory, clock: Clock = .monotonic
  ) {
    self.environment = environment
    self.memory = memory
    self.clock = clock
  }

  /// Asks one question after the other, and comes back when all have their answers.
  ///
  /// - Parameters:
  ///   - questions: At least one; a screen is kept from one to the next.
  ///   - session: The open terminal, not begun; it has been left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended. After `signalled` the caller dies by that signal.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
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

  /// Asks for one secret, on a drawn keyboard.
  ///
  /// - Parameters:
  ///   - options: How it looks and behaves.
  ///   - keyboard: The keyboard, hidden; its text is what is typed into. A screen described as a terminal
  ///     follows the window.
  ///   - session: The open terminal, not begun; it has been left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended. After `signalled` the caller dies by that signal.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
  package func ask(
    _ options: DialogueOptions, with keyboard: Keyboard, on session: inout TerminalSession,
    watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    let question = Question(options, fields: [keyboard.field] + memory.fields, keyboard: keyboard)
    let outcome = try ask([question], on: &session, watch: watch)
    if outcome != .submitted { keyboard.deleteAll() }
    return outcome
  }

  /// Asks for a decision.
  ///
  /// - Parameters:
  ///   - options: How it looks and behaves.
  ///   - session: The open terminal, not begun; it has been left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended: `submitted` is yes.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
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
    setting.protect(usesWatcher: usesWatcher, sandbox)
    return try setting.run(prompts, memory: memory, on: &session, watch: watch)
  }
}
