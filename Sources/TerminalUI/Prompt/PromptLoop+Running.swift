import KeywardEngine

/// Prompts from the first to the last answer.
extension PromptLoop {
  /// Asks one prompt after the other, as long as each is answered, and wipes what is no answer; the
  /// session is left by the caller.
  ///
  /// - Parameters:
  ///   - next: The prompts behind the first; they keep its screen, and keys typed ahead are for them.
  ///   - session: The open terminal.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended, as the last prompt knows too.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
  package mutating func run(
    then next: [any Prompt] = [], on session: inout TerminalSession,
    watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var outcome: DialogueOutcome?
    defer {
      // First of all: a terminal that takes nothing keeps leaving it waiting.
      if outcome != .submitted { memory.wipe() }
      memory.scratch.wipe()
      if let outcome, !outcome.isGone { sayLast(to: session) }
    }
    outcome = try begin(on: &session, watch: watch)
    for prompt in next where outcome == .submitted {
      sayLast(to: session)
      self.prompt = prompt
      isShown = false
      // What stays of the one before goes above the rows of this one.
      if screen.keepsLine { screen.leave() }
      outcome = try ask(on: &session, watch: watch)
    }
    return outcome ?? .hungUp
  }

  private mutating func begin(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    guard try own(&session, watch: watch) else { return prompt.outcome ?? .hungUp }
    setting.beforeSwitch()
    try session.begin(leaving: screenEnd)
    hasBegun = true
    // Brought to the front only now: that SIGCONT is no reason to begin, and throw keys away, again.
    if let signal = watch.take().ending { return end(.signalled(signal)) }
    return try ask(on: &session, watch: watch)
  }
}

extension PromptLoop.Setting {
  /// Asks one prompt after the other on a terminal, and leaves it as it was.
  ///
  /// - Parameters:
  ///   - prompts: At least one.
  ///   - memory: Wiped after every end but `submitted`.
  ///   - session: The open terminal, not begun; it has been left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended. After `signalled` the caller dies by that signal.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
  package func run(
    _ prompts: [any Prompt], memory: PromptMemory, on session: inout TerminalSession,
    watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var loop = PromptLoop(
      self, memory: memory, prompt: prompts[0], descriptor: session.descriptor)
    let outcome: DialogueOutcome
    do {
      defer { loop.leave(&session) }
      outcome = try loop.run(then: Array(prompts.dropFirst()), on: &session, watch: watch)
    }
    return outcome.afterHangUp(watch)
  }
}
