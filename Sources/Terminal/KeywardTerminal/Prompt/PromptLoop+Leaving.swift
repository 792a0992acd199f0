import SecureMemory

extension PromptLoop {
  /// Writes the last text of a prompt that ends or is suspended.
  ///
  /// In line mode this text completes the current line. On an inline screen it is the line that
  /// replaces the rows.
  package mutating func sendEnd(to session: borrowing TerminalSession) {
    guard hasBegun else { return }
    if surface.isPlain { session.sendLast(prompt.transcriptUpdate()) }
    guard surface.isInline else { return }
    let line = prompt.transcriptUpdate()
    hasKeptLine = !line.isEmpty
    if screen.isThere {
      screen.keep(line)
    } else if !line.isEmpty {
      // Keys typed ahead have answered the prompt before its first frame.
      session.sendLast("\(ControlSequence.frameBegin)\(line)\r\n\(ControlSequence.frameEnd)")
    }
  }

  /// Ends the prompt if the lender of its terminal is gone, or was stopped by force; returns true if
  /// so.
  ///
  /// The shell of a stopped lender may take the terminal at any moment.
  func endsWithLender(of session: borrowing TerminalSession) -> Bool {
    guard let loan = session.loan else { return false }
    if loan.isLost { end(.hungUp) } else if loan.isLenderStopped { end(.abandoned) }
    return prompt.outcome != nil
  }

  package mutating func leaveScreen() -> Bool {
    releaseDevices()
    awaitAnswerAtExit()
    return screen.leave()
  }

  package mutating func leave(_ session: inout TerminalSession) {
    releaseDevices()
    awaitAnswerAtExit()
    session.leave(draining: &memory.ring)
  }

  private func releaseDevices() {
    let isSignalled = if case .signalled? = prompt.outcome { true } else { false }
    devices?.end(with: memory, waits: !isSignalled)
  }

  /// Delays the exit until a pending reply of the terminal arrives, by at most
  /// `InputReader.longestWait`.
  ///
  /// Otherwise the next program would read the reply as input.
  private func awaitAnswerAtExit() {
    guard now < reader.replyEnd else { return }
    TerminalRestore.expectAnswer(
      on: screen.output.descriptor, within: InputReader.longestWait)
  }

  /// Ends or stops a prompt that still waits for its terminal.
  func handleWaiting(_ signals: NotedSignals, _ watch: borrowing SignalWatch) {
    if let signal = signals.ending {
      end(.signalled(signal))
    } else if signals.stopRequested {
      _ = watch.suspend(wholeGroup: false)
    }
  }
}
