import CalledPrograms
import Glibc
import TerminalUI
import TestSupport
import Testing

@testable import Assuan
@testable import SecureMemory

/// What a test lets a person do, and what the person was shown.
final class Script {
  typealias PassphraseScene = (PassphraseRequest, inout ClientChannel, inout String) ->
    PassphraseEnd
  typealias ConfirmationScene = (ConfirmationRequest, inout ClientChannel) -> ConfirmationEnd

  var passphrases: [PassphraseScene] = []
  var confirmations: [ConfirmationScene] = []
  var shown: [PassphraseRequest] = []
  var asked: [ConfirmationRequest] = []
  var holds = false
  var wipes = 0
  var releases = 0
  var onRelease: () -> Void = {}

  /// Types `text` into one field.
  func type(_ text: String, repeated: Bool = false) {
    passphrases.append { _, _, secret in
      secret = text
      return .accepted(repeated: repeated)
    }
  }

  func fail(_ failure: DialogueFailure) {
    passphrases.append { _, _, _ in .failed(failure) }
  }

  func answer(_ end: ConfirmationEnd) {
    confirmations.append { _, _ in end }
  }
}

/// A dialogue without a person.
struct ScriptedDialogue: PassphraseDialogue {
  let script: Script
  var secret = ""

  mutating func passphrase(
    _ request: PassphraseRequest, client: inout ClientChannel
  ) -> PassphraseEnd {
    script.shown.append(request)
    guard !script.passphrases.isEmpty else { return .failed(.cancelled) }
    return script.passphrases.removeFirst()(request, &client, &secret)
  }

  mutating func confirm(
    _ request: ConfirmationRequest, client: inout ClientChannel
  ) -> ConfirmationEnd {
    script.asked.append(request)
    guard !script.confirmations.isEmpty else { return .failed(.cancelled) }
    return script.confirmations.removeFirst()(request, &client)
  }

  func withPassphrase<R>(_ body: (RawSpan) -> R) -> R {
    body(Array(secret.utf8).span.bytes)
  }

  func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError) {
    let bytes = prefix + Array(secret.utf8) + (newline ? [0x0a] : [])
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SecretWriteError(code: errno)
    }
  }

  mutating func wipe() {
    secret = ""
    script.wipes += 1
  }

  var holdsTerminal: Bool { script.holds && script.releases == 0 }
  mutating func releaseTerminal() {
    script.releases += 1
    script.onRelease()
  }
}

/// A server with its client played by the test.
final class Exchange {
  let script = Script()
  let input = Pipe()
  let output = Pipe()
  private(set) var end: PinentryServer<ScriptedDialogue>.End?
  private(set) var replies = ""

  /// Sends `lines`, closes the input, and lets the server run to its end.
  @discardableResult
  func run(
    _ lines: String, state: SessionState = SessionState(), refusesPassphrases: Bool = false,
    clock: Clock = .monotonic, closing: Bool = true
  ) throws -> [String] {
    input.send(lines)
    if closing { input.closeWriting() }
    let channel = ClientChannel(
      lines: try LineReader(descriptor: input.reading),
      writer: ReplyWriter(descriptor: output.writing),
      scratch: try SecretBuffer(capacity: 1024))
    var server = PinentryServer(
      channel: channel, dialogue: ScriptedDialogue(script: script), state: state,
      refusesPassphrases: refusesPassphrases, clock: clock)
    end = server.run()
    replies = output.waitingText()
    return replies.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }
}
