extension Palette {
  /// Appends the control sequence that switches from one style to another, with the attributes and
  /// colours that differ; appends nothing if none does.
  func selectGraphicRendition(
    of style: Style, over former: Style, appendingTo bytes: inout [UInt8]
  ) {
    let start = bytes.count
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    var former = former
    // Only the way over the plain style takes an attribute away.
    if !attributes(of: style).isSuperset(of: attributes(of: former)) {
      bytes.append(parameter: 0)
      former = .plain
    }
    let added = attributes(of: style).subtracting(attributes(of: former))
    if added.contains(.bold) { bytes.append(parameter: 1) }
    if added.contains(.dim) { bytes.append(parameter: 2) }
    if added.contains(.reverse) { bytes.append(parameter: 7) }
    let foreground = number(of: style.foreground)
    if foreground != number(of: former.foreground) {
      appendParameters(of: foreground, isBackground: false, to: &bytes)
    }
    let background = number(of: style.background)
    if background != number(of: former.background) {
      appendParameters(of: background, isBackground: true, to: &bytes)
    }
    if bytes.count == start + 2 { return bytes.removeSubrange(start...) }
    bytes[bytes.count - 1] = UInt8(ascii: "m")
  }

  /// The attributes that a style has here: without bold where it would brighten an ink that must be
  /// dark.
  ///
  /// Terminals show the first eight colours in bold as the second eight.
  private func attributes(of style: Style) -> Style.Attributes {
    guard depth == .sixteen, let number = basicColor(of: style.foreground), number < 7 else {
      return style.attributes
    }
    return style.attributes.subtracting(.bold)
  }

  /// The colour of an ink as the terminal is told it; nil for the terminal's own.
  private func number(of ink: Ink) -> Int? {
    switch depth {
    case .none: nil
    case .sixteen: basicColor(of: ink).map(Int.init)
    case .indexed: indexedColor(of: ink).map(Int.init)
    case .direct: color(of: ink).map { Int($0.red) << 16 | Int($0.green) << 8 | Int($0.blue) }
    }
  }

  private func appendParameters(
    of number: Int?, isBackground: Bool, to bytes: inout [UInt8]
  ) {
    let ground = isBackground ? 10 : 0
    guard let number else { return bytes.append(parameter: 39 + ground) }
    switch depth {
    case .none:
      break
    case .sixteen:
      bytes.append(parameter: (number < 8 ? 30 : 82) + ground + number)
    case .indexed:
      bytes.append(parameter: 38 + ground)
      bytes.append(parameter: 5)
      bytes.append(parameter: number)
    case .direct:
      bytes.append(parameter: 38 + ground)
      bytes.append(parameter: 2)
      for shift in [16, 8, 0] { bytes.append(parameter: number >> shift & 0xff) }
    }
  }
}

extension [UInt8] {
  /// Appends a number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Appends a parameter of a control sequence and the mark behind it.
  fileprivate mutating func append(parameter number: Int) {
    append(decimal: number)
    append(UInt8(ascii: ";"))
  }
}
