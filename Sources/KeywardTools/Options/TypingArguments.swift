import ArgumentParser
import KeywardEngine
import SecretCommands
import SecureMemory
import TerminalUI

/// Declares the options of every command that asks for a secret.
struct TypingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What stands before the field: Passphrase, and PIN with --panel numbers.", valueName: "TEXT"))
  var prompt: String?

  @Option(help: ArgumentHelp("What the secret is for, in one or more lines.", valueName: "TEXT"))
  var description: String?

  @Option(help: ArgumentHelp("What went wrong the last time.", valueName: "TEXT"))
  var error: String?

  @Option(help: "What stands for the characters typed.")
  var mask: DialogueOptions.Mask?

  @Option(
    help: ArgumentHelp(
      "Ends the dialogue this long after the first frame, with status 124; 0 for never.",
      valueName: "SECONDS"),
    transform: OptionValues.seconds)
  var timeout: Double?

  @Flag(inversion: .prefixedNo, help: "Lets Ctrl-T show what was typed.")
  var allowReveal: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Line mode: only lines of text, for screen readers and odd terminals.")
  var plain: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Goes on, with a warning on screen, where memory cannot be locked.")
  var allowUnlockedMemory: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Keeps the secret in memory that the system itself cannot read, where it has such memory."
  )
  var secretMemory: Bool?

  @Option(help: SandboxHelp.sandbox)
  var sandbox: Sandbox.Use?

  @Flag(help: SandboxHelp.requireSandbox)
  var requireSandbox = false

  @Flag(
    name: .customLong("keyboard"), inversion: .prefixedNo,
    help: "Draws the keyboard, or leaves it out where it is not needed.")
  var showsKeyboard: Bool?

  @Flag(
    name: [.customLong("colour"), .customLong("color")], inversion: .prefixedNo,
    help: "Uses colours, where the terminal has them.")
  var colour: Bool?

  @Option(help: FormHelp.form)
  var form: ScreenForm?

  @Flag(inversion: .prefixedNo, help: FormHelp.keep)
  var keep: Bool?

  @Flag(inversion: .prefixedNo, help: FormHelp.watcher)
  var watcher: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Lets the mouse press drawn keys; without, the terminal selects and pastes as ever.")
  var mouse: Bool?

  @Option(help: "Which colours: those for the terminal's ground, or always the light or dark ones.")
  var theme: Theme?

  @Option(
    help: ArgumentHelp(
      "Turns the screen after so many seconds; can be given several times.",
      valueName: "ORIENTATION@SECONDS"),
    transform: OptionValues.rotation)
  var rotate: [DialogueOptions.Rotation] = []

  @OptionGroup(title: "Rules of typing") var rules: RuleArguments
  @OptionGroup(title: "Keyboard options") var keyboard: KeyboardArguments
  @OptionGroup(title: "Screen options") var screen: ScreenArguments
}

/// The help texts of the options for the sandbox.
enum SandboxHelp {
  static let sandbox: ArgumentHelp = """
    Whether the system is told, once the screen is shown, to refuse every call and file that a dialogue \
    does not need: as far as it can, not at all, or nothing is asked without.
    """
  static let requireSandbox: ArgumentHelp = "The same as --sandbox required."
}

extension Sandbox.Use: ExpressibleByArgument {}

/// The help texts of the options that all dialogues share.
enum FormHelp {
  static let form: ArgumentHelp = """
    How the screen stands in the window; a card where no keyboard is drawn. inline has a few rows at \
    the cursor, gone afterwards, and no keyboard: with --input screen, which needs one, the window is \
    used.
    """
  static let keep: ArgumentHelp = "Leaves a line such as “Passphrase: ✓” behind with --form inline."
  static let watcher: ArgumentHelp = "Starts a child that restores the terminal after kill -9."
}
