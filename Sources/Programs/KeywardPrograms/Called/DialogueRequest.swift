import Glibc
import PromptUI

/// The terminal of a dialogue, as the client named it.
package struct TerminalChoice: Hashable, Sendable {
  /// The path of the device; nil if the client named none.
  package var name: String?
  /// The value of `TERM`; nil if the client gave none.
  package var type: String?
  /// The locale of characters, which decides about UTF-8.
  package var characterLocale: String?
  /// The locale of messages, which decides about the language.
  package var messageLocale: String?
}

/// One question of a called program: its prompt, place, time and caller.
package struct DialogueRequest: Sendable {
  /// The prompt, in the client's words; the prompt sanitises them.
  package var options = DialogueOptions()
  /// The kind of decision; nil to ask for a passphrase, or a line of text.
  package var decision: ConfirmationPrompt.Kind?
  /// True if the screen shows nothing for typed text, whatever the settings are.
  package var hidesLength = false
  package var terminal = TerminalChoice()
  package var timeout = DialogueTimeout.standard
  /// The caller, to be shown and watched; nil if none is known.
  package var caller: CallerClaim?
  /// The words about the caller if its claim does not hold; empty for none.
  package var unverifiedCaller: PromptText = ""
  /// The folder of the question, shown after the caller; empty for none.
  package var origin = ""
  /// The descriptor whose reader waits for the answer, if there is no client; -1 for none.
  package var output: Int32 = -1
  /// Descriptors that end the dialogue when they become readable, beside those of the caller.
  package var endings: [Int32] = []

  /// The most bytes the passphrase may have: the agent takes one data line of 255 bytes.
  package static let longestPassphrase = 255

  package init() {
    (options.yesLabel, options.cancelLabel) = ("", "")
  }

  func options(_ settings: ProgramSettings) -> DialogueOptions {
    var options = options
    settings.apply(to: &options)
    options.remedies = .configuration
    if hidesLength { options.mask = .hidden }
    options.showsKeyboard = settings.wantsKeyboard
    // The other jobs of the caller's shell are none of our business.
    options.suspendsGroup = false
    // A program that asks for others must not reveal whether there is a secret.
    options.hidesEmptiness = true
    switch timeout {
    case .standard: options.idleTimeout = DialogueTimeout.defaultIdleTime
    case .never: break
    case .seconds(let seconds): options.timeout = seconds
    case .at(let end): options.end = end
    }
    return options
  }
}

extension TerminalChoice {
  static func isTerminal(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return TerminalSession.isTerminal(descriptor)
  }
}

package enum DialogueTimeout: Hashable, Sendable {
  /// The default: 60 seconds after the last key.
  case standard
  case never
  /// A number of seconds after the first frame, with or without keys; more than 0.
  case seconds(Double)
  /// A time of the monotonic clock, in seconds.
  ///
  /// It does not depend on how long another dialogue had the terminal before.
  case at(Double)

  /// The seconds without a key after which a dialogue ends by default.
  package static let defaultIdleTime = 60.0

  /// The number of seconds at the beginning of a text, as C's `atoi` reads it: `45s` → 45; never
  /// for 0 and less, and for `abc`.
  package init(_ text: [UInt8]) {
    var rest = text[...].drop { $0.isBlank }
    if rest.first == 0x2b { rest = rest.dropFirst() }
    var seconds = 0
    for digit in rest.prefix(while: { (0x30...0x39).contains($0) }) {
      seconds = min(seconds * 10 + Int(digit) - 0x30, Int(Int32.max))
    }
    self = seconds > 0 ? .seconds(Double(seconds)) : .never
  }

  /// The seconds from the first frame to the end; nil if they do not count from there.
  package var longest: Double? {
    if case .seconds(let seconds) = self { seconds } else { nil }
  }
}
