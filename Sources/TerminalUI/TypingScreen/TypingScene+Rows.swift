import KeywardEngine

/// The vertical axis: who wants how many rows, and how much.
extension TypingScene {
  /// Adds the constraints between rows, prompts aside.
  func addRows(to rules: inout [LayoutConstraint]) {
    rules.append(header.topAnchor.equal(to: root.topAnchor))
    rules.append(want(header, 1, .header))
    rules.append(rule.topAnchor.equal(to: header.bottomAnchor))
    let ruleRow = want(rule, 1, .rule)
    blanks.append(ruleRow)
    rules.append(ruleRow)
    rules.append(lead.topAnchor.equal(to: rule.bottomAnchor))
    rules.append(want(lead, 0, .textAtTop))
    addTitle(to: &rules)
    addDescription(to: &rules)
    let hasBoth = needs.textRows > needs.errorRows && needs.errorRows > 0
    link(error, to: description, blanks: hasBoth ? 1 : 0, .blankAboveError, &rules)
    addError(to: &rules)
    addFields(to: &rules)
    addRowsBelowFields(to: &rules)
    addStatus(to: &rules)
    addKeyboard(to: &rules)
  }

  private func want(_ area: LayoutArea, _ rows: Int, _ level: StepDown) -> LayoutConstraint {
    area.heightAnchor.equal(to: Double(rows), priority: level.priority)
  }

  private func need(_ area: LayoutArea, _ rows: Int, _ level: StepDown?) -> LayoutConstraint {
    area.heightAnchor.greaterThanOrEqual(
      to: Double(rows), priority: level?.priority ?? .required)
  }

  /// Puts an area below another, with blank lines between them as long as there is room.
  private func link(
    _ area: LayoutArea, to other: LayoutArea, blanks wanted: Int, _ level: StepDown,
    _ rules: inout [LayoutConstraint]
  ) {
    guard wanted > 0 else { return rules.append(area.topAnchor.equal(to: other.bottomAnchor)) }
    let blank = area.topAnchor.equal(
      to: other.bottomAnchor, constant: Double(wanted), priority: level.priority)
    blanks.append(blank)
    rules.append(area.topAnchor.greaterThanOrEqual(to: other.bottomAnchor))
    rules.append(blank)
  }

  /// The title, and what is between it and the description.
  private func addTitle(to rules: inout [LayoutConstraint]) {
    guard let title else {
      return link(description, to: lead, blanks: 1, .blankAboveDescription, &rules)
    }
    let rows = want(title, needs.titleRows, .title)
    lesserRules.append(rows)
    let hasText = needs.descriptionLines + needs.descriptionBlanks > 0
    link(title, to: lead, blanks: 1, .blankAboveDescription, &rules)
    rules.append(rows)
    link(description, to: title, blanks: hasText ? 1 : 0, .blankBelowTitle, &rules)
  }

  private func addDescription(to rules: inout [LayoutConstraint]) {
    let lines = needs.descriptionLines
    let all = want(description, lines + needs.descriptionBlanks, .blanksInDescription)
    descriptionRule = all
    rules.append(all)
    guard lines > 0 else { return }
    rules.append(need(description, lines, .description))
    rules.append(need(description, 1, .firstDescriptionLine))
  }

  private func addError(to rules: inout [LayoutConstraint]) {
    rules.append(want(error, needs.errorRows, .error))
    if needs.errorRows > 0 {
      rules.append(need(error, 1, needs.errorComesFirst ? nil : .firstErrorLine))
    }
  }

  private func addFields(to rules: inout [LayoutConstraint]) {
    let above = (needs.isNarrow ? 2 : 1) - (needs.textRows > 0 ? 0 : 1)
    for (index, label) in labels.enumerated() {
      if index == 0 {
        link(label, to: error, blanks: above, .blanksAboveFields, &rules)
      } else {
        rules.append(label.topAnchor.equal(to: boxes[index - 1].bottomAnchor))
      }
      let box = want(boxes[index], isBoxed ? 3 : 1, .boxes)
      boxRules.append(box)
      let least: StepDown? =
        index != needs.activeField ? .otherFields : needs.errorComesFirst ? .field : nil
      rules.append(box)
      rules.append(need(boxes[index], 1, least))
    }
    let hasCount = needs.isNarrow && needs.hasCount && isBoxed
    let countRow = want(count, hasCount ? 1 : 0, .boxes)
    blanks.append(countRow)
    let last: LayoutArea = boxes.last ?? error
    link(count, to: last, blanks: hasCount ? 1 : 0, .blankAboveCount, &rules)
    rules.append(countRow)
  }

  /// Quality, hints and buttons, each below the one before.
  private func addRowsBelowFields(to rules: inout [LayoutConstraint]) {
    var last: LayoutArea = count
    if let quality {
      rules.append(quality.topAnchor.equal(to: last.bottomAnchor))
      rules.append(want(quality, 1, .quality))
      last = quality
    }
    if let hints {
      let rows = need(hints, needs.hintRows, .hints)
      lesserRules.append(rows)
      rules.append(hints.topAnchor.equal(to: last.bottomAnchor))
      rules.append(rows)
      let all = want(hints, needs.hintRows + needs.tipRows, .tips)
      lesserRules.append(all)
      blanks.append(all)
      rules.append(all)
      last = hints
    }
    guard let buttons else { return }
    // Where there is no field they are what the screen is for, and one row is required.
    let rows = want(buttons, needs.buttonRows, boxes.isEmpty ? .otherButtons : .buttons)
    if boxes.isEmpty { rules.append(need(buttons, 1, nil)) } else { lesserRules.append(rows) }
    link(buttons, to: last, blanks: 1, .blankAboveButtons, &rules)
    rules.append(rows)
  }

  private func addStatus(to rules: inout [LayoutConstraint]) {
    let line = want(status, needs.statusRows, .status)
    lesserRules.append(line)
    let blank = need(gap, 1, .blankAboveStatus)
    blanks.append(blank)
    rules.append(
      gap.topAnchor.equal(to: (buttons ?? hints ?? quality ?? count).bottomAnchor))
    rules.append(blank)
    // In a large window the text hangs a little lower: a third of the rows too many is above it.
    rules.append(
      gap.heightAnchor.lessThanOrEqual(to: lead.heightAnchor, multiplier: 2, constant: 10))
    rules.append(status.topAnchor.equal(to: gap.bottomAnchor))
    rules.append(line)
  }

  private func addKeyboard(to rules: inout [LayoutConstraint]) {
    rules.append(keyboard.bottomAnchor.equal(to: root.bottomAnchor))
    guard let wanted = needs.keyboard, let toolbar, let panel else {
      rules.append(keyboard.heightAnchor.equal(to: 0))
      rules.append(status.bottomAnchor.equal(to: keyboard.topAnchor))
      return
    }
    let strip = want(toolbar, wanted.hasToolbar ? 3 : 0, .toolbar)
    toolbarRule = strip
    let bottom = keyboard.bottomAnchor.equal(
      to: panel.bottomAnchor, constant: Double(wanted.bottomRows),
      priority: StepDown.keyboardBottom.priority)
    keyboardBottomRule = bottom
    rules.append(toolbar.topAnchor.equal(to: keyboard.topAnchor))
    rules.append(strip)
    rules.append(panel.topAnchor.equal(to: toolbar.bottomAnchor))
    rules.append(panel.heightAnchor.equal(to: Double(wanted.lines)))
    rules.append(keyboard.bottomAnchor.greaterThanOrEqual(to: panel.bottomAnchor))
    rules.append(bottom)
    guard !wanted.hasToolbar else {
      rules.append(status.bottomAnchor.equal(to: keyboard.topAnchor))
      return
    }
    // The row between the status line and a panel: the panel's upper edge is half a row of it.
    let edge = keyboard.topAnchor.equal(
      to: status.bottomAnchor, constant: 1, priority: StepDown.blankAbovePanel.priority)
    blanks.append(edge)
    rules.append(keyboard.topAnchor.greaterThanOrEqual(to: status.bottomAnchor))
    rules.append(edge)
  }
}
