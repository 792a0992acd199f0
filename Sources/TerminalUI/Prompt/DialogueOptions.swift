import KeywardEngine

/// How a prompt looks and behaves, beside what the keyboard's own configuration says: shuffle, feedback,
/// which keyboards type, and the rules for what is taken.
///
/// Texts are sanitised before they are shown; nothing in them can steer the terminal.
package struct DialogueOptions: Sendable {
  /// What stands for the characters of a secret.
  package enum Mask: String, CaseIterable, Hashable, Sendable {
    /// One bullet per character, and their number.
    case bullets
    /// Always eight, once something is there.
    case fixed
    /// Nothing.
    case hidden
  }

  /// A rotation at a time, in seconds from the first frame.
  package struct Rotation: Hashable, Sendable {
    package var orientation: Orientation
    package var seconds: Double

    /// A rotation to `orientation`, `seconds` after the first frame.
    package init(orientation: Orientation, seconds: Double) {
      self.orientation = orientation
      self.seconds = seconds
    }
  }

  /// Something that is offered, with more about it.
  package struct Offer: Hashable, Sendable {
    /// Its label; `_` marks the accelerator of a button.
    package var label: String
    /// More about it; empty for nothing.
    package var tip: String

    /// An offer of this name.
    package init(_ label: String, tip: String = "") {
      self.label = label
      self.tip = tip
    }
  }

  /// The program's name, at the left of row 0.
  package var program = "keyward"
  /// Who asks, at the right of row 0, such as `asked by gpg, pid 940`; empty for nobody.
  package var asker = ""
  package var title = ""
  package var prompt = "Passphrase"
  package var description = ""
  package var error = ""
  /// The prompt of a second field for the same secret again; nil for one field.
  package var repeatPrompt: String?
  /// What is said where the two differ.
  package var repeatError = "The two entries differ. Type both again."
  /// What is said beside two entries that match.
  package var repeatMatch = "matches"
  /// How often two entries may differ; nil for any number.
  package var tries: Int?
  /// Whether Enter on an empty field only says that nothing is typed yet.
  package var refusesEmpty = false
  /// Whether what is typed may be seen, as a name may.
  package var isVisible = false
  /// The bar that shows how good the passphrase is; nil for none.
  package var quality: Offer?
  /// What has a passphrase made; nil where none can be made.
  package var generator: Offer?
  /// Whether one is made at once.
  package var beginsGenerated = false
  /// Whether somebody says at Enter if the passphrase is allowed.
  package var asksConsent = false
  /// The heading above a reason for refusing one.
  package var refusalTitle = ""
  /// The rules for it, in lines; those of line mode are shorter.
  package var hint = ""
  package var shortHint = ""
  /// Whether a shown passphrase stands in groups of five.
  package var isGrouped = false
  /// What is said about the blanks between them.
  package var groupingHint = "The blanks are not part of it."
  /// The buttons: yes, no, cancel, with `_` before the accelerator; nil for none.
  package var yesLabel: String?
  package var noLabel: String?
  package var cancelLabel: String?
  /// What is said while Caps Lock is on.
  package var capsLockHint = "Caps Lock is on"
  /// Whether the bell rings when it appears.
  package var ringsAtFirst = false
  package var mask = Mask.bullets
  /// Whether the fixed mask is shown on an empty field too, so that nobody sees that it is empty.
  package var hidesEmptiness = false
  /// The form of the screen; nil for a card where no keyboard is drawn, and the full screen elsewhere.
  ///
  /// At the cursor none is drawn; where one is needed, it is as with nil.
  package var form: ScreenForm?
  /// Whether a line such as `Passphrase: ✓` stays where a form at the cursor was answered.
  package var keepsLine = false
  /// Whether Ctrl-T shows what was typed.
  package var allowsReveal = false
  /// Whether only lines of text are sent; a terminal that can do no more sets it off too.
  package var isPlain = false
  /// Whether the keyboard is drawn from the start; it is in any case where nothing can be typed without
  /// it.
  package var showsKeyboard = true
  /// Seconds from the first frame until the dialogue ends by itself; nil for never.
  package var timeout: Double?
  /// When it does so whatever it waited for before its first frame, on the clock of its loop, in place of
  /// `timeout`; nil for no such time.
  package var end: Double?
  /// Seconds without a key until it does so, where there is no other limit; nil for never.
  package var idleTimeout: Double?
  package var rotations: [Rotation] = []
  /// What is protected, for the status line, such as `memory locked`; the terminal adds its own.
  package var protections: [String] = []
  /// What is not protected, shown as a warning for the whole dialogue; empty for nothing.
  package var warning = ""
  /// Whether Ctrl-Z may stop the whole process group.
  package var suspendsGroup = true
  /// Whether Ctrl-\ ends it, for an answer that is typed to the program that asks.
  package var offersPassing = false

  /// The options of a plain question for a passphrase.
  package init() {}
}
