/// The letters and words that select the buttons of a confirmation.
///
/// `y` selects the button that agrees, and `n` the one that does not, as do their equivalents in
/// the language; a marked letter selects its button. If a label suggests a letter of another
/// button, each button is shown with a letter of its own label instead:
///
///     Yes, No          y, n
///     Delete, Keep     y, n
///     No, Yes          n, y
///     Now, Never       o, e     // the first letter that no other label has
///
/// No word selects a button if another button's label suggests it.
struct ChoiceLetters {
  typealias Button = PromptViewModel.Button
  typealias Choice = PromptViewModel.Choice
  typealias Answer = (word: String, choice: Choice)

  /// The buttons, each with a mark at the letter that selects it.
  private(set) var buttons: [Button]
  /// The accepted words, in lower case.
  private(set) var answers: [Answer] = []
  /// The letter shown for each button; nil for none.
  private var letters: [String?] = []
  /// True if the letters are those of Yes and No.
  private let isStandard: Bool
  private let question: Question
  private let surface: PromptSurface

  init(_ question: Question, _ buttons: [Button], on surface: PromptSurface) {
    self.question = question
    self.buttons = buttons
    self.surface = surface
    let isLine = surface.isPlain
    let disagreeing = question.noLabel == nil ? Choice.cancel : .disagree
    let yes = ["y", surface.language.letter(of: .yes)]
    let no = buttons.count > 1 ? ["n", surface.language.letter(of: .no)] : []
    let common: [Answer] =
      yes.map { ($0, .submit) } + no.map { ($0, disagreeing) }
    let marked: [Answer] = buttons.compactMap { button in
      button.mark.map { ($0, button.choice) }
    }
    let cancel = marked.first { $0.choice == .cancel }?.word
    // The line of a standard question shows no other letter for a preselected Cancel.
    let hidesDefault = question.initialChoice == .cancel && question.noLabel != nil && cancel != "c"
    let shown = common + marked.filter { !isLine || $0.choice == .cancel }
    isStandard = !hidesDefault && !shown.contains { Self.isSuggested($0, by: buttons, isLine) }
    if isStandard {
      letters = buttons.map { button in
        switch button.choice {
        case .submit: yes[isLine ? 0 : 1]
        case .cancel where cancel != nil || question.noLabel != nil: cancel
        case .disagree, .cancel, .powerOff: no[isLine ? 0 : 1]
        }
      }
    } else {
      letters = Self.ownLetters(of: buttons, question, isLine)
      for (index, letter) in letters.enumerated() { self.buttons[index].mark(letter) }
    }
    answers = zip(buttons, letters).compactMap { button, letter in
      letter.map { ($0, button.choice) }
    }
    if isLine, !isStandard {
      // A whole label is an answer, too.
      let labels = buttons.map { $0.label.lowercased() }
      answers += zip(buttons, labels).filter { _, label in labels.count { $0 == label } == 1 }
        .map { ($1, $0.choice) }
    }
    // On a screen, letters select, and a word that agrees is more than a letter.
    let refusals = ["no", surface.language.unmarked(.no).lowercased()]
    let words: [Answer] =
      (isLine ? [("yes", .submit)] : []) + (no.isEmpty ? [] : refusals.map { ($0, disagreeing) })
    answers += (common + marked + words).filter { answer in
      !Self.isSuggested(answer, by: buttons, isLine)
        && !answers.contains { $0.word == answer.word && $0.choice != answer.choice }
    }
    if !isLine, question.initialChoice != nil {
      for (index, letter) in letters.enumerated() { self.buttons[index].show(letter) }
    }
  }

  /// True if the label of another button suggests the first letter of an answer.
  private static func isSuggested(_ answer: Answer, by buttons: [Button], _ isLine: Bool) -> Bool {
    buttons.contains {
      $0.choice != answer.choice && $0.suggests(String(answer.word.prefix(1)), inLine: isLine)
    }
  }

  /// Returns a letter for each button: the marked one or the first one, if no other label suggests
  /// it; else the first one that no other label has; else one that no label has.
  private static func ownLetters(
    of buttons: [Button], _ question: Question, _ isLine: Bool
  ) -> [String?] {
    let labels = buttons.map { $0.label.lowercased() }
    let free = "abcdefghijklmnopqrstuvwxyz".filter { letter in
      !labels.contains { $0.contains(letter) }
    }
    var letters: [String?] = []
    for (index, button) in buttons.enumerated() {
      let hasKeyOnly =
        button.choice == .cancel && button.mark == nil && question.noLabel != nil
        && question.initialChoice != .cancel
      let suggested = [button.mark, button.initial].compactMap(\.self).filter {
        !isSuggested(($0, button.choice), by: buttons, isLine)
      }
      let others = labels.indices.filter { $0 != index }
      let own = labels[index].filter { letter in
        letter.isTypedLetter && !others.contains { labels[$0].contains(letter) }
      }
      let wanted = hasKeyOnly ? [] : suggested + (own + free).map { String($0) }
      letters.append(wanted.first { !letters.contains($0) })
    }
    return letters
  }

  // MARK: Showing

  /// The letters of the buttons that agree and disagree.
  private var pair: (yes: String, no: String) {
    (letters.first.flatMap(\.self) ?? "", letters.dropFirst().first.flatMap(\.self) ?? "")
  }

  /// The hint about the letters.
  var hint: String { surface.language[.lettersSelect, "\(pair.yes)/\(pair.no)"] }

  /// The advice after input that is no answer.
  var advice: String {
    surface.language[surface.isPlain ? .typeLetter : .pressLetter, pair.yes, pair.no]
  }

  /// The question of line mode: the labels with their letters, then `[y]es [N]o? `, or the labels
  /// in the same form: `n[o]w n[E]ver? `.
  ///
  /// A capital letter shows what an empty line chooses.
  var line: String {
    let names = zip(buttons, letters).map { button, letter in
      let label =
        button.isDangerous ? surface.language[.dangerous, button.label] : button.label
      return "\(letter ?? "Esc") \(label)"
    }
    return names.joined(separator: ", ") + "\r\n\(choices)? "
  }

  private var choices: String {
    let initial = question.initialChoice
    guard isStandard else {
      return zip(buttons, letters).compactMap { button, letter in
        letter.map { button.text(bracketing: $0, isDefault: button.choice == initial) }
      }.joined(separator: " ")
    }
    let yes = initial == .submit ? "[Y]es" : "[y]es"
    let hasCancel = letters.contains("c")
    let no =
      initial == .disagree || initial == .cancel && !hasCancel ? "[N]o" : "[n]o"
    let cancel = !hasCancel ? "" : initial == .cancel ? " [C]ancel" : " [c]ancel"
    return "\(yes) \(no)\(cancel)"
  }
}

extension PromptViewModel.Button {
  /// The marked letter, in lower case.
  fileprivate var mark: String? { accelerator.map { String($0) } }

  /// The first letter of the label, in lower case.
  fileprivate var initial: String? {
    label.lowercased().first(where: \.isTypedLetter).map { String($0) }
  }

  /// True if a person may expect that a letter selects this button.
  ///
  /// On a screen that is the marked letter; line mode shows no marks.
  fileprivate func suggests(_ letter: String, inLine isLine: Bool) -> Bool {
    letter == (isLine ? nil : mark) ?? initial
  }

  /// Returns the label in lower case with brackets around a letter: `n[E]ver` for the default.
  ///
  /// A letter that the label lacks precedes it: `[a] 削除`.
  fileprivate func text(bracketing letter: String, isDefault: Bool) -> String {
    let label = label.lowercased()
    let shown = "[" + (isDefault ? letter.uppercased() : letter) + "]"
    guard let place = label.firstIndex(where: { String($0) == letter }) else {
      return shown + " " + label
    }
    return label[..<place] + shown + label[label.index(after: place)...]
  }

  /// Marks the letter that selects the button.
  ///
  /// If the label lacks the letter, it is appended: `Delete (y)`.
  fileprivate mutating func show(_ letter: String?) {
    guard let letter, acceleratorIndex == nil else { return }
    mark(letter)
    guard acceleratorIndex == nil else { return }
    label += " (\(letter))"
    acceleratorIndex = label.count - 2
  }

  /// Marks the first occurrence of a letter in the label.
  fileprivate mutating func mark(_ letter: String?) {
    acceleratorIndex = label.firstIndex { $0.lowercased() == letter }.map {
      label.distance(from: label.startIndex, to: $0)
    }
  }
}

extension Character {
  /// True for digits and for letters of a script with capital letters.
  fileprivate var isTypedLetter: Bool { isNumber || isCased }
}
