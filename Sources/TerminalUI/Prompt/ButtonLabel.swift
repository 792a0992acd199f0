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

  /// A label, or the usual one where it is empty.
  init(_ label: String, orElse usual: String) {
    self.init(label.isEmpty ? usual : label)
  }

  /// The accelerator in lower case; nil where there is none a key could be.
  var accelerator: Character? {
    guard let acceleratorIndex else { return nil }
    let character = text[text.index(text.startIndex, offsetBy: acceleratorIndex)]
    return character.lowercased().first
  }

  /// The button with this label.
  func button(_ choice: ScreenContent.Choice) -> ScreenContent.Button {
    ScreenContent.Button(label: text, acceleratorIndex: acceleratorIndex, choice: choice)
  }
}
