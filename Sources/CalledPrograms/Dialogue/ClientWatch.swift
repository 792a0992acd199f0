import Assuan
import KeywardEngine
import SecureMemory
import TerminalUI

/// The watch over a dialogue's client and over others whose end also ends it.
///
/// It adds their descriptors to the dialogue's wait, and asks the client about a passphrase.
final class ClientWatch: PromptSource, PassphraseAdvisor {
  /// The client, as long as the dialogue is up.
  var client: ClientChannel
  /// Descriptors that end the dialogue when they become readable.
  private let endings: [Int32]
  private let patience: Double
  private let sanitizer: Sanitizer

  /// A watch over a client.
  ///
  /// - Parameters:
  ///   - client: The client; the maker of the watch takes it back.
  ///   - endings: Descriptors that end the dialogue.
  ///   - patience: The seconds for which another dialogue may have the terminal.
  ///   - sanitizer: Makes the client's texts harmless.
  init(_ client: consuming ClientChannel, endings: [Int32], patience: Double, sanitizer: Sanitizer)
  {
    self.client = client
    self.endings = endings
    self.patience = patience
    self.sanitizer = sanitizer
  }

  // MARK: Watching

  func watch(on list: inout PollList) {
    list.watch(client.inputDescriptor, at: 0)
    list.watch(client.outputDescriptor, takesInput: false, at: 1)
    for index in endings.indices { list.watch(endings[index], at: index + 2) }
  }

  func firstNews(after seconds: Double) -> PromptEvent? {
    guard seconds > 0 else { return nil }
    if client.takesLeave() { return .ended(.cancelled(.endOfInput)) }
    return seconds >= patience ? .ended(.timedOut) : nil
  }

  func news(in list: PollList) -> PromptEvent? {
    if list.hasNews(from: 1) { return .ended(.abandoned) }
    guard list.hasNews(at: 0), let event = client.receive() else { return nil }
    switch event {
    case .quality(let value): return .answered(.quality(value))
    case .allowed: return .answered(.allowed)
    case .refused(let reason): return .answered(.refused(sanitizer.clean(reason, as: .error)))
    case .generated: return .answered(.made(""))
    case .notGenerated: return .answered(.notMade)
    }
  }

  // MARK: Advising

  /// Asks the client, who answers later; without a client the passphrase is allowed.
  func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer? {
    switch question {
    case .quality:
      return field.text.withBytes { client.inquireQuality(of: $0) } ? nil : .quality(nil)
    case .consent:
      return field.text.withBytes { client.inquireCheck(of: $0) } ? nil : .allowed
    case .suggestion:
      return client.inquirePassphrase() ? nil : .notMade
    }
  }

  func fill(_ field: SecretField) -> Bool {
    defer { client.wipeGenerated() }
    return client.withGenerated { field.fill($0) } ?? false
  }
}
