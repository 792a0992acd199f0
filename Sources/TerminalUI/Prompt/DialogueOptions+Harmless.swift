extension DialogueOptions {
  /// The options with texts that cannot steer a terminal; made once, since every key shows them.
  func harmless(_ sanitizer: Sanitizer) -> DialogueOptions {
    func line(_ text: String) -> String { sanitizer.clean(text, as: .line) }
    func lines(_ text: String) -> String { sanitizer.clean(text, as: .description) }
    func error(_ text: String) -> String { sanitizer.clean(text, as: .error) }
    func offer(_ offer: Offer) -> Offer { Offer(line(offer.label), tip: lines(offer.tip)) }
    var clean = self
    clean.program = sanitizer.clean(program, as: .name)
    clean.asker = line(asker)
    clean.title = line(title)
    clean.prompt = line(prompt)
    clean.description = lines(description)
    clean.error = error(self.error)
    clean.repeatPrompt = repeatPrompt.map(line)
    clean.repeatError = error(repeatError)
    clean.repeatMatch = line(repeatMatch)
    clean.quality = quality.map(offer)
    clean.generator = generator.map(offer)
    clean.refusalTitle = line(refusalTitle)
    clean.hint = lines(hint)
    clean.shortHint = line(shortHint)
    clean.groupingHint = lines(groupingHint)
    clean.yesLabel = yesLabel.map(line)
    clean.noLabel = noLabel.map(line)
    clean.cancelLabel = cancelLabel.map(line)
    clean.capsLockHint = line(capsLockHint)
    clean.protections = protections.map(line)
    clean.warning = line(warning)
    return clean
  }

  /// The first lines of line mode: the program that asks, and its purpose.
  var introduction: [String] {
    var lines: [String] = []
    if !asker.isEmpty { lines.append("\(program): \(asker)") }
    if !warning.isEmpty { lines.append("Warning: \(warning)") }
    if !title.isEmpty { lines.append(title) }
    if !description.isEmpty {
      lines += description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return lines
  }

  /// The buttons for those choices that have labels; an empty label stands for the usual one.
  func buttons(_ choices: [PromptViewModel.Choice]) -> [PromptViewModel.Button] {
    choices.compactMap { choice in
      let (label, usual) =
        switch choice {
        case .submit: (yesLabel, "_OK")
        case .disagree: (noLabel, "_No")
        case .cancel: (cancelLabel, "_Cancel")
        }
      return label.map { label in
        var button = PromptViewModel.Button(marked: label.isEmpty ? usual : label, choice: choice)
        button.isDangerous = isDangerous && choice == .submit
        return button
      }
    }
  }
}
