import Glibc
import KeywardTestSupport
import PromptUI
import Testing

@testable import KeywardPrograms
@testable import SecureMemory

final class Script {
  typealias Scene = (DialogueRequest, AssuanConnection, inout String) throws(TerminalError) ->
    DialogueOutcome

  var passphrases: [Scene] = []
  var confirmations: [Scene] = []
  var shown: [DialogueRequest] = []
  var asked: [DialogueRequest] = []
  var holds = false
  var wipes = 0
  var releases = 0
  var onRelease: () -> Void = {}
  let nobody: AssuanConnection

  init() {
    do {
      nobody = AssuanConnection(
        lines: try LineReader(descriptor: -1, policy: .allowUnlocked),
        writer: ReplyWriter(descriptor: -1), scratch: nil)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  func type(_ text: String) {
    passphrases.append { _, _, secret in
      secret = text
      return .submitted
    }
  }

  /// Ends a dialogue for a passphrase without one.
  func fail(_ outcome: DialogueOutcome) {
    passphrases.append { _, _, _ in outcome }
  }

  func answer(_ outcome: DialogueOutcome) {
    confirmations.append { _, _, _ in outcome }
  }

  /// Has no terminal for either dialogue.
  func fail(_ trouble: TerminalError) {
    let scene: Scene = { _, _, _ throws(TerminalError) in throw trouble }
    passphrases.append(scene)
    confirmations.append(scene)
  }
}

struct ScriptedDialogue: PassphraseDialogue {
  let script: Script
  var secret = ""

  mutating func ask(
    _ request: DialogueRequest, client: AssuanConnection?
  ) throws(TerminalError) -> DialogueOutcome {
    let isDecision = request.question.kind != .text
    if isDecision { script.asked.append(request) } else { script.shown.append(request) }
    guard isDecision ? !script.confirmations.isEmpty : !script.passphrases.isEmpty else {
      return .cancelled(.escape)
    }
    let scene =
      isDecision ? script.confirmations.removeFirst() : script.passphrases.removeFirst()
    return try scene(request, client ?? script.nobody, &secret)
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

final class Exchange {
  let script = Script()
  let input = Pipe()
  let output = Pipe()
  private(set) var end: PinentryServer<ScriptedDialogue>.End?
  private(set) var replies = ""

  @discardableResult
  func run(
    _ lines: String, state: SessionState = SessionState(), refusesPassphrases: Bool = false,
    clock: Clock = .monotonic, closing: Bool = true
  ) throws -> [String] {
    input.send(lines)
    if closing { input.closeWriting() }
    let channel = AssuanConnection(
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
