import KeywardGeometry
import Testing

@testable import KeywardLayout

@Suite struct ScreenDescriptionTests {
  private func screen(
    _ width: Double, _ height: Double, _ insets: RectInsets = .zero, _ idiom: Idiom = .phone,
    _ orientation: Orientation? = nil
  ) throws -> ScreenDescription {
    try ScreenDescription(
      size: Size(width: width, height: height), safeArea: insets, idiom: idiom,
      orientation: orientation)
  }

  @Test func shapeDecidesTheOrientation() throws {
    #expect(try screen(480, 320).orientation == .landscape)
    #expect(try screen(320, 480).orientation == .portrait)
    #expect(try screen(320, 320).orientation == .portrait)
  }

  @Test func contradictingSidesAreExchanged() throws {
    let upright = try screen(480, 320, RectInsets(top: 44, bottom: 34), .phone, .portrait)
    #expect(upright.size == Size(width: 320, height: 480))
    #expect(upright.safeArea == RectInsets(top: 44, bottom: 34))
    #expect(upright.turned(to: .landscape).size == Size(width: 480, height: 320))
  }

  @Test(arguments: [
    (RectInsets(top: 44, bottom: 34), RectInsets(left: 44, bottom: 21, right: 44)),
    (RectInsets(top: 20), RectInsets.zero),
    (
      RectInsets(top: 59, left: 1, bottom: 1, right: 2), RectInsets(left: 59, bottom: 21, right: 59)
    ),
    (.zero, .zero),
  ])
  func phoneFromPortrait(_ portrait: RectInsets, _ landscape: RectInsets) throws {
    let screen = try screen(375, 812, portrait)
    #expect(screen.safeArea == portrait)
    #expect(screen.turned(to: .landscape).safeArea == landscape)
  }

  @Test(arguments: [
    (RectInsets(left: 44, bottom: 21, right: 44), RectInsets(top: 44, bottom: 34)),
    (RectInsets(left: 44, right: 44), RectInsets(top: 44)),
    (RectInsets(bottom: 21), RectInsets(bottom: 34)),
    (.zero, RectInsets(top: 20)),
  ])
  func phoneFromLandscape(_ landscape: RectInsets, _ portrait: RectInsets) throws {
    let screen = try screen(812, 375, landscape)
    #expect(screen.safeArea == landscape)
    #expect(screen.turned(to: .portrait).safeArea == portrait)
  }

  /// A kiosk that is turned has no status bar of a phone.
  @Test(arguments: [Size(width: 320, height: 480), Size(width: 480, height: 320)])
  func noInsetsAreNoneInEitherOrientation(_ size: Size) throws {
    let screen = try ScreenDescription(size: size)
    let turned = [screen.turned(to: .portrait), screen.turned(to: .landscape)]
    #expect(
      try (turned + [screen, screen.resized(to: size.swapped)]).allSatisfy { $0.safeArea == .zero })
  }

  @Test func padsKeepTheirInsets() throws {
    let insets = RectInsets(top: 24, left: 3, bottom: 20, right: 4)
    #expect(try screen(820, 1180, insets, .pad).turned(to: .landscape).safeArea == insets)
  }

  @Test func turningBackGivesTheSameScreen() throws {
    for device in Device.shipped {
      let portrait = device.screen(.portrait)
      #expect(portrait.turned(to: .landscape) == device.screen(.landscape))
      #expect(portrait.turned(to: .landscape).turned(to: .portrait) == portrait)
    }
  }

  @Test func aScreenPrintsItsKindAndSides() throws {
    let upright = try screen(375, 812, RectInsets(top: 44, bottom: 34))
    #expect(
      "\(upright)" == "phone, portrait, 375 x 812, safe area top 44, left 0, bottom 34, right 0")
    #expect(
      "\(upright.turned(to: .landscape))"
        == "phone, landscape, 812 x 375, safe area top 0, left 44, bottom 21, right 44")
  }

  @Test func windowsHaveNoInsets() throws {
    let window = try ScreenDescription(columns: 80, lines: 24)
    #expect(window.device == "terminal" && window.idiom == .phone)
    #expect(window.size == Size(width: 640, height: 384) && window.orientation == .landscape)
    #expect(window.turned(to: .portrait).safeArea == .zero)
    #expect(try ScreenDescription(columns: 45, lines: 40).orientation == .portrait)
  }

  @Test func resizingGoesByTheShape() throws {
    let screen = try screen(375, 812, RectInsets(top: 44, bottom: 34))
    let wide = try screen.resized(to: Size(width: 900, height: 300))
    #expect(wide.orientation == .landscape && wide.usableWidth == 812)
    #expect(throws: ScreenError.self) { try screen.resized(to: .zero) }
  }

  @Test(arguments: [
    (0.0, 0.0), (1_000_000, 812), (.nan, 812), (375, .infinity), (-375, 812), (0.5, 10),
  ])
  func impossibleSides(_ width: Double, _ height: Double) {
    #expect(throws: ScreenError.self) { try screen(width, height) }
  }

  @Test func errorsNameTheRemedy() {
    #expect(
      ScreenError.size(Size(width: 0, height: 0)).description
        == "A screen cannot be 0 × 0 points. Give a width and height from 1 to 100000, "
        + "such as 375x812.")
    #expect(throws: ScreenError.safeArea(RectInsets(top: -1))) {
      try screen(375, 812, RectInsets(top: -1))
    }
    #expect(throws: ScreenError.self) { try screen(375, 812, RectInsets(left: .nan)) }
  }
}
