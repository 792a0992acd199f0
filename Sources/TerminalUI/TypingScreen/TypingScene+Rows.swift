import KeywardEngine

/// The vertical axis: who wants how many rows, and how much.
extension TypingScene {
  /// The constraints between rows, prompts aside.
  mutating func rows() -> [LayoutConstraint] {
    let root = engine.root
    let ruleRow = want(rule, 1, .rule)
    blanks.append((ruleRow, 0))
    var rules = [
      header.topAnchor.equal(to: root.topAnchor), want(header, 1, .header),
      rule.topAnchor.equal(to: header.bottomAnchor), ruleRow,
      lead.topAnchor.equal(to: rule.bottomAnchor), want(lead, 0, .textAtTop),
    ]
    rules += titleRows()
    rules += descriptionRows()
    let hasBoth = needs.textRows > needs.errorRows && needs.errorRows > 0
    rules += link(error, to: description, blanks: hasBoth ? 1 : 0, .blankAboveError)
    rules += errorRows()
    rules += fieldRows()
    rules += rowsBelowFields()
    rules += statusRows()
    rules += keyboardRows()
    return rules
  }

  private func want(_ area: LayoutArea, _ rows: Int, _ level: StepDown) -> LayoutConstraint {
    area.heightAnchor.equal(to: Double(rows), priority: level.priority)
  }

  private func need(_ area: LayoutArea, _ rows: Int, _ level: StepDown?) -> LayoutConstraint {
    area.heightAnchor.greaterThanOrEqual(
      to: Double(rows), priority: level?.priority ?? .required)
  }

  /// Puts an area below another, with blank lines between them as long as there is room.
  private mutating func link(
    _ area: LayoutArea, to other: LayoutArea, blanks wanted: Int, _ level: StepDown
  ) -> [LayoutConstraint] {
    guard wanted > 0 else { return [area.topAnchor.equal(to: other.bottomAnchor)] }
    let blank = area.topAnchor.equal(
      to: other.bottomAnchor, constant: Double(wanted), priority: level.priority)
    blanks.append((blank, 0))
    return [area.topAnchor.greaterThanOrEqual(to: other.bottomAnchor), blank]
  }

  /// The title, and what is between it and the description.
  private mutating func titleRows() -> [LayoutConstraint] {
    guard let title else {
      return link(description, to: lead, blanks: 1, .blankAboveDescription)
    }
    let rows = want(title, needs.titleRows, .title)
    lesserRules.append(rows)
    let hasText = needs.descriptionLines + needs.descriptionBlanks > 0
    return link(title, to: lead, blanks: 1, .blankAboveDescription) + [rows]
      + link(description, to: title, blanks: hasText ? 1 : 0, .blankBelowTitle)
  }

  private mutating func descriptionRows() -> [LayoutConstraint] {
    let lines = needs.descriptionLines
    let all = want(description, lines + needs.descriptionBlanks, .blanksInDescription)
    blanks.append((all, Double(lines)))
    guard lines > 0 else { return [all] }
    return [
      all, need(description, lines, .description), need(description, 1, .firstDescriptionLine),
    ]
  }

  private func errorRows() -> [LayoutConstraint] {
    guard needs.errorRows > 0 else { return [want(error, 0, .error)] }
    return [
      want(error, needs.errorRows, .error),
      need(error, 1, needs.errorComesFirst ? nil : .firstErrorLine),
    ]
  }

  private mutating func fieldRows() -> [LayoutConstraint] {
    let above = (needs.isNarrow ? 2 : 1) - (needs.textRows > 0 ? 0 : 1)
    var rules: [LayoutConstraint] = []
    for (index, field) in fields.enumerated() {
      rules +=
        index == 0
        ? link(field.prompt, to: error, blanks: above, .blanksAboveFields)
        : [field.prompt.topAnchor.equal(to: fields[index - 1].box.bottomAnchor)]
      let box = want(field.box, isBoxed ? 3 : 1, .boxes)
      boxRules.append((box, 1))
      let least: StepDown? =
        index != needs.activeField ? .otherFields : needs.errorComesFirst ? .field : nil
      rules += [box, need(field.box, 1, least)]
    }
    let hasCount = needs.isNarrow && needs.hasCount && isBoxed
    let countRow = want(count, hasCount ? 1 : 0, .boxes)
    boxRules.append((countRow, 0))
    let last: LayoutArea = fields.last?.box ?? error
    return rules + link(count, to: last, blanks: hasCount ? 1 : 0, .blankAboveCount) + [countRow]
  }

  /// Quality, hints and buttons, each below the one before.
  private mutating func rowsBelowFields() -> [LayoutConstraint] {
    var rules: [LayoutConstraint] = []
    var last: LayoutArea = count
    if let quality {
      rules += [quality.topAnchor.equal(to: last.bottomAnchor), want(quality, 1, .quality)]
      last = quality
    }
    if let hints {
      let rows = want(hints, needs.hintRows, .hints)
      lesserRules.append(rows)
      rules += [hints.topAnchor.equal(to: last.bottomAnchor), rows]
      last = hints
    }
    guard let buttons else { return rules }
    // Where there is no field they are what the screen is for, and one row is required.
    let rows = want(buttons, needs.buttonRows, fields.isEmpty ? .otherButtons : .buttons)
    if fields.isEmpty { rules.append(need(buttons, 1, nil)) } else { lesserRules.append(rows) }
    return rules + link(buttons, to: last, blanks: 1, .blankAboveButtons) + [rows]
  }

  private mutating func statusRows() -> [LayoutConstraint] {
    let line = want(status, needs.statusRows, .status)
    lesserRules.append(line)
    let blank = need(gap, 1, .blankAboveStatus)
    blanks.append((blank, 0))
    return [
      gap.topAnchor.equal(to: (buttons ?? hints ?? quality ?? count).bottomAnchor), blank,
      // In a large window the text hangs a little lower: a third of the rows too many is above it.
      gap.heightAnchor.lessThanOrEqual(to: lead.heightAnchor, multiplier: 2, constant: 10),
      status.topAnchor.equal(to: gap.bottomAnchor), line,
    ]
  }

  private mutating func keyboardRows() -> [LayoutConstraint] {
    var rules = [keyboard.bottomAnchor.equal(to: engine.root.bottomAnchor)]
    guard let wanted = needs.keyboard, let toolbar, let panel else {
      return rules + [
        keyboard.heightAnchor.equal(to: 0), status.bottomAnchor.equal(to: keyboard.topAnchor),
      ]
    }
    let strip = want(toolbar, wanted.hasToolbar ? 3 : 0, .toolbar)
    toolbarRule = strip
    let bottom = keyboard.bottomAnchor.equal(
      to: panel.bottomAnchor, constant: Double(wanted.bottomRows),
      priority: StepDown.keyboardBottom.priority)
    keyboardBottomRule = bottom
    rules += [
      toolbar.topAnchor.equal(to: keyboard.topAnchor), strip,
      panel.topAnchor.equal(to: toolbar.bottomAnchor),
      panel.heightAnchor.equal(to: Double(wanted.lines)),
      keyboard.bottomAnchor.greaterThanOrEqual(to: panel.bottomAnchor), bottom,
    ]
    guard !wanted.hasToolbar else {
      return rules + [status.bottomAnchor.equal(to: keyboard.topAnchor)]
    }
    // The row between the status line and a panel: the panel's upper edge is half a row of it.
    let edge = keyboard.topAnchor.equal(
      to: status.bottomAnchor, constant: 1, priority: StepDown.blankAbovePanel.priority)
    blanks.append((edge, 0))
    return rules + [keyboard.topAnchor.greaterThanOrEqual(to: status.bottomAnchor), edge]
  }
}
