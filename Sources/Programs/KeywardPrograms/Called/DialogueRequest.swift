import PromptUI

/// The terminal of a dialogue, as the client named it.
package struct TerminalChoice: Hashable, Sendable {
  /// The path of the device; nil if the client named none.
  package var name: String?
  /// The value of `TERM`; nil if the client gave none.
  package var type: String?
  /// The locale of characters, which decides about UTF-8.
  package var characterLocale: String?
}

/// One question of a called program: its prompt, place, time and caller.
package struct DialogueRequest: Sendable {
  /// The prompt, in the client's words; the prompt itself makes them harmless.
  package var options = DialogueOptions()
  /// The kind of decision; nil to ask for a passphrase, or a line of text.
  package var decision: ConfirmationPrompt.Kind?
  /// True if the screen shows nothing for typed text, whatever the settings say.
  package var hidesLength = false
  package var terminal = TerminalChoice()
  package var timeout = DialogueTimeout.usual
  /// The caller, to be shown and watched; nil if none is known.
  package var caller: CallerClaim?
  /// The words about the caller if its claim does not hold; empty for none.
  package var unverifiedCaller = ""
  /// The place of the question, such as a folder, shown behind the caller; empty for none.
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
    case .usual: options.idleTimeout = DialogueTimeout.usualIdleTime
    case .never: break
    case .seconds(let seconds): options.timeout = seconds
    case .at(let end): options.end = end
    }
    return options
  }
}
