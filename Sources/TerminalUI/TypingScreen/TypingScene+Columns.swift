import KeywardEngine

/// The horizontal axis, and where prompts stand.
extension TypingScene {
  /// Adds the constraints between columns, prompts and fields aside.
  func addColumns(to rules: inout [LayoutConstraint]) {
    let edge = needs.columns > 2 ? 1 : 0
    span(header, inset: edge, &rules)
    span(status, inset: edge, &rules)
    span(rule, &rules)
    span(keyboard, &rules)
    span(lead, &rules)
    span(gap, &rules)
    spanText(description, &rules)
    spanText(error, &rules)
    spanText(count, &rules)
    if let title { spanText(title, &rules) }
    if let quality { spanText(quality, &rules) }
    if let hints { spanText(hints, &rules) }
    if let buttons { spanText(buttons, &rules) }
    if let wanted = needs.keyboard, let toolbar, let panel {
      span(toolbar, &rules)
      // Of an odd number of columns too many the one more is at the right.
      let isOdd = !(needs.columns - wanted.columns).isMultiple(of: 2)
      rules.append(panel.widthAnchor.equal(to: Double(wanted.columns)))
      rules.append(
        panel.centerXAnchor.equal(to: root.centerXAnchor, constant: isOdd ? -0.5 : 0))
    }
  }

  private func span(_ area: LayoutArea, inset: Int = 0, _ rules: inout [LayoutConstraint]) {
    rules.append(area.leftAnchor.equal(to: root.leftAnchor, constant: Double(inset)))
    rules.append(area.rightAnchor.equal(to: root.rightAnchor, constant: Double(-inset)))
  }

  private func spanText(_ area: LayoutArea, _ rules: inout [LayoutConstraint]) {
    rules.append(area.leftAnchor.equal(to: root.leftMarginAnchor))
    rules.append(area.rightAnchor.equal(to: root.rightMarginAnchor))
  }

  /// Adds the constraints that put prompts and fields where `prompts` says.
  func addPrompts(_ prompts: Prompts, to rules: inout [LayoutConstraint]) {
    for (index, label) in labels.enumerated() {
      let box = boxes[index]
      if prompts == .above {
        spanText(label, &rules)
        spanText(box, &rules)
        rules.append(label.heightAnchor.equal(to: 1, priority: StepDown.promptRows.priority))
        rules.append(box.topAnchor.equal(to: label.bottomAnchor))
        continue
      }
      rules.append(box.topAnchor.equal(to: label.topAnchor))
      rules.append(box.bottomAnchor.equal(to: label.bottomAnchor))
      if prompts == .beside {
        addColumns(label, box, to: &rules)
      } else {
        let mark = needs.hasWarning && needs.columns > 3 ? -2.0 : 0
        rules.append(label.widthAnchor.equal(to: 0))
        rules.append(label.rightAnchor.equal(to: box.leftAnchor))
        rules.append(box.leftAnchor.equal(to: root.leftAnchor))
        rules.append(box.rightAnchor.equal(to: root.rightAnchor, constant: mark))
      }
    }
  }

  /// The prompt, a blank, and the field, which does without the prompt's beginning rather than cells.
  private func addColumns(
    _ label: LayoutItem, _ box: LayoutItem, to rules: inout [LayoutConstraint]
  ) {
    let least = isBoxed ? 11 : 7
    let hasPrompt = needs.promptColumns > 0 && needs.textColumns > least + 1
    rules.append(label.leftAnchor.equal(to: root.leftMarginAnchor))
    rules.append(box.leftAnchor.equal(to: label.rightAnchor, constant: hasPrompt ? 1 : 0))
    rules.append(box.rightAnchor.equal(to: root.rightMarginAnchor))
    rules.append(
      label.widthAnchor.equal(
        to: hasPrompt ? Double(needs.promptColumns) : 0, priority: .defaultLow))
    if hasPrompt { rules.append(box.widthAnchor.greaterThanOrEqual(to: Double(least))) }
  }
}
