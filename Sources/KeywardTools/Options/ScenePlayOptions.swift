import ArgumentParser
import CalledPrograms
import KeywardEngine
import SecretCommands
import Settings
import TerminalUI

/// The options of a scene that is played on the terminal.
struct ScenePlayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leaves the scene this long after the first frame, with status 124; 0 for never.",
      valueName: "SECONDS"),
    transform: OptionValues.seconds)
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "Turns the screen after so many seconds; can be given several times.",
      valueName: "ORIENTATION@SECONDS"),
    transform: OptionValues.rotation)
  var rotate: [DialogueOptions.Rotation] = []

  @Flag(help: "Text only, without drawing: where everything comes to rest.")
  var plain = false

  @Flag(help: "Goes on, with a warning on screen, where memory cannot be locked.")
  var allowUnlockedMemory = false

  /// The settings of a played scene: these options, completed by `KEYWARD_OPTIONS` and the
  /// configuration file.
  ///
  /// The file's entries are those for every command that asks for a secret.
  struct Settled {
    var dialogue = DialogueOptions()
    /// The policy for memory that cannot be locked.
    var lockPolicy = MemoryLockPolicy.required
    /// True if the kernel itself is kept from reading it.
    var usesSecretMemory = true
    /// Whether only lines of text are used.
    var isPlain = false
    /// The name or file of the keyboard; nil for the usual one.
    var layout: String?
    /// The terminal, without colours if none are wanted.
    var environment: TerminalEnvironment
  }

  /// Completes the options; reports unknown entries on standard error.
  func settled() -> Settled {
    let settings = ProgramSettings(environment: EnvironmentVariable.value, say: StandardStreams.say)
    var settled = Settled(environment: .current())
    settled.dialogue.mask = settings.mask
    settled.dialogue.timeout = timeout == 0 ? nil : timeout
    settled.dialogue.rotations = rotate
    if allowUnlockedMemory || settings.allowsUnlockedMemory == true {
      settled.lockPolicy = .allowUnlocked
    }
    settled.usesSecretMemory = settings.usesSecretMemory
    settled.layout = settings.layout
    if settings.usesColour == false { settled.environment.refusesColor = true }
    settled.isPlain =
      plain || settings.isPlain == true || settled.environment.needsLineMode
    return settled
  }
}
