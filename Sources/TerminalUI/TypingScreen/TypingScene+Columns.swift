import KeywardEngine

/// The horizontal axis, and where prompts stand.
extension TypingScene {
  /// The constraints between columns, prompts and fields aside.
  func columns() -> [LayoutConstraint] {
    let edge = needs.columns > 2 ? 1 : 0
    var rules: [LayoutConstraint] = []
    for area in [header, status] { rules += span(area, inset: edge) }
    for area in [rule, keyboard, lead, gap] as [LayoutArea] { rules += span(area) }
    for area in [description, error, count] { rules += spanText(area) }
    for area in [title, quality, hints, buttons] {
      if let area { rules += spanText(area) }
    }
    if let wanted = needs.keyboard, let toolbar, let panel {
      rules += span(toolbar)
      // Of an odd number of columns too many the one more is at the right.
      let isOdd = !(needs.columns - wanted.columns).isMultiple(of: 2)
      rules += [
        panel.widthAnchor.equal(to: Double(wanted.columns)),
        panel.centerXAnchor.equal(
          to: engine.root.centerXAnchor, constant: isOdd ? -0.5 : 0),
      ]
    }
    return rules
  }

  private func span(_ area: LayoutArea, inset: Int = 0) -> [LayoutConstraint] {
    [
      area.leftAnchor.equal(to: engine.root.leftAnchor, constant: Double(inset)),
      area.rightAnchor.equal(to: engine.root.rightAnchor, constant: Double(-inset)),
    ]
  }

  private func spanText(_ area: LayoutArea) -> [LayoutConstraint] {
    [
      area.leftAnchor.equal(to: engine.root.leftMarginAnchor),
      area.rightAnchor.equal(to: engine.root.rightMarginAnchor),
    ]
  }

  /// The constraints that put prompts and fields where `prompts` says.
  func rules(for prompts: Prompts) -> [LayoutConstraint] {
    fields.flatMap { field in
      switch prompts {
      case .above:
        return spanText(field.prompt) + spanText(field.box) + [
          field.prompt.heightAnchor.equal(to: 1, priority: StepDown.promptRows.priority),
          field.box.topAnchor.equal(to: field.prompt.bottomAnchor),
        ]
      case .beside:
        return [
          field.box.topAnchor.equal(to: field.prompt.topAnchor),
          field.box.bottomAnchor.equal(to: field.prompt.bottomAnchor),
        ] + besideColumns(field)
      case .hidden:
        return [
          field.box.topAnchor.equal(to: field.prompt.topAnchor),
          field.box.bottomAnchor.equal(to: field.prompt.bottomAnchor),
          field.prompt.widthAnchor.equal(to: 0),
          field.prompt.rightAnchor.equal(to: field.box.leftAnchor),
          field.box.leftAnchor.equal(to: engine.root.leftAnchor),
          field.box.rightAnchor.equal(
            to: engine.root.rightAnchor,
            constant: needs.hasWarning && needs.columns > 3 ? -2 : 0),
        ]
      }
    }
  }

  /// The prompt, a blank, and the field, which does without the prompt's beginning rather than cells.
  private func besideColumns(_ field: (prompt: LayoutItem, box: LayoutItem)) -> [LayoutConstraint] {
    let least = isBoxed ? 11 : 7
    let hasPrompt = needs.promptColumns > 0 && needs.textColumns > least + 1
    let rules = [
      field.prompt.leftAnchor.equal(to: engine.root.leftMarginAnchor),
      field.box.leftAnchor.equal(
        to: field.prompt.rightAnchor, constant: hasPrompt ? 1 : 0),
      field.box.rightAnchor.equal(to: engine.root.rightMarginAnchor),
      field.prompt.widthAnchor.equal(
        to: hasPrompt ? Double(needs.promptColumns) : 0, priority: .defaultLow),
    ]
    guard hasPrompt else { return rules }
    return rules + [field.box.widthAnchor.greaterThanOrEqual(to: Double(least))]
  }
}
