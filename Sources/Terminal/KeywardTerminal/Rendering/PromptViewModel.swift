import KeywardEngine

package enum ScreenForm: String, CaseIterable, Hashable, Sendable {
  case full
  case card
  /// Only the rows that the prompt needs, at the cursor; they are erased after the answer.
  case inline
  /// The whole window, with a keyboard that fills its lower edge.
  case docked
}

/// The content of a prompt's screen, independent of its size.
///
/// All texts are sanitised. The model has the number of characters of a secret, but not the
/// characters.
package struct PromptViewModel: Equatable {
  package struct Field: Equatable {
    package var prompt: String
    /// The label to use if `prompt` is too long; `prompt` is then shown above the field.
    package var shortPrompt = Phrase.passphrase.english
    package var mask: Look.Mask
    package var characterCount: Int
    /// True if cells are reserved for the typed characters, which replace the mask.
    package var isRevealed = false
    package var hidesEmptiness = false
    package var hint = ""
    /// The lengths of the groups of a text of a known form; empty for any other text.
    var groups: [Int] = []
    /// The number of cells for a complete text of a known form; 0 for any other text.
    var expectedCells = 0
    /// True if the field shows the number of groups, such as words, not that of characters.
    var countsGroups = false

    /// The cells of a field's lines, the blanks beside them and the cursor.
    fileprivate static let frameColumns = 5
    /// The cells that the number of characters takes in a field.
    static let countColumns = 5

    /// The number that is shown beside the bullets.
    var shownCount: Int {
      if groups.isEmpty { return characterCount }
      return countsGroups ? groups.count { $0 > 0 } : groups.reduce(0, +)
    }

    /// The positions of the gaps between groups among the bullets.
    var gaps: [Int] {
      var end = -1
      return mask != .bullets
        ? []
        : groups.dropLast().map { length in
          end += length + 1
          return end
        }
    }

    /// The number of cells of the mask, with the gaps between groups.
    var bulletCount: Int {
      switch mask {
      case .bullets: groups.isEmpty ? characterCount : groups.reduce(groups.count - 1, +)
      case .fixed: characterCount > 0 || hidesEmptiness ? 8 : 0
      case .hidden: 0
      }
    }

    package init(
      prompt: String, mask: Look.Mask, characterCount: Int = 0,
      isRevealed: Bool = false
    ) {
      self.prompt = prompt
      self.mask = mask
      self.characterCount = characterCount
      self.isRevealed = isRevealed
    }
  }

  struct Button: Equatable {
    var label: String
    var acceleratorIndex: Int?
    var choice: Choice
    var isDangerous = false
  }

  package enum Choice: Hashable {
    case submit
    case disagree
    case cancel
    case powerOff
  }

  struct ToolbarItem: Equatable {
    var label: String
    var action: ComposedScreen.Action
    var isFocused = false
  }

  struct Quality: Equatable {
    var label: String
    /// From −100 to 100, negative if a rule is not met; nil if unknown.
    var value: Int?
  }

  struct DrawnKeyboard: Equatable {
    var view: KeyboardView
    /// The toolbar's keys before Done; nil for no toolbar.
    var toolbar: [ToolbarItem]?
    var bottomRows: Int
    var alternates: AlternatesRow?
    /// True if the keyboard is fitted to the window, false if it has the size of a given device.
    var isFitted = true
    /// The number of key rows of the keyboard's form (ISO, ANSI, …); 0 without a form.
    ///
    /// Every panel of the keyboard is at least as high as this number of key rows.
    var formRows = 0
    /// The number of rows of a docked panel, computed from its height in points.
    var dockedRows = 0

    var hasNoReturn: Bool { toolbar == nil && !view.hasReturn }
  }

  /// The question, whose texts are sanitised.
  package var question: Question
  package var surface: PromptSurface
  package var form = ScreenForm.full
  package var descriptionOffset = 0
  package var errorTitle = ""
  package var error = ""
  package var fields: [Field] = []
  package var activeField = 0
  var quality: Quality?
  package var hints: [String] = []
  /// Explanations of the quality bar and of generated passphrases.
  ///
  /// They are shown after the hints, and are the first part to be omitted if there is little room.
  package var tips: [String] = []
  /// The buttons, shown only if no keyboard is drawn, since a keyboard has a key to submit.
  var buttons: [Button] = []
  package var focusedButton: Int?
  /// The latest notice; empty for none.
  package var notice = ""
  package var missing: [String] = []
  /// The key hints, such as `Esc cancel`, most important first; empty for the default ones.
  package var keys: [String] = []
  var keyboard: DrawnKeyboard?
  package var isKeyboardFocused = false
  package var needsKeyboard = false
  package var offersReveal = false
  package var offersKeyboard = false
  package var offersAlternates = false
  package var offersNextField = false
  /// True if the hints include Done, because the keyboard has neither a return key nor a toolbar.
  package var offersDone = false
  /// True if the next key is dropped, so that none is offered.
  var takesNoKey = false
  /// True if the question is over, so that the rows of its buttons and hints stay empty.
  var isOver = false

  package init(_ question: Question, on surface: PromptSurface) {
    self.question = question
    self.surface = surface
  }

  /// True if a keyboard is to be drawn; a comparison with nil would copy it at each key.
  var hasKeyboard: Bool { if case .some = keyboard { true } else { false } }

  /// The mark that names a key which scrolls the texts.
  func scrollMark(_ key: Phrase) -> String { surface.glyphs.ellipsis + " " + surface.language[key] }

  /// The missing protections in one line, after a mark; empty if none is missing.
  var warning: String {
    guard !missing.isEmpty else { return "" }
    return surface.glyphs.warningMark + " " + missing[...].listed(by: surface.glyphs.separator)
  }
}

extension PromptViewModel {
  /// The width of fields that show a complete text of a known form whole; 0 for any other text.
  ///
  /// If `room` cells are too few for the number of characters, the fields do without it. If they
  /// are too few for the text, the fields are as wide as texts.
  func entryColumns(in room: Int) -> Int {
    let text = fields.map(\.expectedCells).max() ?? 0
    guard text > 0 else { return 0 }
    let most = min(room, RowBudget.widestEntry)
    let columns = text + Field.frameColumns
    if columns > most { return min(most, RowBudget.widest) }
    return min(columns + Field.countColumns, most)
  }
}

extension PromptViewModel.Button {
  /// Creates a button from a label: `_Allow` → `Allow` with the accelerator a; `A__B` → `A_B`
  /// without one.
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

  var accelerator: Character? {
    guard let acceleratorIndex else { return nil }
    let character = label[label.index(label.startIndex, offsetBy: acceleratorIndex)]
    return character.lowercased().first
  }
}

extension PromptViewModel.DrawnKeyboard {
  /// Creates the drawing of a keyboard with its current panel.
  ///
  /// `former` is reused, so that a panel is prepared only once, not at every key press.
  init(
    _ keyboard: Keyboard, showing panel: PanelLayout, after former: KeyboardView?,
    on surface: PromptSurface
  ) {
    if let former, former.layout == panel {
      view = former
    } else {
      view = KeyboardView(layout: panel, glyphs: surface.glyphs, language: surface.language)
    }
    view.hasBlocks = surface.hasBlocks
    view.hasColor = surface.hasColor
    if keyboard.configuration.showsShift {
      view.shift = keyboard.shift
      view.altgr = keyboard.altgr
    }
    if !keyboard.configuration.title.isEmpty {
      toolbar = [PanelName.letters, .symbols, .numbers, .idCard]
        .filter { keyboard.toolbarItems.contains(.panel($0)) }
        .map { .init(label: KeyboardToolbarItem.panel($0).label, action: .panel($0)) }
    }
    let bottom = keyboard.configuration.screen.safeArea.bottom
    bottomRows = Int((bottom / CellGrid.cellHeight).rounded())
    // All panels of a keyboard with a form are as tall as the form.
    let grid = keyboard.geometry?.grid ?? .standard
    formRows = grid == .standard ? 0 : grid.rows
    isFitted = keyboard.configuration.screen.device == "terminal"
    let cell = isFitted ? surface.pixelsOfCell.height : CellGrid.cellHeight
    dockedRows = Int((panel.size.height / cell).rounded())
  }
}
