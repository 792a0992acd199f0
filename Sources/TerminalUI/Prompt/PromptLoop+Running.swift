import KeywardEngine

/// The run of prompts, from the first to the last answer.
extension PromptLoop {
  /// Runs one prompt after the other, as long as each is answered, and wipes text that is not an
  /// answer.
  ///
  /// The caller leaves the session.
  ///
  /// - Parameters:
  ///   - next: The prompts after the first; they keep its screen and get the keys typed ahead.
  ///   - session: The open terminal.
  ///   - watch: The signals of the process.
  /// - Returns: The outcome, the same as the last prompt's.
  /// - Throws: `TerminalError` if the terminal cannot be used.
  package mutating func run(
    then next: [any Prompt] = [], on session: inout TerminalSession,
    watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var outcome: DialogueOutcome?
    defer {
      // Wipe first: a stalled terminal makes leaving wait.
      if outcome != .submitted {
        hasDroppedText = memory.fields.contains { !$0.text.isEmpty }
        memory.wipe(keepingInput: keepsInput)
      }
      memory.scratch.wipe()
      if let outcome, !outcome.isGone { sayLast(to: session) }
    }
    outcome = try begin(on: &session, watch: watch)
    for prompt in next where outcome == .submitted {
      sayLast(to: session)
      self.prompt = prompt
      isShown = false
      // The line of the prompt before goes above the rows of this one.
      if screen.keepsLine { screen.leave() }
      outcome = try ask(on: &session, watch: watch)
    }
    return outcome ?? .hungUp
  }

  private mutating func begin(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    guard try own(&session, watch: watch) else { return prompt.outcome ?? .hungUp }
    try take(&session)
    hasBegun = true
    // This SIGCONT brought us to the front before the beginning: it must not begin again and throw
    // keys away.
    if let signal = watch.take().ending { return end(.signalled(signal)) }
    return try ask(on: &session, watch: watch)
  }
}
