import Glibc
import KeywardEngine
import SecureMemory
import TerminalUI

/// The prompts of a relay.
extension TerminalRelay {
  /// Checks if the command waits for unseen input, and asks in its place.
  mutating func look() throws(TerminalError) {
    let isUnseen = inner.asksUnseen
    let isDue = moment.look(
      isUnseen: isUnseen, hasUnreadLine: isUnseen && inner.hasUnreadLine,
      hasText: !output.line.isBlank, at: now)
    guard isDue, isWaitingUntil == nil else { return }
    let program = inner.foreground.map(ForegroundProgram.init(group:))
    if let program, prompts.leavesAlone(program) {
      moment.leaveAlone()
    } else {
      try ask(for: program)
    }
  }

  /// Asks, types the answer, and goes on passing.
  private mutating func ask(for program: ForegroundProgram?) throws(TerminalError) {
    let line = try takeRow()
    let master = inner.master
    let source = AttendedTerminal { !InnerTerminal.asksUnseen(on: master) }
    var loop = prompts.loop(
      for: program, text: output.line.text, source: source, on: session)
    let outcome: DialogueOutcome
    do throws(TerminalError) {
      outcome = try loop.run(on: &session, watch: watch)
    } catch {
      loop.leave(&session)
      throw error
    }
    // The command may look at its window as soon as it has the answer.
    inner.adoptWindow(of: session.descriptor)
    act(on: outcome)
    guard ending == nil else {
      loop.leave(&session)
      return
    }
    if !loop.leaveScreen() { loop.leave(&session) }
    if !line.isEmpty { _ = session.say(line) }
    prompts.memory.wipe()
    prompts.note(loop.toldTheme)
    output.line.removeAll()
    moment.noteActivity(at: now)
    // Signals may have come while the prompt had the terminal.
    try takeTerminal()
    try followCommand()
  }

  /// Clears the rows of the command's question to make room for the prompt.
  ///
  /// - Returns: The bytes that restore the question; empty if it stays.
  private mutating func takeRow() throws(TerminalError) -> String {
    guard prompts.surface.isInline,
      let line = output.line.written(columns: session.size.columns), try session.claim()
    else { return "" }
    let upwards = Array(repeating: "\u{1b}[A\u{1b}[K", count: line.rowsAbove)
    _ = session.say((["\r\u{1b}[0m\u{1b}[K"] + upwards).joined())
    return line.text
  }

  /// Handles the end of a prompt.
  private mutating func act(on outcome: DialogueOutcome) {
    switch outcome {
    case .cancelled(.passedOn): moment.leaveAlone()
    case .abandoned: break
    case .hungUp, .signalled: ending = .ended(outcome.afterHangUp(watch))
    case .submitted, .cancelled, .timedOut, .declined, .mismatched:
      // The program may have stopped asking since the prompt last looked. An answer would be shown
      // then, and taken for something else.
      guard inner.asksUnseen else { return }
      if outcome == .submitted { answer() } else { inner.interrupt() }
      moment.noteAnswer()
    }
  }

  /// Types the answer, and what was typed behind it.
  private mutating func answer() {
    let field = prompts.memory.fields[0]
    // A terminal that is gone will be noticed soon enough.
    try? inner.answer(field.text, replacingLine: hasLineBegun)
    hasLineBegun = false
    handOnRest()
  }

  /// Hands on the input typed behind Enter before the prompt was gone.
  private mutating func handOnRest() {
    let rest = prompts.memory.ring.count
    guard rest > 0 else { return }
    let master = inner.master
    prompts.memory.ring.withBytes { bytes in
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(master, $0.baseAddress, $0.count) }
    }
  }
}
