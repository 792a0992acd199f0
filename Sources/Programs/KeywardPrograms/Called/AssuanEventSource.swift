import KeywardEngine
import KeywardTerminal
import SecureMemory

/// The events that end a dialogue or answer its inquiries.
///
/// A dialogue ends when its client or one of the processes in `endings` is gone. The client also
/// checks passphrases, by answering inquiries. A program that was started for a single question has
/// no client: the process that reads its output takes the role of the client.
final class AssuanEventSource: PromptSource, PassphrasePolicy {
  private let client: AssuanConnection?
  private let output: Int32
  private let endings: [Int32]
  private let timeout: Double
  private let sanitizer: Sanitizer
  private var inputPlace = 0

  /// Creates the events of a dialogue.
  ///
  /// `output` is the descriptor whose reader waits for the answer, or -1.
  /// `timeout` is the number of seconds to wait while another dialogue has the terminal.
  init(
    _ client: AssuanConnection?, output: Int32, endings: [Int32], timeout: Double,
    sanitizer: Sanitizer
  ) {
    self.client = client
    self.output = output
    self.endings = endings
    self.timeout = timeout
    self.sanitizer = sanitizer
  }

  var hasClient: Bool { client != nil }

  // MARK: Watching

  func watch(on list: inout PollList) {
    inputPlace = list.watch(client?.inputDescriptor ?? -1)
    list.watch(output, for: [])
    list.watch(endings)
  }

  func firstEvent(after seconds: Double) -> PromptEvent? {
    guard seconds > 0 else { return nil }
    if client?.takesLeave() == true { return .ended(.cancelled(.endOfInput)) }
    return seconds >= timeout ? .ended(.timedOut) : nil
  }

  func pollEvents(in list: PollList) -> PromptEvent? {
    if list.hasEvents(from: inputPlace + 1) { return .ended(.abandoned) }
    guard list.hasEvents(at: inputPlace), let answer = client?.receive() else { return nil }
    guard case .refused(let reason) = answer else { return .answered(answer) }
    return .answered(.refused(sanitizer.clean(reason, as: .error)))
  }

  // MARK: Checking passphrases

  /// Sends a question to the client and returns nil, because the client's answer is an event.
  ///
  /// If nothing can be sent, for example because there is no client, returns an answer that accepts
  /// the passphrase.
  func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer? {
    if field.text.withBytes({ client?.ask(question, about: $0) == true }) { return nil }
    return switch question {
    case .quality: .quality(nil)
    case .consent: .allowed
    case .suggestion: .notMade
    }
  }

  func fill(_ field: SecretField) -> Bool {
    defer { client?.wipeGenerated() }
    return client?.withGenerated { field.fill($0) } ?? false
  }
}
