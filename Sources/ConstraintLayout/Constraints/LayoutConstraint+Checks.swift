extension LayoutConstraint {
  /// Checks what does not depend on where the items are.
  func checkForm() throws(LayoutError) {
    try checkNumbers()
    let pair = (firstAttribute.family, secondAttribute.family)
    if firstAttribute == .notAnAttribute {
      throw .illegal("\(equation) has no first attribute, name one.")
    }
    let isAlone = second == nil || secondAttribute == .notAnAttribute
    if firstAttribute.isSize && isAlone {
      if second != nil || secondAttribute != .notAnAttribute {
        throw .illegal("\(equation) has half a second side, give it an item with an attribute.")
      }
    } else if isAlone || !firstAttribute.isSize && multiplier == 0 {
      throw .illegal(
        "\(equation) sets a position equal to a constant, relate it to a position of another item.")
    } else if firstAttribute.isSize != secondAttribute.isSize {
      throw .illegal("\(equation) relates a size with a position, use two of a kind.")
    } else if firstAttribute.isSize {
      // A width goes with a height too.
    } else if firstAttribute.axis != secondAttribute.axis {
      throw .illegal("\(equation) relates a horizontal with a vertical position, use one axis.")
    } else if pair == (.absoluteX, .directionalX) || pair == (.directionalX, .absoluteX) {
      throw .illegal(
        "\(equation) relates leading or trailing with left or right, use one kind on both sides.")
    }
    try checkItem(first, firstAttribute)
    if let second { try checkItem(second, secondAttribute) }
  }

  private func checkNumbers() throws(LayoutError) {
    guard constant.isFinite && multiplier.isFinite else {
      throw .illegal("\(equation) has a number that is NaN or infinite, give it a finite one.")
    }
    guard constant.isLength else {
      throw .illegal("\(equation) has a constant out of range, use a number between -1e9 and 1e9.")
    }
    guard multiplier.isMultiplier else {
      throw .illegal("\(equation) has a multiplier out of range, use 0.000001 to 1000000, or 0.")
    }
  }

  private func checkItem(
    _ area: LayoutArea, _ attribute: LayoutAttribute
  ) throws(LayoutError) {
    guard area is LayoutGuide else { return }
    if attribute.isBaseline {
      throw .illegal("\(equation) asks a layout guide for a baseline, use its top or bottom.")
    }
    if attribute.isMargin {
      throw .illegal("\(equation) asks a layout guide for a margin, use its edges.")
    }
  }

  func checkIdentifier(_ identifier: String?) throws(LayoutError) {
    if let identifier, identifier.hasPrefix("KW") {
      throw .illegal(
        "The identifier '\(identifier)' of \(equation) begins with KW, which is reserved, choose another."
      )
    }
  }

  /// Checks what must hold when the constraint is activated.
  func checkPlaces(in engine: LayoutEngine) throws(LayoutError) {
    try checkPlace(of: first, in: engine)
    guard let second else { return }
    try checkPlace(of: second, in: engine)
    if first.commonAncestor(with: second) == nil {
      throw .illegal(
        "\(equation) relates items without a common ancestor, put both into one tree of views.")
    }
  }

  private func checkPlace(of area: LayoutArea, in engine: LayoutEngine) throws(LayoutError) {
    guard area.engine === engine, !area.isRemoved else {
      throw .illegal(
        "\(equation) mentions \(area.name), which is not an item of this engine, use its own items."
      )
    }
  }
}
