extension LayoutConstraint: CustomStringConvertible {
  /// The constraint as conflict logs show it:
  /// `<LayoutConstraint:0x9 'wide' bar:0x2.width >= 400   (active)>`.
  public var description: String {
    var text = "<LayoutConstraint:0x\(String(serial, radix: 16)) "
    if let identifier { text += "'\(identifier)' " }
    if source == .autoresizing, let view = first as? LayoutItem {
      text += "\(view.autoresizingMask) "
    }
    return text + equation(numbered: true) + "   (\(isActive ? "active" : "inactive"))>"
  }

  /// The constraint as an equation: `bar.width == 0.25*view.width + 8 @750`.
  public var equation: String { equation(numbered: false) }

  private func equation(numbered: Bool) -> String {
    var text = name(of: first, numbered) + "." + firstAttribute.name + " \(relation) "
    if let second, secondAttribute != .notAnAttribute {
      if multiplier != 1 { text += shortText(multiplier) + "*" }
      text += name(of: second, numbered) + "." + secondAttribute.name
      if superviewShare != 0 {
        let size = firstAttribute.axis.size.name
        text += " + \(shortText(superviewShare))*" + name(of: second, numbered) + "." + size
      }
      if constant != 0 {
        text += (constant < 0 ? " - " : " + ") + shortText(abs(constant))
      }
    } else {
      text += shortText(constant)
    }
    if !priority.isRequired { text += " @" + shortText(priority) }
    return text
  }

  private func name(of area: LayoutArea, _ numbered: Bool) -> String {
    numbered ? area.name + ":0x" + String(area.rank + 1, radix: 16) : area.name
  }
}
