import Glibc

package struct Palette: Hashable, Sendable {
  package enum Depth: String, CaseIterable, Hashable, Sendable {
    case none
    case sixteen = "16"
    case indexed = "256"
    case direct = "24-bit"
  }

  package struct RGB: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  package var depth: Depth
  package var isLight: Bool
  /// True if the background is unknown, so that the colours must be legible on light and dark.
  package var isGuessed: Bool
  /// True for a console, whose sixteen colours are reprogrammed while the screen is shown.
  package var isProgrammed = false

  package static let monochrome = Palette(depth: .none, isLight: false)
  package static let console = {
    var palette = Palette(depth: .sixteen, isLight: false)
    palette.isProgrammed = true
    return palette
  }()

  package init(depth: Depth, isLight: Bool, isGuessed: Bool = false) {
    self.depth = depth
    self.isLight = isLight
    self.isGuessed = isGuessed
  }

  package var hasColor: Bool { depth != .none }

  /// The colour of an ink; nil for the terminal's own.
  ///
  /// A label and its background have a contrast of at least 4.5 by WCAG in both themes.
  package func color(of ink: Ink) -> RGB? {
    if isGuessed {
      switch ink {
      case .error: return nil
      case .hint: return Self.between
      case .accent: return Self.blueBetween
      default: break
      }
    }
    return isLight ? Self.light(ink) : Self.dark(ink)
  }

  private static func light(_ ink: Ink) -> RGB? {
    switch ink {
    case .own: nil
    case .panel, .errorLabel: RGB(209, 213, 217)
    case .cap: RGB(255, 255, 255)
    case .functionCap: RGB(173, 178, 188)
    case .panelLabel, .label, .functionLabel: RGB(0, 0, 0)
    case .focus, .accent: RGB(20, 88, 214)
    case .focusLabel: RGB(255, 255, 255)
    case .error: RGB(179, 22, 22)
    case .hint: RGB(88, 90, 97)
    case .secondLabel: RGB(110, 112, 120)
    }
  }

  private static func dark(_ ink: Ink) -> RGB? {
    switch ink {
    case .own: nil
    case .panel, .errorLabel: RGB(36, 36, 39)
    case .cap: RGB(84, 85, 90)
    case .functionCap: RGB(57, 58, 62)
    case .panelLabel, .label, .functionLabel: RGB(255, 255, 255)
    case .focus: RGB(20, 88, 214)
    case .focusLabel: RGB(255, 255, 255)
    case .accent: RGB(104, 158, 255)
    case .error: RGB(255, 125, 115)
    case .hint: RGB(170, 172, 180)
    case .secondLabel: RGB(203, 205, 211)
    }
  }

  /// A grey and a blue, each with equal contrast to black and white.
  private static let between = RGB(117, 117, 117)
  private static let blueBetween = RGB(95, 95, 255)

  /// The number of an ink's colour among the basic sixteen; nil for the terminal's own colour.
  ///
  /// If `isProgrammed` is false, the user has chosen the sixteen colours to suit a background. None
  /// of them is muted enough to fill a key, so keys are drawn with lines.
  package func basicColor(of ink: Ink) -> UInt8? {
    if isProgrammed { return Self.programmedColor(of: ink) }
    return switch ink {
    case .own, .panel, .panelLabel, .hint: nil
    case .cap, .functionCap: 7
    case .label, .functionLabel, .secondLabel, .focusLabel: 0
    case .focus: 6
    case .accent: isLight && !isGuessed ? 4 : 6
    case .error: isGuessed ? nil : isLight ? 1 : 9
    // The background colour of a dark terminal may be too light for text on red: use black.
    case .errorLabel: isGuessed || isLight ? nil : 0
    }
  }

  /// True if keys can be drawn as filled blocks.
  package var hasPanel: Bool { isProgrammed || depth == .indexed || depth == .direct }

  /// The number of an ink's colour on a console whose colours we set.
  ///
  /// An ink for backgrounds has a number below 8: a console selects colours 8 to 15 with the
  /// bold attribute, which affects only the foreground.
  private static func programmedColor(of ink: Ink) -> UInt8? {
    switch ink {
    case .own: nil
    case .error: 1
    case .cap: 2
    case .functionCap: 3
    case .focus: 4
    case .panel, .errorLabel: 5
    case .accent: 6
    case .focusLabel: 7
    case .secondLabel: 8
    case .hint: 13
    case .label, .functionLabel, .panelLabel: 15
    }
  }

  /// The sequences that set a console's colours; empty for any other terminal.
  var programming: String {
    guard isProgrammed else { return "" }
    var colors: [UInt8: RGB] = [:]
    for ink in Ink.allCases {
      if let number = basicColor(of: ink) { colors[number] = color(of: ink) }
    }
    // The console's default text shares its number with the focused label.
    colors[7] = RGB(229, 229, 231)
    for number in 1..<7 as Range<UInt8> where colors[number + 8] == nil {
      colors[number + 8] = colors[number]
    }
    return colors.sorted { $0.key < $1.key }.map { number, color in
      "\u{1b}]P" + String(number, radix: 16) + color.digits
    }.joined()
  }

  package func indexedColor(of ink: Ink) -> UInt8? {
    color(of: ink).map(\.nearestIndexed)
  }
}

extension Palette.RGB {
  /// Creates the colour with an index from 16 to 255: a cube of six steps, then 24 greys.
  package init(indexed number: UInt8) {
    guard number >= 16 else {
      self.init(0, 0, 0)
      return
    }
    guard number < 232 else {
      let level = 8 + 10 * (number - 232)
      self.init(level, level, level)
      return
    }
    func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
    let place = number - 16
    self.init(level(place / 36), level(place / 6 % 6), level(place % 6))
  }

  /// The number of the nearest colour from 16 to 255.
  ///
  /// The first sixteen colours are not used, because users often change them.
  var nearestIndexed: UInt8 {
    let inCube = UInt8(16 + 36 * step(red) + 6 * step(green) + step(blue))
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let inGreys = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    let distances = [inCube, inGreys].map { distance(to: Self(indexed: $0)) }
    return distances[1] < distances[0] ? inGreys : inCube
  }

  /// Returns the step of the colour cube, 0 to 5, that is nearest to a component.
  ///
  /// If two steps are equally near, the result is the lower one.
  private func step(_ part: UInt8) -> Int {
    part < 48 ? 0 : part < 116 ? 1 : (Int(part) - 36) / 40
  }

  private func distance(to other: Self) -> Int {
    func square(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }

  /// The components as six hexadecimal digits.
  package var digits: String {
    [red, green, blue].map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  /// The relative luminance of an sRGB colour, 0 for black to 1 for white.
  ///
  /// Source: WCAG 2.2, <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
  var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// True if black text on this colour is more legible than white text.
  ///
  /// WCAG's contrast is (L1 + 0.05) / (L2 + 0.05), so black and white are equally legible at a
  /// luminance of √(1.05 · 0.05) - 0.05, which is 0.179.
  var isLight: Bool { (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 }
}

extension Palette {
  func parameters(of style: Style, over former: Style) -> [Int] {
    var parameters: [Int] = []
    var former = former
    // Only a reset removes an attribute.
    if !attributes(of: style).isSuperset(of: attributes(of: former)) {
      parameters.append(0)
      former = .plain
    }
    let added = attributes(of: style).subtracting(attributes(of: former))
    if added.contains(.bold) { parameters.append(1) }
    if added.contains(.dim) { parameters.append(2) }
    if added.contains(.reverse) { parameters.append(7) }
    for (ink, old, first) in [
      (style.foreground, former.foreground, 30), (style.background, former.background, 40),
    ] where ink != old {
      let color = colorParameters(of: ink, first: first)
      if color != colorParameters(of: old, first: first) { parameters += color }
    }
    return parameters
  }

  /// The attributes of a style in this palette, with bold added or removed.
  ///
  /// If bold text has one of the eight normal colours, many terminals show the text in the
  /// corresponding bright colour. Bold is therefore removed where it would brighten a dark
  /// foreground. On a console, bold is added for the bright colours, because a console can select a
  /// bright colour only by bold.
  private func attributes(of style: Style) -> Style.Attributes {
    guard depth == .sixteen, let number = basicColor(of: style.foreground) else {
      return style.attributes
    }
    if isProgrammed, number >= 8 { return style.attributes.union(.bold) }
    return number < (isProgrammed ? 8 : 7) ? style.attributes.subtracting(.bold) : style.attributes
  }

  private func colorParameters(of ink: Ink, first: Int) -> [Int] {
    switch depth {
    case .none: break
    case .sixteen:
      if let number = basicColor(of: ink).map(Int.init) {
        return number < 8 || isProgrammed ? [first + (number & 7)] : [first + 52 + number]
      }
    case .indexed:
      if let number = indexedColor(of: ink) { return [first + 8, 5, Int(number)] }
    case .direct:
      if let color = color(of: ink) {
        return [first + 8, 2, Int(color.red), Int(color.green), Int(color.blue)]
      }
    }
    return [first + 9]
  }
}
