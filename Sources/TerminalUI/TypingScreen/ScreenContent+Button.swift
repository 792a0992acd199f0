extension ScreenContent.Button {
  /// A button by its label: `_Allow` → `Allow`, a; `A__B` → `A_B`, none.
  ///
  /// - Parameters:
  ///   - marked: The label; `_` marks the accelerator.
  ///   - choice: The choice of the button.
  init(marked: String, choice: ScreenContent.Choice) {
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
