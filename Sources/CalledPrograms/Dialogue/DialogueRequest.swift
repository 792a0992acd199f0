import Settings
import TerminalUI

/// The terminal a dialogue is to appear on, as the client named it.
package struct TerminalChoice: Hashable, Sendable {
  /// The path of the device; nil where the client named none.
  package var name: String?
  /// The value of `TERM`; nil where the client gave none.
  package var type: String?
  /// The locale of characters, which tells whether UTF-8 is understood.
  package var characterLocale: String?
}

/// One question of a called program: its prompt, and where, how long and for whom it is shown.
package struct DialogueRequest: Sendable {
  /// The prompt, in the client's words; the prompt itself makes them harmless.
  package var options = DialogueOptions()
  /// What there is to decide; nil where a passphrase, or a line of text, is asked for.
  package var decision: ConfirmationPrompt.Kind?
  /// Whether nothing is shown for what is typed, whatever the settings say.
  package var hidesLength = false
  /// Where it appears.
  package var terminal = TerminalChoice()
  /// When it ends by itself.
  package var timeout = DialogueTimeout.usual
  /// Who asks, to be shown and watched; nil where nobody is known.
  package var caller: CallerClaim?
  /// What is said of who asks where the claim does not hold; empty for nothing.
  package var unverifiedCaller = ""
  /// Where the question lies, said behind who asks, such as a folder; empty for nothing.
  package var origin = ""
  /// Descriptors that end the dialogue when they become readable, beside those of the caller.
  package var endings: [Int32] = []

  /// The most bytes the passphrase may have: the agent takes one data line of 255 bytes.
  package static let longestPassphrase = 255

  /// A request without texts, for a passphrase, with the usual buttons.
  package init() {
    (options.yesLabel, options.cancelLabel) = ("", "")
  }

  /// The prompt, with what the settings say of all prompts.
  func options(_ settings: ProgramSettings) -> DialogueOptions {
    var options = options
    options.mask = hidesLength ? .hidden : settings.mask
    options.allowsReveal = settings.allowsReveal
    options.isPlain = settings.isPlain
    options.showsKeyboard = settings.wantsKeyboard
    options.form = settings.form
    options.keepsLine = settings.keepsLine
    // What the caller's shell has running beside us is none of our business.
    options.suspendsGroup = false
    // Who is called for others' secrets does not tell whether there is one.
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
