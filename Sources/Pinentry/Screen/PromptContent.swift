import TerminalUI

/// Everything a dialogue shows, sanitised; of a secret there is the number of characters only.
struct PromptContent: Hashable {
  /// One line to type into.
  struct Field: Hashable {
    var label: String
    var characterCount = 0
    var mask = DialogueOptions.Mask.bullets
    /// Whether its characters are shown, from locked memory.
    var isRevealed = false
  }

  /// A choice.
  struct Button: Hashable {
    var label: ButtonLabel
    var action: Action
  }

  /// What pressing something does.
  enum Action: Hashable {
    case submit
    case disagree
    case cancel
    case generate
    case field(Int)
  }

  /// How good a passphrase is.
  struct Quality: Hashable {
    var label: String
    /// −100 to 100; nil where it is not known.
    var value: Int?
    var tip: String
  }

  var asker = ""
  /// What is not protected; empty for nothing.
  var warning = ""
  var title = ""
  var description = ""
  var errorTitle = ""
  var error = ""
  var fields: [Field] = []
  var activeField = 0
  /// What is said where both fields hold the same.
  var match = ""
  var quality: Quality?
  /// Rules and offers, below the fields.
  var hints: [String] = []
  var buttons: [Button] = []
  /// The button with the focus; nil where the field has it.
  var focusedButton: Int?
  /// What just happened, in the place of the protections.
  var notice = ""
  var protections: [String] = []
  var keys: [String] = []
  /// Description lines scrolled past.
  var scroll = 0
  var isASCII = false
  var hasColor = false
}

/// The label of a button with its accelerator: `_Allow` → `Allow`, a; `A__B` → `A_B`, none.
struct ButtonLabel: Hashable {
  /// The text to show.
  var text: String
  /// Which character of the text is the accelerator.
  var acceleratorIndex: Int?

  init(_ label: String) {
    var text = ""
    var accelerator: Int?
    var isMarked = false
    for character in label {
      if character == "_", !isMarked {
        isMarked = true
        continue
      }
      if isMarked, character != "_", accelerator == nil { accelerator = text.count }
      isMarked = false
      text.append(character)
    }
    self.text = text
    acceleratorIndex = accelerator
  }

  /// The accelerator in lower case; nil where there is none a key could be.
  var accelerator: Character? {
    guard let acceleratorIndex else { return nil }
    let character = text[text.index(text.startIndex, offsetBy: acceleratorIndex)]
    return character.lowercased().first
  }
}
