import KeywardEngine

/// The appearance of a prompt, as the person has chosen it.
///
/// The settings of a program contain a look, and so do each question and the environment of its
/// terminal; nothing copies its values one by one.
package struct Look: Hashable, Sendable {
  package enum Mask: String, CaseIterable, Hashable, Sendable {
    /// One bullet per character, and the number of characters.
    case bullets
    /// Eight bullets once anything is typed.
    case fixed
    case hidden
  }

  /// A change of the keyboard's screen orientation, at a time in seconds after the first frame.
  package struct Rotation: Hashable, Sendable {
    package var orientation: Orientation
    package var seconds: Double

    package init(orientation: Orientation, seconds: Double) {
      self.orientation = orientation
      self.seconds = seconds
    }
  }

  package var mask = Mask.bullets
  package var allowsReveal = false
  /// True for line mode.
  package var isPlain = false
  /// The form of the screen; nil means full screen if a keyboard is drawn, else a card.
  package var form: ScreenForm?
  /// True if a line with the outcome, such as `Passphrase: ✓`, replaces an inline screen after the
  /// answer.
  package var keepsLine = false
  /// True to draw the keyboard from the start, false to draw none; nil to draw it unless the form
  /// is a card.
  ///
  /// A required keyboard is always drawn.
  package var showsKeyboard: Bool?
  /// The name of the layout by which physical keys type at first; nil if the terminal types them.
  ///
  /// The field shows the layout's name while no keyboard is drawn.
  package var layoutName: String?
  package var rotations: [Rotation] = []
  package var usesColour = true
  package var theme = Theme.auto
  /// The language of prompts; nil for that of the locale.
  package var language: Language?
  package var usesMouse = true
  /// True to ring the bell of a borrowed terminal when a question appears there.
  package var rings = true

  package init() {}
}
