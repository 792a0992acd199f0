import KeywardEngine

/// What was chosen and typed in a prompt that asks for a decision, or only shows a message.
///
/// On a screen, a letter moves the focus to its button, and only Enter or a click answers. A letter
/// counts only if it is typed alone, so that a word with a `y` is not a yes. Any other character
/// rings the bell and moves the focus back. Letters then select no button until a key without a
/// character, such as an arrow key, is pressed. A word that refuses, such as “no”, keeps the focus
/// on its button. If nobody chose the first button as the default, Enter after other characters
/// does not agree: it only shows how to answer.
///
/// In line mode the whole line is the answer. The prompt holds no secret: characters that are not
/// part of an answer are only counted.
struct Decision {
  let letters: ChoiceLetters
  private let initialButton: Int
  private let hasDefault: Bool
  private(set) var focused: Int
  /// The start of a typed answer.
  ///
  /// The first character that does not continue an answer, and all characters after it, are only
  /// counted in `otherCount`.
  private(set) var word = ""
  private var otherCount = 0

  init(_ question: Question, _ buttons: [PromptViewModel.Button], on surface: PromptSurface) {
    letters = ChoiceLetters(question, buttons, on: surface)
    initialButton = buttons.firstIndex { $0.choice == question.initialChoice } ?? 0
    focused = initialButton
    hasDefault = question.initialChoice != nil
  }

  var buttons: [PromptViewModel.Button] { letters.buttons }

  /// The choice that Enter makes on a screen, and on an empty line; nil without buttons.
  var focusedChoice: PromptViewModel.Choice? {
    buttons.isEmpty ? nil : buttons[focused].choice
  }

  /// The choice that Enter makes in line mode; nil if the line is no answer.
  var lineChoice: PromptViewModel.Choice? {
    guard otherCount == 0 else { return nil }
    // In line mode the focus never moves, so it is on the default button.
    return word.isEmpty ? focusedChoice : letters.answers.first { $0.word == word }?.choice
  }

  /// True if Enter would agree although other characters were typed, as in “no”.
  var isSpoilt: Bool {
    otherCount > 0 && !hasDefault && buttons.count > 1 && focusedChoice == .submit
  }

  mutating func addToLine(_ letter: String) {
    if otherCount == 0, letters.answers.contains(where: { $0.word.hasPrefix(word + letter) }) {
      word += letter
    } else {
      otherCount += 1
    }
  }

  mutating func deleteFromLine() {
    if otherCount > 0 { otherCount -= 1 } else { _ = word.popLast() }
  }

  /// Moves the focus to a letter's button; returns false if there is none.
  mutating func moveFocus(to letter: String) -> Bool {
    guard otherCount == 0 else { return false }
    let continued = word + letter
    let isRefusal = letters.answers.contains {
      !word.isEmpty && $0.choice != .submit && $0.word.hasPrefix(continued)
    }
    if isRefusal {
      word = continued
      return true
    }
    let choice = letters.answers.first { $0.word == letter }?.choice
    guard let index = buttons.firstIndex(where: { $0.choice == choice }) else { return false }
    (focused, word) = (index, letter)
    return true
  }

  mutating func moveFocus(by step: Int) {
    if !buttons.isEmpty { focused = (focused + step + buttons.count) % buttons.count }
  }

  /// Notes a character that is no answer.
  mutating func reject() {
    otherCount += 1
    focused = initialButton
  }

  mutating func forgetWord() { (word, otherCount) = ("", 0) }

  mutating func startOver() {
    forgetWord()
    focused = initialButton
  }
}

extension Prompt {
  private static let fieldKeys = Array("gknortuw".utf8)

  /// Takes a typed character as part of a decision.
  func take(_ character: String) {
    guard question.kind != .notice else { return reject(advice) }
    let letter = character.lowercased()
    if surface.isPlain {
      decision?.addToLine(letter)
    } else if decision?.moveFocus(to: letter) == true {
      notify("")
    } else {
      reject(advice)
    }
  }

  /// Refuses input with a sentence; in a decision, letters then select no button.
  func reject(_ sentence: String) {
    decision?.reject()
    refuse(sentence)
  }

  var advice: String {
    switch question.kind {
    case .notice: language[.nothingToType]
    case .message: language[.pressEnter]
    case .decision, .text: decision?.letters.advice ?? ""
    }
  }

  /// Handles a key in a decision; returns false if the key has the same meaning in every prompt.
  func performOnDecision(_ key: TerminalKey) -> Bool {
    if surface.isPlain, performInLine(key) { return true }
    let isSpoilt = decision?.isSpoilt ?? false
    decision?.forgetWord()
    notify("")
    switch key {
    case .enter where isSpoilt: refuse(advice)
    case .enter: if let choice = decision?.focusedChoice { choose(choice) }
    case .right, .down: decision?.moveFocus(by: 1)
    case .left, .up: decision?.moveFocus(by: -1)
    case .control(UInt8(ascii: "l")):
      request = .redraw
      transcript.interrupt()
    case .control(let letter) where Self.fieldKeys.contains(letter):
      notify(language[.ctrlNoField, Character(Unicode.Scalar(letter)).uppercased()])
    default: return false
    }
    return true
  }

  private func performInLine(_ key: TerminalKey) -> Bool {
    switch key {
    case .enter where decision?.focusedChoice == nil: break
    case .enter:
      if let choice = decision?.lineChoice {
        choose(choice)
      } else {
        decision?.forgetWord()
        refuse(advice)
      }
    case .backspace: decision?.deleteFromLine()
    case .control(UInt8(ascii: "u")):
      decision?.forgetWord()
      notify("")
    // The focus is not visible in line mode.
    case .tab, .backTab, .left, .right, .up, .down: rings = true
    default: return false
    }
    return true
  }

  func choose(_ choice: PromptViewModel.Choice) {
    outcome =
      switch choice {
      case .submit: .submitted
      case .disagree: .declined
      case .cancel: .cancelled(.escape)
      case .powerOff: .poweredOff
      }
  }

  // MARK: Showing

  /// The key hints of a decision.
  func keys(of decision: Decision) -> [String] {
    switch question.kind {
    case .decision, .text:
      [language[.enterChoose]]
        + (question.initialChoice == nil ? [] : [decision.letters.hint])
        + [language[.escCancel], language[.tabNext]]
    case .message: [language[.enterContinue]]
    case .notice: [language[.escCancel]]
    }
  }

  /// The question of a decision in line mode.
  func line(of decision: Decision) -> String {
    switch question.kind {
    case .notice: language[.escCancels] + "\r\n"
    case .message: language[.pressEnter] + " "
    case .decision, .text: decision.letters.line
    }
  }
}
