import Glibc
import KeywardTerminal
import SecureMemory

extension PinentryServer {
  /// Serves the client, and asks its questions, until the client has finished.
  package mutating func run(asking host: PromptHost, on terminal: CalledTerminal) -> End {
    let end = serve(host, terminal)
    host.memory.wipe()
    terminal.release()
    channel.writer.flush()
    return end
  }

  private mutating func serve(_ host: PromptHost, _ terminal: CalledTerminal) -> End {
    while true {
      switch next() {
      case .releaseTerminal: terminal.release()
      case .end(let end): return end
      case .ask(let request):
        let client = channel
        let outcome = Result { () throws(TerminalError) in
          try host.ask(request, on: terminal, client: client)
        }
        defer { host.memory.wipe() }
        let end = finish(request, outcome, holdsTerminal: terminal.isHeld) { send in
          host.memory.fields.first.map { $0.text.withBytes(send) } ?? false
        }
        if let end { return end }
      }
    }
  }

  mutating func getPassphrase() -> Step? {
    guard refusesPassphrases else { return ask(state.passphraseRequest) }
    state.endDialogue(wasPassphrase: true)
    reply(.outOfMemory)
    return nil
  }

  mutating func ask(_ request: DialogueRequest) -> Step {
    channel.writer.flush().map { Step.end(.signalled($0)) } ?? .ask(request)
  }

  /// Replies to the command whose question was asked; returns the end of the session, or nil to
  /// continue.
  ///
  /// `withPassphrase` calls its argument with the submitted text, and returns the result.
  package mutating func finish(
    _ request: DialogueRequest, _ result: Result<DialogueOutcome, TerminalError>,
    holdsTerminal: Bool, withPassphrase: ((RawSpan) -> Bool) -> Bool
  ) -> End? {
    let kind = request.question.kind
    // A client that is gone does not answer, and a signal does not wait.
    let isOver = if case .success(let outcome) = result { outcome.endsSession } else { false }
    channel.settle(within: isOver ? 0 : 1, clock: clock)
    state.endDialogue(wasPassphrase: kind == .text)
    // The modification time shows the agent that a dialogue was shown.
    if let path = state.touchFile { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }
    holdDeadline = holdsTerminal ? clock.now + Self.holdSeconds : nil
    switch result {
    case .failure(let trouble): replyTo(trouble)
    case .success(.submitted) where kind == .text:
      if request.question.repeatPrompt != nil { channel.writer.add("S PIN_REPEATED") }
      let isSent = withPassphrase { $0.byteCount == 0 || channel.sendData($0) }
      if isSent { replyOK() } else { reply(.outOfMemory) }
    case .success(.submitted),
      .success(.declined) where kind == .message,
      .success(.cancelled) where kind == .message, .success(.timedOut) where kind == .message:
      replyOK()
    case .success(.declined) where kind == .decision: reply(.notConfirmed)
    case .success(let outcome): return replyTo(outcome)
    }
    return nil
  }

  private mutating func replyTo(_ trouble: TerminalError) {
    let cause = trouble == .busy ? "timeout" : "tty"
    channel.writer.add("S ERROR keyward.\(cause) \(trouble.reply.number)")
    let reason = trouble.ofPlace ?? state.fallbackTrouble ?? trouble.description
    reply(trouble.reply.explained(by: trouble == .busy ? nil : reason))
  }

  private mutating func replyTo(_ outcome: DialogueOutcome) -> End? {
    switch outcome {
    case .submitted, .declined, .cancelled, .mismatched, .poweredOff:
      reply(.cancelled)
    case .askerChanged, .signalled(SIGINT):
      reply(.fullyCancelled)
    case .timedOut:
      channel.writer.add("S ERROR keyward.timeout \(AssuanError.timeout.number)")
      reply(.timeout)
    case .hungUp, .abandoned:
      reply(.fullyCancelled)
      return .gone
    case .signalled(let signal):
      return .signalled(signal)
    }
    return nil
  }
}

extension DialogueOutcome {
  /// True if the conversation with the client also ends.
  fileprivate var endsSession: Bool {
    // An agent withdraws its question with an interrupt.
    if case .signalled(let signal) = self { signal != SIGINT } else { isGone }
  }
}

extension TerminalError {
  var reply: AssuanError {
    switch self {
    case .cannotOpen(_, let code), .settings(let code): Self.reply(to: code)
    case .busy: .timeout
    case .changedByOthers, .inUse: AssuanError(.pinentry, 32787, "Device or resource busy")
    case .wait: Self.reply(to: ENODEV)
    case .notATerminal, .orphanedInBackground, .noDrawnKeyboard, .noPlace:
      Self.reply(to: ENOTTY)
    case .refused: Self.reply(to: EPERM)
    }
  }

  private static func reply(to code: Int32) -> AssuanError {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP:
      AssuanError(.pinentry, 32849, "No such file or directory")
    case EACCES, EPERM, EROFS: AssuanError(.pinentry, 32769, "Permission denied")
    case ENXIO, ENODEV, EIO: AssuanError(.pinentry, 32872, "No such device or address")
    default: AssuanError(.pinentry, 32870, "Inappropriate ioctl for device")
    }
  }
}
