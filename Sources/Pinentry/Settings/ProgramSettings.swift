import Keyward
import TerminalUI

/// How the programs that others call behave; they are given no options, so these come from the
/// environment and the configuration file.
///
/// The words are the long options of `keyward`, with the same meaning.
public struct ProgramSettings: Hashable, Sendable {
  /// Which keys of the drawn keyboard trade places.
  public var shuffle = ShuffleMode.none
  /// Which keyboards type characters.
  public var input = InputMode.any
  /// What stands for the characters of a secret.
  public var mask = DialogueOptions.Mask.bullets
  /// Whether a pressed key of the drawn keyboard looks pressed.
  public var feedback = Feedback.none
  /// The name or file of the drawn keyboard; nil for the usual one.
  public var layout: String?
  /// Whether only lines of text are sent.
  public var isPlain = false
  /// Whether Ctrl-T shows what was typed.
  public var allowsReveal = false
  /// When dialogues end by themselves; nil where nothing was said.
  public var timeout: DialogueTimeout?
  /// The most characters a secret may have; nil for no limit but the memory's.
  public var longestSecret: Int?
  /// Whether memory that cannot be locked is better than none.
  public var allowsUnlockedMemory = false
  /// Whether colours are used.
  public var usesColour = true
  /// Whether the drawn keyboard is there from the start.
  public var showsKeyboard = false

  /// The settings where nothing was said.
  public init() {}

  /// Whether a keyboard is drawn from the start.
  public var wantsKeyboard: Bool { showsKeyboard || input == .screen }

  /// Whether memory must be locked.
  public var lockPolicy: MemoryLockPolicy { allowsUnlockedMemory ? .allowUnlocked : .required }
}
