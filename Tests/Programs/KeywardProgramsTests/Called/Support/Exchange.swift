import Glibc
import KeywardTerminal
import KeywardTestSupport
import Testing

@testable import KeywardPrograms
@testable import SecureMemory

/// What a person does in each dialogue of an exchange; without a scene, the person cancels.
final class Script {
  typealias Scene = (DialogueRequest, AssuanConnection, inout String) throws(TerminalError) ->
    DialogueOutcome

  var passphrases: [Scene] = []
  var confirmations: [Scene] = []
  var shown: [DialogueRequest] = []
  var asked: [DialogueRequest] = []
  var holds = false

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

  func play(
    _ request: DialogueRequest, with client: AssuanConnection, _ secret: inout String
  ) -> Result<DialogueOutcome, TerminalError> {
    let isDecision = request.question.kind != .text
    if isDecision { asked.append(request) } else { shown.append(request) }
    guard isDecision ? !confirmations.isEmpty : !passphrases.isEmpty else {
      return .success(.cancelled(.escape))
    }
    let scene = isDecision ? confirmations.removeFirst() : passphrases.removeFirst()
    do throws(TerminalError) {
      return .success(try scene(request, client, &secret))
    } catch {
      return .failure(error)
    }
  }
}

/// A client that talks to a server, whose dialogues follow a script.
final class Exchange {
  let script = Script()
  let input = Pipe()
  let output = Pipe()
  /// Called when the server has the terminal released before the client ends.
  var onRelease: () -> Void = {}
  private(set) var end: PinentryServer.End?
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
      channel: channel, state: state, refusesPassphrases: refusesPassphrases, clock: clock)
    while end == nil {
      switch server.next() {
      case .releaseTerminal: onRelease()
      case .end(let found): end = found
      case .ask(let request):
        var secret = ""
        let outcome = script.play(request, with: channel, &secret)
        end = server.finish(request, outcome, holdsTerminal: script.holds) { send in
          send(Array(secret.utf8).span.bytes)
        }
      }
    }
    channel.writer.flush()
    replies = output.waitingText()
    return replies.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }
}
