import KeywardEngine

/// The form of a typing screen in its window.
package enum ScreenForm: String, CaseIterable, Hashable, Sendable {
  /// On the whole window, below a rule.
  case full
  /// In a frame in the middle of the window.
  case card
  /// In the rows at the cursor, as few as it needs; they vanish afterwards.
  case inline
}

/// Everything a typing screen shows, independent of its room.
///
/// All texts have been sanitised. Of a secret it holds only the number of characters.
package struct ScreenContent: Hashable {
  /// One line to type into.
  package struct Field: Hashable {
    package var prompt: String
    package var mask: DialogueOptions.Mask
    package var characterCount: Int
    /// True if the cells are filled from elsewhere with the characters themselves.
    package var isRevealed = false
    /// True if a fixed mask also hides that the field is empty.
    package var hidesEmptiness = false
    /// The words beside the count, such as `matches`; empty for none.
    package var hint = ""

    package init(
      prompt: String, mask: DialogueOptions.Mask, characterCount: Int = 0,
      isRevealed: Bool = false
    ) {
      self.prompt = prompt
      self.mask = mask
      self.characterCount = characterCount
      self.isRevealed = isRevealed
    }
  }

  /// A choice below the text.
  package struct Button: Hashable {
    package var label: String
    /// The index of the label's accelerator.
    package var acceleratorIndex: Int?
    package var choice: Choice
    /// True to mark it as dangerous.
    package var isDangerous = false

    package init(label: String, acceleratorIndex: Int?, choice: Choice) {
      self.label = label
      self.acceleratorIndex = acceleratorIndex
      self.choice = choice
    }
  }

  /// The meaning of a button.
  package enum Choice: Hashable {
    case submit
    case disagree
    case cancel
  }

  /// The quality of a secret.
  package struct Quality: Hashable {
    package var label: String
    /// −100 to 100, below 0 if a rule is not met; nil if it is not known.
    package var value: Int?

    package init(label: String, value: Int?) {
      self.label = label
      self.value = value
    }
  }

  /// The strip above the keyboard.
  package struct Toolbar: Hashable {
    var title: String
    var items: [Item]

    struct Item: Hashable {
      var label: String
      var panel: PanelName
    }
  }

  /// The drawn keyboard and its surroundings.
  package struct DrawnKeyboard: Hashable {
    package var view: KeyboardView
    var toolbar: Toolbar?
    /// Empty rows below the panel.
    var bottomRows: Int
    /// The characters that one of its caps offers now, over the keys.
    var alternates: AlternatesRow?
    /// True if its cells suit the window, rather than a device.
    var isFitted = true
    /// The rows of the keyboard's form, which set the height of its other panels; 0 without a form.
    var formRows = 0

    /// True if neither its strip nor a key can be clicked to submit.
    package var hasNoReturn: Bool { toolbar == nil && !view.hasReturn }
  }

  /// The form in the window.
  package var form = ScreenForm.full
  package var program: String
  package var asker = ""
  /// The missing protections.
  package var warning = ""
  /// The subject of the prompt; a drawn keyboard shows it in its strip.
  package var title = ""
  package var description = ""
  /// The number of description lines scrolled past.
  package var descriptionOffset = 0
  /// The heading above the error; empty for none.
  package var errorTitle = ""
  package var error = ""
  package var fields: [Field]
  /// The number of the active field.
  package var activeField = 0
  package var quality: Quality?
  /// Rules and offers, below the fields.
  package var hints: [String] = []
  /// More about the quality and the offers, behind the hints; they give way first.
  package var tips: [String] = []
  /// The choices, if no drawn keyboard offers them.
  package var buttons: [Button] = []
  /// The button with the focus; nil if the field or the keyboard has it.
  package var focusedButton: Int?
  /// The latest notice, in place of the protections.
  package var notice = ""
  package var protections: [String] = []
  /// The keys, such as `Esc cancel`, the most important first; empty for those of a field and a
  /// keyboard.
  package var keys: [String] = []
  package var keyboard: DrawnKeyboard?
  /// True if the focus is on the keyboard rather than in the field.
  package var isKeyboardFocused = false
  /// Whether only the drawn keyboard can type.
  package var needsKeyboard = false
  /// Whether Ctrl-T shows the secret.
  package var offersReveal = false
  /// Whether Ctrl-K draws a keyboard.
  package var offersKeyboard = false
  /// True if the focused cap offers other characters.
  package var offersAlternates = false
  /// True if a passphrase can be made, whose offer must be seen whole.
  package var offersMade = false
  /// True if the keys from field to field are shown.
  package var offersNextField = false
  /// True if nothing else on the screen can be clicked to submit.
  package var offersDone = false
  package var glyphs: Glyphs
  package var hasColor = false

  package init(program: String, fields: [Field], glyphs: Glyphs) {
    self.program = program
    self.fields = fields
    self.glyphs = glyphs
  }
}
