import KeywardEngine
import SecureMemory
import Settings
import TerminalUI

/// The options of every command that asks for a secret; nil where nothing was said.
package struct TypingOptions: CommandOptions {
  /// What stands before the field.
  package var prompt: String?
  /// What the secret is for, in one or more lines.
  package var description: String?
  /// What went wrong the last time.
  package var error: String?
  /// What stands for the characters typed.
  package var mask: DialogueOptions.Mask?
  /// The seconds from the first frame to the end of the dialogue; 0 for never.
  package var timeout: Double?
  /// Whether Ctrl-T shows what was typed.
  package var allowReveal: Bool?
  /// Whether there are only lines of text.
  package var plain: Bool?
  /// Whether it goes on where memory cannot be locked.
  package var allowUnlockedMemory: Bool?
  /// Whether the keyboard is drawn.
  package var showsKeyboard: Bool?
  /// Whether colours are used.
  package var colour: Bool?
  /// How the screen stands in the window.
  package var form: ScreenForm?
  /// Whether a line stays behind.
  package var keep: Bool?
  /// Whether a child restores the terminal after `kill -9`.
  package var watcher: Bool?
  /// Whether the program locks itself in once it is seen.
  package var sandbox: Sandbox.Use?
  /// Whether nothing is asked without a sandbox.
  package var requireSandbox = false
  /// Whether the secret lies in memory that the system itself cannot read.
  package var secretMemory: Bool?
  /// Which colours are used.
  package var theme: Theme?
  /// When the screen turns, in the order of the command line.
  package var rotate: [DialogueOptions.Rotation] = []
  /// What is taken from whom.
  package var rules = RuleOptions()
  /// Which keyboard there is.
  package var keyboard = KeyboardOptions()
  /// For which screen it is laid out.
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
    .choice("sandbox") { $0.sandbox = $1 },
    .flag("require-sandbox") { $0.requireSandbox = true },
    .either("secret-memory") { $0.secretMemory = $1 },
    .choice("theme") { $0.theme = $1 },
    .value("rotate", OptionValues.rotation) { $0.rotate.append($1) },
  ]

  package static var groups: [any CommandOptions.Type] {
    [RuleOptions.self, KeyboardOptions.self, ScreenOptions.self]
  }

  package mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool {
    if try rules.take(option, &words) { return true }
    if try keyboard.take(option, &words) { return true }
    return try screen.take(option, &words)
  }

  package func validate() throws(UsageError) { try screen.validate() }

  /// What happens where memory cannot be locked.
  package var lockPolicy: MemoryLockPolicy {
    allowUnlockedMemory == true ? .allowUnlocked : .required
  }
}

extension TypingOptions {
  /// The keyboard the options describe, on a screen.
  ///
  /// - Throws: `CommandFailure` with what the keyboard, its file or its panels lack.
  package func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    var configuration = try keyboard.configuration(on: screen, profile)
    rules.apply(to: &configuration)
    return configuration
  }

  /// How the dialogue looks and behaves.
  ///
  /// - Parameter hardening: What is protected, for the status line.
  /// - Returns: The options without what the keyboard's configuration says.
  package func dialogueOptions(_ hardening: ProcessHardening?) -> DialogueOptions {
    var options = DialogueOptions()
    options.prompt = prompt ?? options.prompt
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
    options.describeProtection(hardening)
    return options
  }
}

extension DialogueOptions {
  /// Says what is protected and what is not.
  ///
  /// - Parameter hardening: The process; nil where nothing is typed.
  package mutating func describeProtection(_ hardening: ProcessHardening?) {
    protections = hardening.map(ProgramReport.protections) ?? []
    let isLocked = hardening?.outcome(of: .memoryLock) == .done
    warning = hardening == nil || isLocked ? "" : "memory is not locked"
  }
}
