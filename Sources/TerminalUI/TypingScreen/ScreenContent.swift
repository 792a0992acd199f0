import KeywardEngine

/// How a typing screen stands in the window.
package enum ScreenForm: String, CaseIterable, Hashable, Sendable {
  /// On the whole window, below a rule.
  case full
  /// In a frame in the middle of the window.
  case card
  /// In the rows at the cursor, as few as it needs, which are gone afterwards.
  case inline
}

/// Everything a typing screen shows, before it is known how much room there is.
///
/// All texts have been sanitised. Of a secret there is the number of characters only.
package struct ScreenContent: Hashable {
  /// One line to type into.
  package struct Field: Hashable {
    package var prompt: String
    package var mask: DialogueOptions.Mask
    package var characterCount: Int
    /// Whether the characters themselves are shown, by somebody else.
    package var isRevealed = false
    /// Whether a fixed mask does not even tell whether there is anything.
    package var hidesEmptiness = false
    /// What is said beside the count, such as `matches`; empty for nothing.
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
    /// Which character of the label is its accelerator.
    package var acceleratorIndex: Int?
    package var choice: Choice

    package init(label: String, acceleratorIndex: Int?, choice: Choice) {
      self.label = label
      self.acceleratorIndex = acceleratorIndex
      self.choice = choice
    }
  }

  /// What a button stands for.
  package enum Choice: Hashable {
    case submit
    case disagree
    case cancel
  }

  /// How good a secret is.
  package struct Quality: Hashable {
    package var label: String
    /// −100 to 100, less than 0 where a rule is not met; nil where it is not known.
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

  /// The drawn keyboard with what belongs to it.
  package struct DrawnKeyboard: Hashable {
    package var view: KeyboardView
    var toolbar: Toolbar?
    /// Empty rows below the panel.
    var bottomRows: Int
    /// The characters that one of its caps offers now, over the keys.
    var alternates: AlternatesRow?
    /// Whether it takes the cells that suit the window, rather than those of a device.
    var isFitted = true
    /// The rows of the keyboard's form, which other panels are as high as; 0 without.
    var formRows = 0

    /// Whether nothing of it can be clicked to submit, neither the strip nor a key.
    package var hasNoReturn: Bool { toolbar == nil && !view.hasReturn }
  }

  /// How it stands in the window.
  package var form = ScreenForm.full
  package var program: String
  package var asker = ""
  /// What is not protected.
  package var warning = ""
  /// What it is about; with a drawn keyboard it stands in the strip above that.
  package var title = ""
  package var description = ""
  /// The number of description lines scrolled past.
  package var descriptionOffset = 0
  /// What stands above the error; empty for nothing.
  package var errorTitle = ""
  package var error = ""
  package var fields: [Field]
  /// The field that is typed into.
  package var activeField = 0
  package var quality: Quality?
  /// Rules and offers, below the fields.
  package var hints: [String] = []
  /// More about the quality and the offers, behind the hints; the first to give way.
  package var tips: [String] = []
  /// Choices, where there is no drawn keyboard to make them with.
  package var buttons: [Button] = []
  /// The button with the focus; nil where the field or the keyboard has it.
  package var focusedButton: Int?
  /// What just happened, in the place of the protections.
  package var notice = ""
  package var protections: [String] = []
  /// What keys there are, such as `Esc cancel`, the foremost first; empty for those of a field and a
  /// keyboard.
  package var keys: [String] = []
  package var keyboard: DrawnKeyboard?
  /// Whether the focus is on the keyboard rather than in the field.
  package var isKeyboardFocused = false
  /// Whether nothing can be typed without the drawn keyboard.
  package var needsKeyboard = false
  /// Whether Ctrl-T shows the secret.
  package var offersReveal = false
  /// Whether Ctrl-K draws a keyboard.
  package var offersKeyboard = false
  /// Whether the focused cap offers other characters.
  package var offersAlternates = false
  /// Whether a passphrase can be made, which is to be seen whole.
  package var offersMade = false
  /// Whether the way from field to field is told.
  package var offersNextField = false
  /// Whether nothing else on the screen can be clicked to submit.
  package var offersDone = false
  package var glyphs: Glyphs
  package var hasColor = false

  package init(program: String, fields: [Field], glyphs: Glyphs) {
    self.program = program
    self.fields = fields
    self.glyphs = glyphs
  }
}
