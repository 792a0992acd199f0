extension Palette {
  /// Appends the control sequence that switches to a style from any other.
  func selectGraphicRendition(of style: Style, appendingTo bytes: inout [UInt8]) {
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    bytes.append(UInt8(ascii: "0"))
    if style.attributes.contains(.bold), !isPaledByBold(style) { bytes.append(parameter: 1) }
    if style.attributes.contains(.dim) { bytes.append(parameter: 2) }
    if style.attributes.contains(.reverse) { bytes.append(parameter: 7) }
    appendParameters(of: style.foreground, isBackground: false, to: &bytes)
    appendParameters(of: style.background, isBackground: true, to: &bytes)
    bytes.append(UInt8(ascii: "m"))
  }

  /// Tells whether bold would brighten an ink that must be dark.
  ///
  /// Terminals show the first eight colours in bold as the second eight.
  private func isPaledByBold(_ style: Style) -> Bool {
    guard depth == .sixteen, let number = basicColor(of: style.foreground) else { return false }
    return number < 7
  }

  private func appendParameters(of ink: Ink, isBackground: Bool, to bytes: inout [UInt8]) {
    let extended: UInt8 = isBackground ? 48 : 38
    switch depth {
    case .none:
      break
    case .sixteen:
      guard let number = basicColor(of: ink) else { return }
      bytes.append(parameter: (number < 8 ? 30 : 82) + (isBackground ? 10 : 0) + number)
    case .indexed:
      guard let number = indexedColor(of: ink) else { return }
      bytes.append(parameter: extended)
      bytes.append(parameter: 5)
      bytes.append(parameter: number)
    case .direct:
      guard let color = color(of: ink) else { return }
      bytes.append(parameter: extended)
      bytes.append(parameter: 2)
      bytes.append(parameter: color.red)
      bytes.append(parameter: color.green)
      bytes.append(parameter: color.blue)
    }
  }
}

extension [UInt8] {
  /// Appends a number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends a further parameter of a control sequence.
  fileprivate mutating func append(parameter number: UInt8) {
    append(UInt8(ascii: ";"))
    append(decimal: Int(number))
  }
}
