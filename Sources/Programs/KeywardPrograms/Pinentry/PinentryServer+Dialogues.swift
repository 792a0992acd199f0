import Glibc
import PromptUI
import SecureMemory

extension PinentryServer {
  mutating func getPassphrase() -> End? {
    guard !refusesPassphrases else {
      state.endDialogue(wasPassphrase: true)
      reply(.outOfMemory)
      return nil
    }
    let request = state.passphraseRequest
    if let end = flush() { return end }
    defer { dialogue.wipe() }
    do throws(TerminalError) {
      let outcome = try show(request)
      guard outcome == .submitted else { return replyTo(outcome) }
      if request.question.repeatPrompt != nil { channel.writer.add("S PIN_REPEATED") }
      let isSent = dialogue.withPassphrase { $0.byteCount == 0 || channel.sendData($0) }
      guard isSent else {
        reply(.outOfMemory)
        return nil
      }
      replyOK()
    } catch {
      replyTo(error)
    }
    return nil
  }

  mutating func confirm(hasOneButton: Bool) -> End? {
    let request = state.confirmationRequest(hasOneButton: hasOneButton)
    if let end = flush() { return end }
    do throws(TerminalError) {
      switch try show(request) {
      case .submitted: replyOK()
      case .declined where hasOneButton, .cancelled where hasOneButton,
        .timedOut where hasOneButton:
        replyOK()
      case .declined: reply(.notConfirmed)
      case let outcome: return replyTo(outcome)
      }
    } catch {
      replyTo(error)
    }
    return nil
  }

  private mutating func show(
    _ request: DialogueRequest
  ) throws(TerminalError) -> DialogueOutcome {
    var outcome: DialogueOutcome?
    defer {
      // A client that is gone does not answer, and a signal does not wait.
      channel.settle(within: outcome?.endsSession == true ? 0 : 1, clock: clock)
      state.endDialogue(wasPassphrase: request.question.kind == .text)
      // The modification time shows the agent that a dialogue was shown.
      if let path = state.touchFile { _ = unsafe utimensat(AT_FDCWD, path, nil, 0) }
      holdDeadline = dialogue.holdsTerminal ? clock.now + Self.holdSeconds : nil
    }
    let ended = try dialogue.ask(request, client: channel)
    outcome = ended
    return ended
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
    case .signalled(SIGINT):
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
