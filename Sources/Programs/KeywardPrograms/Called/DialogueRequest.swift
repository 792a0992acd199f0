import Glibc
import KeywardTerminal

package struct TerminalChoice: Hashable, Sendable {
  package var name: String?
  package var type: String?
  package var characterLocale: String?
  package var messageLocale: String?
}

/// A question of a called program: its prompt, terminal, time limit and caller.
package struct DialogueRequest: Sendable {
  /// The prompt with the client's texts, which are sanitised later.
  package var question = Question()
  /// True to show nothing for typed text, whatever the settings.
  package var hidesLength = false
  package var terminal = TerminalChoice()
  package var timeout = DialogueTimeout.standard
  package var caller: CallerClaim?
  /// The text shown in place of the caller's name if the caller could not be verified; empty for
  /// none.
  package var unverifiedCaller: PromptText = ""
  /// The folder of the asking program; empty for none.
  package var origin = ""
  /// The descriptor whose reader waits for the answer if there is no client; -1 for none.
  package var output: Int32 = -1
  /// Additional descriptors that end the dialogue when they become readable.
  package var endings: [Int32] = []

  /// The maximum length in bytes of a passphrase for gpg-agent, which reads one data line of 255
  /// bytes.
  package static let longestPassphrase = 255
  /// The maximum length in bytes of an answer for any other client, as in pinentry-curses.
  package static let longestAnswer = 2048

  package init() {
    (question.yesLabel, question.cancelLabel) = ("", "")
  }

  /// The question with the look and the limits of the settings.
  func question(_ settings: ProgramSettings) -> Question {
    var question = question
    settings.apply(to: &question)
    question.remedies = .configuration
    if hidesLength { question.look.mask = .hidden }
    question.look.showsKeyboard = settings.wantsKeyboard
    question.isForCaller = true
    question.timeout = timeout.longest
    switch timeout {
    case .standard: question.idleTimeout = DialogueTimeout.defaultIdleTime
    case .at(let end): question.end = end
    case .never, .seconds: break
    }
    return question
  }
}

extension TerminalChoice {
  /// The options that `take(_:_:)` stores; an agent gives up if a pinentry refuses one of them.
  static let options = ["ttyname", "ttytype", "lc-ctype", "lc-messages"]

  /// Stores the value of an option; false for any other option.
  mutating func take(_ option: String, _ value: String?) -> Bool {
    switch option {
    case "ttyname": name = value
    // An empty value counts: the type of that terminal is unknown.
    case "ttytype": type = value ?? ""
    case "lc-ctype": characterLocale = value
    case "lc-messages": messageLocale = value
    default: return false
    }
    return true
  }

  /// Returns true if a path is that of a terminal of this user.
  static func isTerminal(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return TerminalSession.isTerminal(descriptor)
      && TerminalSession.foreignOwner(of: descriptor) == nil
  }
}

package enum DialogueTimeout: Hashable, Sendable {
  /// The default: 60 seconds after the last key.
  case standard
  case never
  /// A number of seconds after the first frame, whether or not the user types; more than 0.
  case seconds(Double)
  /// A time of the monotonic clock in seconds.
  ///
  /// Waiting for another dialogue does not extend the time.
  case at(Double)

  package static let defaultIdleTime = 60.0

  /// Parses the seconds at the beginning of a text, like C's `atoi`: `45s` → 45; `never` for 0,
  /// negative numbers and `abc`.
  package init(_ text: [UInt8]) {
    var rest = text[...].drop { $0.isBlank }
    if rest.first == 0x2b { rest = rest.dropFirst() }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    let seconds = min(Double(digits.text) ?? 0, Double(Int32.max))
    self = seconds > 0 ? .seconds(seconds) : .never
  }

  /// The time limit in seconds from the first frame; nil if the limit is of another kind.
  package var longest: Double? {
    if case .seconds(let seconds) = self { seconds } else { nil }
  }
}
