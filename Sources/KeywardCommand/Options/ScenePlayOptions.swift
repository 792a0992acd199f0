import ArgumentParser
import KeywardEngine
import TerminalUI

/// The options of a scene that is played with on the terminal.
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

  /// What happens where memory cannot be locked.
  var lockPolicy: MemoryLockPolicy { allowUnlockedMemory ? .allowUnlocked : .required }

  /// Whether nothing is drawn.
  var isPlain: Bool { plain || TerminalEnvironment.current().needsLineMode }

  /// Sets a dialogue's options by these.
  func apply(to options: inout DialogueOptions) {
    options.timeout = timeout == 0 ? nil : timeout
    options.rotations = rotate
  }
}
