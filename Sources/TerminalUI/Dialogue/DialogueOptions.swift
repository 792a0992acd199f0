import KeywardEngine

/// How a dialogue looks and behaves, beside what the keyboard's own configuration says: title, shuffle,
/// feedback, which keyboards type, and the rules for what is taken.
///
/// Texts are sanitised before they are shown; nothing in them can steer the terminal.
public struct DialogueOptions: Sendable {
  /// What stands for the characters of a secret.
  public enum Mask: String, CaseIterable, Hashable, Sendable {
    /// One bullet per character, and their number.
    case bullets
    /// Always eight.
    case fixed
    /// Nothing.
    case hidden
  }

  /// A rotation at a time, in seconds from the first frame.
  public struct Rotation: Hashable, Sendable {
    public var orientation: Orientation
    public var seconds: Double

    /// A rotation to `orientation`, `seconds` after the first frame.
    public init(orientation: Orientation, seconds: Double) {
      self.orientation = orientation
      self.seconds = seconds
    }
  }

  /// The program's name, at the left of row 0.
  public var program = "keyward"
  /// Who asks, at the right of row 0, such as `asked by gpg, pid 940`; empty for nobody.
  public var asker = ""
  public var prompt = "Passphrase"
  public var description = ""
  public var error = ""
  /// The prompt of a second field for the same secret again; nil for one field.
  public var repeatPrompt: String?
  /// What is said where the two differ.
  public var repeatError = "The two entries differ. Type both again."
  public var mask = Mask.bullets
  /// Whether Ctrl-T shows what was typed.
  public var allowsReveal = false
  /// Whether only lines of text are sent; a terminal that can do no more sets it off too.
  public var isPlain = false
  /// How the screen stands in the window; nil for a card where no keyboard is drawn.
  public var form: ScreenForm?
  /// Whether the keyboard is drawn; it is in any case where nothing can be typed without it.
  public var showsKeyboard = true
  /// Seconds from the first frame until the dialogue ends by itself; nil for never.
  public var timeout: Double?
  public var rotations: [Rotation] = []
  /// What is protected, for the status line, such as `memory locked`; the terminal adds its own.
  public var protections: [String] = []
  /// What is not protected, shown as a warning for the whole dialogue; empty for nothing.
  public var warning = ""
  /// Whether Ctrl-Z may stop the whole process group.
  public var suspendsGroup = true

  /// The options of a plain question for a passphrase.
  public init() {}
}
