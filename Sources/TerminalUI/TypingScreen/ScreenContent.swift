import KeywardEngine

/// Everything a typing screen shows, before it is known how much room there is.
///
/// All texts have been sanitised. Of a secret there is the number of characters only.
struct ScreenContent: Hashable {
  /// One line to type into.
  struct Field: Hashable {
    var prompt: String
    var mask: DialogueOptions.Mask
    var characterCount: Int
    /// Whether the characters themselves are shown, by somebody else.
    var isRevealed = false
    /// What our own code says beside the count, such as `matches`; empty for nothing.
    var hint = ""
  }

  /// The strip above the keyboard.
  struct Toolbar: Hashable {
    var title: String
    var items: [Item]

    struct Item: Hashable {
      var label: String
      var panel: PanelName
    }
  }

  /// The drawn keyboard with what belongs to it.
  struct DrawnKeyboard: Hashable {
    var view: KeyboardView
    var toolbar: Toolbar?
    /// Empty rows below the panel.
    var bottomRows: Int
  }

  var program: String
  var asker = ""
  /// What is not protected.
  var warning = ""
  var description = ""
  /// The number of description lines scrolled past.
  var descriptionOffset = 0
  var error = ""
  var fields: [Field]
  /// The field that is typed into.
  var activeField = 0
  /// What just happened, in the place of the protections.
  var notice = ""
  var protections: [String] = []
  var keyboard: DrawnKeyboard?
  /// Whether the focus is on the keyboard rather than in the field.
  var isKeyboardFocused = false
  /// Whether nothing can be typed without the drawn keyboard.
  var needsKeyboard = false
  /// Whether Ctrl-T shows the secret.
  var offersReveal = false
  /// Whether nothing else on the screen can be clicked to submit.
  var offersDone = false
  var glyphs: Glyphs
  var hasColor = false
}
