import KeyboardEngine

/// The form of a typing screen in its window.
package enum ScreenForm: String, CaseIterable, Hashable, Sendable {
  /// On the whole window, below a rule.
  case full
  /// In a frame in the middle of the window.
  case card
  /// In the rows at the cursor, as few as it needs; they vanish afterwards.
  case inline
  /// Above a keyboard across the whole width at the lower edge of the window.
  case docked
}

/// Everything the screen of a prompt shows, independent of its room.
///
/// All texts have been sanitised. Of a secret it holds only the number of characters.
package struct PromptViewModel: Hashable {
  package struct Field: Hashable {
    package var prompt: String
    /// The label if the prompt is too long for one, and is above the field.
    package var shortPrompt = Phrase.passphrase.english
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
    package var acceleratorIndex: Int?
    package var choice: Choice
    package var isDangerous = false

    package init(label: String, acceleratorIndex: Int?, choice: Choice) {
      self.label = label
      self.acceleratorIndex = acceleratorIndex
      self.choice = choice
    }
  }

  package enum Choice: Hashable {
    case submit
    case disagree
    case cancel
    case powerOff
  }

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
    var items: [Item]

    struct Item: Hashable {
      var label: String
      var action: ComposedScreen.Action
      /// True if it is the only thing on the screen that looks focused.
      var isFocused = false
    }
  }

  package struct DrawnKeyboard: Hashable {
    package var view: KeyboardView
    var toolbar: Toolbar?
    var bottomRows: Int
    /// The characters that one of its caps offers now, over the keys.
    var alternates: AlternatesRow?
    /// True if nothing else can type.
    var isNeeded = false
    /// True if its cells suit the window, rather than a device.
    var isFitted = true
    /// The rows of the keyboard's form, which set the height of its other panels; 0 without a form.
    var formRows = 0
    /// The rows of its panels at the lower edge of the screen: their height by the model.
    var dockedRows = 0

    /// True if neither its strip nor a key can be clicked to submit.
    package var hasNoReturn: Bool { toolbar == nil && !view.hasReturn }
  }

  package var form = ScreenForm.full
  package var asker = ""
  /// The missing protections.
  package var warning = ""
  package var title = ""
  package var description = ""
  /// The number of description lines scrolled past.
  package var descriptionOffset = 0
  /// The heading above the error; empty for none.
  package var errorTitle = ""
  package var error = ""
  package var fields: [Field]
  package var activeField = 0
  package var quality: Quality?
  /// Rules and offers, below the fields.
  package var hints: [String] = []
  /// More about the quality and the offers, after the hints; they give way first.
  package var tips: [String] = []
  /// The choices, if no drawn keyboard offers them.
  package var buttons: [Button] = []
  /// The button with the focus; nil if the field or the keyboard has it.
  package var focusedButton: Int?
  /// The latest notice, in place of the missing protections.
  package var notice = ""
  package var missing: [String] = []
  /// The keys, such as `Esc cancel`, the most important first; empty for those of a field and a
  /// keyboard.
  package var keys: [String] = []
  package var keyboard: DrawnKeyboard?
  /// True if the focus is on the keyboard rather than in the field.
  package var isKeyboardFocused = false
  package var needsKeyboard = false
  /// Whether Ctrl-T shows the secret.
  package var offersReveal = false
  /// Whether Ctrl-K draws a keyboard.
  package var offersKeyboard = false
  package var offersAlternates = false
  /// True if a passphrase can be made, whose offer must be seen whole.
  package var offersMade = false
  /// Whether Ctrl-\ lets the program itself read the answer.
  package var offersPassing = false
  /// True if the keys from field to field are shown.
  package var offersNextField = false
  /// True if nothing else on the screen can be clicked to submit.
  package var offersDone = false
  package var glyphs: Glyphs
  package var language = Language.english
  package var hasColor = false
  /// True if blocks of any shade stand out from the terminal's background.
  package var hasBlocks = false

  package init(fields: [Field], glyphs: Glyphs) {
    self.fields = fields
    self.glyphs = glyphs
  }
}

extension PromptViewModel.Button {
  /// A button by its label: `_Allow` → `Allow` with accelerator a; `A__B` → `A_B` without one.
  init(marked: String, choice: PromptViewModel.Choice) {
    var text = ""
    var accelerator: Int?
    var isMarked = false
    for character in marked {
      if character == "_", !isMarked {
        isMarked = true
        continue
      }
      if isMarked, character != "_", accelerator == nil { accelerator = text.count }
      isMarked = false
      text.append(character)
    }
    self.init(label: text, acceleratorIndex: accelerator, choice: choice)
  }

  /// The accelerator in lower case; nil if no key could be it.
  var accelerator: Character? {
    guard let acceleratorIndex else { return nil }
    let character = label[label.index(label.startIndex, offsetBy: acceleratorIndex)]
    return character.lowercased().first
  }
}

extension PromptViewModel.DrawnKeyboard {
  /// A keyboard as shown now; nil if it shows no panel.
  ///
  /// `former` is reused so that a panel's look is worked out once, not at every key.
  package init?(
    _ keyboard: Keyboard, after former: KeyboardView?, on surface: PromptSurface
  ) {
    guard let panel = keyboard.currentPanel else { return nil }
    if let former, former.layout == panel {
      view = former
    } else {
      view = KeyboardView(layout: panel, glyphs: surface.glyphs, language: surface.language)
    }
    view.hasBlocks = surface.hasBlocks
    view.hasColor = surface.hasColor
    let configuration = keyboard.configuration
    if configuration.showsShift {
      view.shift = keyboard.shift
      view.altgr = keyboard.altgr
    }
    toolbar = configuration.title.isEmpty ? nil : .init(keyboard)
    let bottom = configuration.screen.safeArea.bottom
    bottomRows = Int((bottom / CellGrid.cellHeight).rounded())
    // Every panel of a keyboard with a form is as high as the form.
    let grid = keyboard.geometry?.grid ?? .standard
    formRows = grid == .standard ? 0 : grid.rows
    isFitted = configuration.screen.device == "terminal"
    let cell = isFitted ? surface.pixelsOfCell.height : CellGrid.cellHeight
    dockedRows = Int((panel.size.height / cell).rounded())
    isNeeded = configuration.input == .screen
  }
}

extension PromptViewModel.Toolbar {
  fileprivate init(_ keyboard: Keyboard) {
    // The order of the specification's picture: the panel beside the present one first.
    let order: [PanelName] = [.letters, .symbols, .numbers, .idCard]
    items = order.filter { keyboard.toolbarItems.contains(.panel($0)) }
      .map { .init(label: KeyboardToolbarItem.panel($0).label, action: .panel($0)) }
  }
}
