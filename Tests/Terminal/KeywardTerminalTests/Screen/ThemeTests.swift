import Glibc
import Testing

@testable import KeywardTerminal

/// Both themes, measured by the web's guidelines for contrast: 1 to 21.
@Suite struct ThemeTests {
  private static let pairs: [(background: Ink, ink: Ink)] = [
    (.panel, .panelLabel), (.cap, .label), (.functionCap, .functionLabel), (.focus, .focusLabel),
    (.cap, .secondLabel), (.error, .errorLabel),
  ]
  private static let white = Palette.RGB(255, 255, 255)
  private static let black = Palette.RGB(0, 0, 0)

  @Test(arguments: [Palette.Depth.direct, .indexed], [true, false])
  func everythingIsLegible(_ depth: Palette.Depth, isLight: Bool) {
    let palette = Palette(depth: depth, isLight: isLight)
    for (background, ink) in Self.pairs {
      #expect(contrast(color(background, palette), color(ink, palette)) >= 4.5, "\(background)")
    }
    // Dark terminals are seldom quite black.
    for page in isLight ? [Self.white] : [Self.black, .init(30, 30, 30), .init(40, 44, 52)] {
      for ink in [Ink.hint, .error, .accent] {
        #expect(contrast(page, color(ink, palette)) >= 4.5, "\(ink)")
      }
    }
  }

  @Test(arguments: [Palette.Depth.direct, .indexed])
  func textIsLegibleOnAnyUnknownBackground(_ depth: Palette.Depth) {
    let palette = Palette(depth: depth, isLight: false, isGuessed: true)
    for page in [Self.white, Self.black] {
      for ink in [Ink.hint, .accent] { #expect(contrast(page, color(ink, palette)) >= 4.5) }
    }
    // A mark and bold words show an error; no red is legible on both.
    #expect(palette.color(of: .error) == nil)
  }

  /// A second label is never as strong as the label of its cap.
  @Test(arguments: [true, false]) func secondLabelsAreQuiet(isLight: Bool) {
    let palette = Palette(depth: .direct, isLight: isLight)
    let cap = color(.cap, palette)
    let (second, first) = (color(.secondLabel, palette), color(.label, palette))
    #expect(contrast(cap, second) < 0.7 * contrast(cap, first))
  }

  @Test func theThemesAreOfOneContrast() {
    let themes = [true, false].map { Palette(depth: .direct, isLight: $0) }
    for palette in themes {
      // A cap stands out from the panel and from the caps that type nothing.
      #expect(contrast(color(.panel, palette), color(.cap, palette)) > 1.4)
      #expect(contrast(color(.panel, palette), color(.functionCap, palette)) > 1.3)
      #expect(contrast(color(.functionCap, palette), color(.cap, palette)) > 1.4)
    }
  }

  /// A console has eight backgrounds, and no bold text in them that is another colour.
  @Test func aConsoleHasTheSameColours() {
    let palette = Palette.console
    let numbers = Ink.allCases.map { palette.basicColor(of: $0) }
    for background in [Ink.panel, .cap, .functionCap, .focus, .focusLabel, .error] {
      #expect(palette.basicColor(of: background).map { (1..<8).contains($0) } == true)
    }
    for (one, other) in zip(Ink.allCases, numbers) {
      for (two, another) in zip(Ink.allCases, numbers) where other == another && one != two {
        #expect(palette.color(of: one) == palette.color(of: two))
      }
    }
    #expect(palette.hasPanel && palette.programming.contains("\u{1b}]P254555a"))
    let plain = Style(foreground: .label, background: .cap)
    #expect(palette.graphicRendition(of: plain) == "\u{1b}[1;37;42m")
    let focused = Style(foreground: .focus, background: .focusLabel, attributes: [.bold, .reverse])
    #expect(palette.graphicRendition(of: focused) == "\u{1b}[7;34;47m")
    #expect(Palette(depth: .sixteen, isLight: false).programming.isEmpty)
  }

  private static let sixteen: [[Palette.RGB]] = [
    [
      .init(0, 0, 0), .init(205, 0, 0), .init(0, 205, 0), .init(205, 205, 0), .init(0, 0, 238),
      .init(205, 0, 205), .init(0, 205, 205), .init(229, 229, 229),
    ],
    [
      .init(0, 0, 0), .init(170, 0, 0), .init(0, 170, 0), .init(170, 85, 0), .init(0, 0, 170),
      .init(170, 0, 170), .init(0, 170, 170), .init(170, 170, 170),
    ],
  ]

  @Test(arguments: sixteen, [true, false])
  func theFirstEightColoursDo(_ colors: [Palette.RGB], isLight: Bool) throws {
    let palette = Palette(depth: .sixteen, isLight: isLight)
    #expect(palette.basicColor(of: .panel) == nil && !palette.hasPanel)
    for (background, ink) in Self.pairs.dropFirst() where background != .error {
      let numbers = try [background, ink].map { try #require(palette.basicColor(of: $0)) }
      #expect(numbers.allSatisfy { $0 < 8 })
      #expect(contrast(colors[Int(numbers[0])], colors[Int(numbers[1])]) >= 4.5, "\(background)")
    }
    #expect(palette.basicColor(of: .cap) != palette.basicColor(of: .focus))
    // No bright blue.
    #expect(!Ink.allCases.contains { palette.basicColor(of: $0) == 4 } || isLight)
  }

  /// The dangerous button that has the focus, on the background that a terminal has.
  @Test func textOnTheColourOfAnErrorIsLegible() throws {
    let light = Palette(depth: .sixteen, isLight: true)
    let dark = Palette(depth: .sixteen, isLight: false)
    for colors in Self.sixteen {
      #expect(contrast(colors[Int(try #require(light.basicColor(of: .error)))], Self.white) >= 4.5)
    }
    #expect(light.basicColor(of: .errorLabel) == nil)
    #expect(dark.basicColor(of: .errorLabel) == 0)
    for red in [Palette.RGB(255, 0, 0), .init(255, 85, 85)] {
      #expect(contrast(red, Self.black) >= 4.5)
    }
    #expect(dark.basicColor(of: .error) == 9)
  }

  /// A background gets the theme whose letters are more legible on it.
  @Test func aBackgroundIsLightWhereBlackIsMoreLegibleThanWhite() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 51) {
          let background = Palette.RGB(UInt8(red), UInt8(green), UInt8(blue))
          let isLight = contrast(background, Self.black) > contrast(background, Self.white)
          #expect(background.isLight == isLight, "\(background)")
        }
      }
    }
    // Solarized, and the defaults of terminals.
    for light in [Palette.RGB(253, 246, 227), Self.white, .init(255, 255, 221)] {
      #expect(light.isLight)
    }
    for dark in [Palette.RGB(0, 43, 54), Self.black, .init(46, 52, 54), .init(48, 10, 36)] {
      #expect(!dark.isLight)
    }
  }

  /// Terminals show bold ones of the first eight colours as the bright eight: no dark letter is
  /// bold.
  @Test(arguments: [true, false]) func boldMakesNoDarkLetterPale(isLight: Bool) {
    let palette = Palette(depth: .sixteen, isLight: isLight)
    for ink in [Ink.label, .focusLabel, .functionLabel, .error, .panelLabel] {
      let number = palette.basicColor(of: ink)
      let style = Style(foreground: ink, attributes: .bold)
      let isBold = palette.graphicRendition(of: style).hasPrefix("\u{1b}[1")
      #expect(isBold == (number.map { $0 >= 7 } ?? true), "\(ink)")
    }
  }

  @Test func theEnvironmentChooses() {
    func palette(_ theme: Theme, _ background: String?) -> Palette {
      var environment = TerminalEnvironment {
        ["TERM": "xterm-256color", "COLORFGBG": background ?? ""][$0]
      }
      environment.look.theme = theme
      return environment.palette
    }
    #expect(palette(.auto, nil) == Palette(depth: .indexed, isLight: false, isGuessed: true))
    #expect(palette(.auto, "0;15") == Palette(depth: .indexed, isLight: true))
    #expect(palette(.auto, "15;0") == Palette(depth: .indexed, isLight: false))
    #expect(palette(.light, "15;0") == Palette(depth: .indexed, isLight: true))
    #expect(palette(.dark, "0;15") == Palette(depth: .indexed, isLight: false))
  }

  private func color(_ ink: Ink, _ palette: Palette) -> Palette.RGB {
    if palette.depth == .indexed, let number = palette.indexedColor(of: ink) {
      return Palette.RGB(indexed: number)
    }
    return palette.color(of: ink) ?? Self.black
  }

  private func contrast(_ first: Palette.RGB, _ second: Palette.RGB) -> Double {
    let lights = [first, second].map(luminance)
    return ((lights.max() ?? 0) + 0.05) / ((lights.min() ?? 0) + 0.05)
  }

  /// The relative luminance of sRGB: 0 for black to 1 for white.
  private func luminance(of color: Palette.RGB) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
      + 0.0722 * linear(color.blue)
  }

  @Test func indexedColoursAreThoseOfTheCube() {
    #expect(Palette.RGB(indexed: 231) == Palette.RGB(255, 255, 255))
    #expect(Palette.RGB(indexed: 244) == Palette.RGB(128, 128, 128))
    #expect(Palette.RGB(indexed: 69) == Palette.RGB(95, 135, 255))
    for number in UInt8(16)...255 {
      let color = Palette.RGB(indexed: number)
      #expect(Palette.RGB(indexed: color.nearestIndexed) == color)
    }
  }
}
