import KeywardEngine
import SecureMemory
import Settings
import TerminalUI

/// The options of every command that asks for a secret; nil for those the command line does not
/// give.
package struct TypingOptions: CommandOptions {
  /// The label before the field.
  package var prompt: String?
  /// The purpose of the secret, in one or more lines.
  package var description: String?
  /// The error of the last attempt.
  package var error: String?
  /// The mask over the typed characters.
  package var mask: DialogueOptions.Mask?
  /// The seconds from the first frame to the end of the dialogue; 0 for never.
  package var timeout: Double?
  /// Whether Ctrl-T shows the typed characters.
  package var allowReveal: Bool?
  /// Whether only lines of text are used.
  package var plain: Bool?
  /// True if the dialogue goes on without locked memory.
  package var allowUnlockedMemory: Bool?
  /// Whether the keyboard is drawn.
  package var showsKeyboard: Bool?
  /// Whether colours are used.
  package var colour: Bool?
  /// The form of the screen in the window.
  package var form: ScreenForm?
  /// Whether a line stays behind.
  package var keep: Bool?
  /// True if a child restores the terminal after `kill -9`.
  package var watcher: Bool?
  /// True if the mouse may press drawn keys.
  package var mouse: Bool?
  /// The use of a sandbox after the first frame.
  package var sandbox: Sandbox.Use?
  /// True if the program refuses to ask without a sandbox.
  package var requireSandbox = false
  /// True if the secret lies in memory that the kernel itself cannot read.
  package var secretMemory: Bool?
  /// The set of colours.
  package var theme: Theme?
  /// The turns of the screen, in the order of the command line.
  package var rotate: [DialogueOptions.Rotation] = []
  /// The rules for accepted characters.
  package var rules = RuleOptions()
  /// The keyboard.
  package var keyboard = KeyboardOptions()
  /// The screen it is laid out for.
  package var screen = ScreenOptions()

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .text("prompt") { $0.prompt = $1 },
    .text("description") { $0.description = $1 },
    .text("error") { $0.error = $1 },
    .choice("mask") { $0.mask = $1 },
    .value("timeout", OptionValues.seconds) { $0.timeout = $1 },
    .either("allow-reveal") { $0.allowReveal = $1 },
    .either("plain") { $0.plain = $1 },
    .either("allow-unlocked-memory") { $0.allowUnlockedMemory = $1 },
    .either("keyboard") { $0.showsKeyboard = $1 },
    .either("colour") { $0.colour = $1 },
    .either("color") { $0.colour = $1 },
    .choice("form") { $0.form = $1 },
    .either("keep") { $0.keep = $1 },
    .either("watcher") { $0.watcher = $1 },
    .either("mouse") { $0.mouse = $1 },
    .choice("sandbox") { $0.sandbox = $1 },
    .flag("require-sandbox") { $0.requireSandbox = true },
    .either("secret-memory") { $0.secretMemory = $1 },
    .choice("theme") { $0.theme = $1 },
    .value("rotate", OptionValues.rotation) { $0.rotate.append($1) },
  ]

  package static var groups: [any CommandOptions.Type] {
    [KeyboardOptions.self, RuleOptions.self, ScreenOptions.self]
  }

  package mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool {
    if try keyboard.take(option, &words) { return true }
    if try rules.take(option, &words) { return true }
    return try screen.take(option, &words)
  }

  package func validate() throws(UsageError) { try screen.validate() }

  /// The policy for memory that cannot be locked.
  package var lockPolicy: MemoryLockPolicy {
    allowUnlockedMemory == true ? .allowUnlocked : .required
  }
}

extension TypingOptions {
  /// Makes the configuration of the keyboard that the options describe, on a screen.
  ///
  /// - Throws: `CommandFailure` with the faults of the keyboard, its file or its panels.
  package func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    var configuration = try keyboard.configuration(on: screen, profile)
    rules.apply(to: &configuration)
    return configuration
  }

  /// The protections before the prompt.
  ///
  /// - Parameters:
  ///   - needs: The needs of the sandbox.
  ///   - paths: The files that can be opened later.
  /// - Returns: The preparation, still without fields.
  package func preparation(
    needs: Sandbox.Needs, paths: [Sandbox.Path] = []
  ) -> PromptHost.Preparation {
    var preparation = PromptHost.Preparation(
      faultSentence: "keyward: stopped by a fault; the secret was wiped\n")
    preparation.startsRestoreHelper = watcher != false
    preparation.sandbox = Sandbox(sandbox ?? .yes, needs: needs, paths: paths)
    preparation.lockPolicy = lockPolicy
    preparation.usesSecretMemory = secretMemory != false
    return preparation
  }

  /// Makes the options of the dialogue, without those of the keyboard's configuration.
  package func dialogueOptions() -> DialogueOptions {
    var options = DialogueOptions()
    options.prompt = prompt ?? (keyboard.panel == .numbers ? "PIN" : options.prompt)
    options.description = description ?? ""
    options.error = error ?? ""
    options.mask = mask ?? .bullets
    options.allowsReveal = allowReveal == true
    options.isPlain = plain == true
    options.form = form
    options.keepsLine = keep == true
    options.showsKeyboard = showsKeyboard != false
    options.timeout = timeout == 0 ? nil : timeout
    options.rotations = rotate
    return options
  }
}
