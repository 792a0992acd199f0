extension Palette {
  /// The control sequence that switches to a style from any other.
  func selectGraphicRendition(of style: Style) -> String {
    var text = "\u{1b}[0"
    if style.attributes.contains(.bold) { text += ";1" }
    if style.attributes.contains(.dim) { text += ";2" }
    if style.attributes.contains(.reverse) { text += ";7" }
    text += parameters(of: style.foreground, isBackground: false)
    text += parameters(of: style.background, isBackground: true)
    return text + "m"
  }

  private func parameters(of ink: Ink, isBackground: Bool) -> String {
    let extended = isBackground ? 48 : 38
    switch depth {
    case .none:
      return ""
    case .sixteen:
      guard let number = basicColor(of: ink) else { return "" }
      let base = (number < 8 ? 30 : 82) + (isBackground ? 10 : 0)
      return ";\(base + Int(number))"
    case .indexed:
      guard let number = indexedColor(of: ink) else { return "" }
      return ";\(extended);5;\(number)"
    case .direct:
      guard let color = color(of: ink) else { return "" }
      return ";\(extended);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}
