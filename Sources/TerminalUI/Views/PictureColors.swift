/// The colours of a picture: a palette as a terminal of its depth shows it, and a window's own.
struct PictureColors: Sendable {
  let palette: Palette

  init(palette: Palette) {
    self.palette = palette
  }

  /// The window's ground, the terminal's own background.
  var page: String { palette.isLight ? "#ffffff" : "#17181c" }
  /// The terminal's own text colour.
  var ink: String { palette.isLight ? "#1d1d1f" : "#e8e8ea" }
  var frame: String { palette.isLight ? "#c9ccd1" : "#3a3b40" }
  var bar: String { palette.isLight ? "#ececef" : "#26272c" }
  var barText: String { palette.isLight ? "#6b6d73" : "#a2a4ab" }

  /// The colour a cell's characters are drawn in.
  func foreground(of style: Style) -> String {
    let isReversed = style.attributes.contains(.reverse)
    return isReversed
      ? color(of: style.background) ?? page : color(of: style.foreground) ?? ink
  }

  /// The colour behind a cell's characters; nil for the window's own.
  func background(of style: Style) -> String? {
    guard style.attributes.contains(.reverse) else { return color(of: style.background) }
    return color(of: style.foreground) ?? ink
  }

  /// The ink that fills a cell's ground.
  func ground(of style: Style) -> Ink {
    style.attributes.contains(.reverse) ? style.foreground : style.background
  }

  /// The colour of an ink; nil for the terminal's own.
  func color(of ink: Ink) -> String? {
    switch palette.depth {
    case .none: nil
    case .sixteen: palette.basicColor(of: ink).map { Self.hex(Self.basic[Int($0) & 15]) }
    case .indexed: palette.indexedColor(of: ink).map { Self.hex(Palette.RGB(indexed: $0)) }
    case .direct: palette.color(of: ink).map(Self.hex)
    }
  }

  private static func hex(_ color: Palette.RGB) -> String {
    let digits = Array("0123456789abcdef")
    return "#"
      + String(
        [color.red, color.green, color.blue].flatMap {
          [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        })
  }

  /// The 16 colours of xterm's default settings.
  private static let basic: [Palette.RGB] = [
    .init(0, 0, 0), .init(205, 0, 0), .init(0, 205, 0), .init(205, 205, 0),
    .init(0, 0, 238), .init(205, 0, 205), .init(0, 205, 205), .init(229, 229, 229),
    .init(127, 127, 127), .init(255, 0, 0), .init(0, 255, 0), .init(255, 255, 0),
    .init(92, 92, 255), .init(255, 0, 255), .init(0, 255, 255), .init(255, 255, 255),
  ]
}

extension Palette.RGB {
  /// The colours 16 to 255: a cube of six steps and 24 greys.
  init(indexed number: UInt8) {
    guard number >= 16 else {
      self.init(0, 0, 0)
      return
    }
    guard number < 232 else {
      let level = 8 + 10 * (number - 232)
      self.init(level, level, level)
      return
    }
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    let place = Int(number) - 16
    self.init(steps[place / 36], steps[place / 6 % 6], steps[place % 6])
  }
}
