import KeywardEngine

/// What gives way as a whole or not at all.
extension TypingScene {
  /// Lets go of the first thing the solution has squeezed although it cannot be halved.
  ///
  /// - Returns: Whether there was one, so that the engine has to solve again.
  func giveWay() throws(LayoutError) -> Bool {
    func isSqueezed(_ level: StepDown) -> Bool { engine.residual(at: level.priority) > 1e-6 }
    if let rule = keyboardBottomRule, isSqueezed(.keyboardBottom) {
      keyboardBottomRule = nil
      try rule.setConstant(0)
    } else if let rule = toolbarRule, isSqueezed(.toolbar) {
      // Three rows, then one, then none.
      try rule.setConstant(rule.constant > 1 ? 1 : 0)
    } else if prompts == .above, isSqueezed(.promptRows) {
      // Boxes, status line and the like are given up before these.
      try giveUpBoxes()
      for rule in lesserRules { try rule.setConstant(0) }
      try place(.beside)
    } else if isBoxed, isSqueezed(.boxes) {
      try giveUpBoxes()
    } else if prompts == .beside, isSqueezed(.header) {
      try place(.hidden)
    } else {
      return false
    }
    return true
  }

  /// Gives up boxes, and for good the blank lines, which went before them.
  ///
  /// What is left of the rows a box had goes to the description, else to the end.
  private func giveUpBoxes() throws(LayoutError) {
    isBoxed = false
    for rule in blanks { try rule.setConstant(0) }
    try descriptionRule?.setConstant(Double(needs.descriptionLines))
    for rule in boxRules { try rule.setConstant(1) }
    if prompts == .beside { try place(.beside) }
  }

  private func place(_ prompts: Prompts) throws(LayoutError) {
    self.prompts = prompts
    try engine.deactivate(promptRules)
    promptRules = []
    addPrompts(prompts, to: &promptRules)
    try engine.activate(promptRules)
  }
}
