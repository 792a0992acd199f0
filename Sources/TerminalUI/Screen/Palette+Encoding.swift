extension Palette {
  /// The control sequence that switches to a style from any other.
  func selectGraphicRendition(of style: Style) -> String {
    var text = "\u{1b}[0"
    if style.attributes.contains(.bold), !isPaledByBold(style) { text += ";1" }
    if style.attributes.contains(.dim) { text += ";2" }
    if style.attributes.contains(.reverse) { text += ";7" }
    text += parameters(of: style.foreground, isBackground: false)
    text += parameters(of: style.background, isBackground: true)
    return text + "m"
  }

  /// Whether bold would make an ink brighter that is to be dark: terminals show the bold ones of the first
  /// eight colours as the second eight.
  private func isPaledByBold(_ style: Style) -> Bool {
    guard depth == .sixteen, let number = basicColor(of: style.foreground) else { return false }
    return number < 7
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
