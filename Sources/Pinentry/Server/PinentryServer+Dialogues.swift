import SecureMemory
import TerminalUI

/// The commands that show something.
extension PinentryServer {
  mutating func getPassphrase() -> End? {
    guard !refusesPassphrases else {
      state.endDialogue(wasPassphrase: true)
      reply(.outOfMemory)
      return nil
    }
    let request = state.passphraseRequest
    if let end = flush() { return end }
    let result = dialogue.passphrase(request, client: &channel)
    finishDialogue(wasPassphrase: true, result.failure)
    defer { dialogue.wipe() }
    switch result {
    case .accepted(let repeated):
      if repeated { channel.writer.add("S PIN_REPEATED") }
      guard sendPassphrase() else {
        reply(.outOfMemory)
        return nil
      }
      replyOK()
      return nil
    case .failed(let failure):
      return replyTo(failure)
    }
  }

  mutating func confirm(hasOneButton: Bool) -> End? {
    let request = state.confirmationRequest(hasOneButton: hasOneButton)
    if let end = flush() { return end }
    let result = dialogue.confirm(request, client: &channel)
    finishDialogue(wasPassphrase: false, result.failure)
    switch result {
    case .confirmed:
      replyOK()
      return nil
    case .notConfirmed where hasOneButton, .failed(.cancelled) where hasOneButton,
      .failed(.timedOut) where hasOneButton:
      replyOK()
      return nil
    case .notConfirmed:
      reply(.notConfirmed)
      return nil
    case .failed(let failure):
      return replyTo(failure)
    }
  }

  /// Hands the passphrase over; an empty one is said by sending nothing.
  private mutating func sendPassphrase() -> Bool {
    let sent = dialogue.withPassphrase { bytes in
      bytes.byteCount == 0 || channel.sendData(bytes)
    }
    return sent
  }

  private mutating func finishDialogue(wasPassphrase: Bool, _ failure: DialogueFailure?) {
    // Whoever has gone answers no more, and a signal does not wait.
    channel.settle(within: failure?.endsSession == true ? 0 : 1, clock: clock)
    state.endDialogue(wasPassphrase: wasPassphrase)
    if let path = state.touchFile { TouchFile.touch(path) }
    holdDeadline = dialogue.holdsTerminal ? clock.now + Self.holdSeconds : nil
  }

  private mutating func replyTo(_ failure: DialogueFailure) -> End? {
    switch failure {
    case .cancelled:
      reply(.cancelled)
    case .interrupted:
      reply(.fullyCancelled)
    case .timedOut, .occupied:
      channel.writer.add("S ERROR keyward.timeout \(AssuanError.timeout.number)")
      reply(.timeout)
    case .terminal(let trouble):
      channel.writer.add("S ERROR keyward.tty \(trouble.error.number)")
      reply(trouble.error)
    case .gone:
      reply(.fullyCancelled)
      return .gone
    case .signalled(let signal):
      return .signalled(signal)
    }
    return nil
  }
}
