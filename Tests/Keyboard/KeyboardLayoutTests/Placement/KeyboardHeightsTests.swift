import KeywardGeometry
import Testing

@testable import KeyboardLayout

@Suite struct KeyboardHeightsTests {
  private func custom(
    _ width: Double, _ height: Double, safeTop: Double = 0, idiom: Idiom = .phone
  ) throws -> ScreenDescription {
    try ScreenDescription(
      size: Size(width: width, height: height), safeArea: RectInsets(top: safeTop), idiom: idiom)
  }

  @Test(arguments: [
    (Orientation.portrait, 33.0, 44.0, 216.0, 250.0, 290.0),
    (.landscape, 64, 30, 150, 171, 211),
  ])
  func iPhoneXS(
    _ orientation: Orientation, _ keyWidth: Double, _ keyHeight: Double, _ height: Double,
    _ total: Double, _ titled: Double
  ) throws {
    let heights = try Shipped.geometry("iphone-xs", orientation)
    #expect(heights.keyWidth == keyWidth && heights.keyHeight == keyHeight)
    #expect(heights.height == height && heights.totalHeight == total)
    #expect(heights.toolbarHeight == 0 && heights.initialHeight == total)
    let withToolbar = try Shipped.geometry("iphone-xs", orientation, hasToolbar: true)
    #expect(withToolbar.totalHeight == titled && withToolbar.toolbarHeight == 40)
  }

  @Test func otherBaseHeights() throws {
    let phone = try custom(375, 667, safeTop: 20)
    #expect(try Shipped.geometry(phone).height == 216)
    #expect(try Shipped.geometry(phone.turned(to: .landscape)).height == 138)
    let pad = try custom(768, 1024, safeTop: 20, idiom: .pad)
    #expect(try Shipped.geometry(pad).height == 277)
    #expect(try Shipped.geometry(pad.turned(to: .landscape)).height == 360)
  }

  @Test(arguments: [
    ("jgs", 65.0, 30.0, 150.0, [6.0, 42, 78, 114], 134.0, 356.0),
    ("jgs-landscape-first", 64, 29, 146, [6, 41, 76, 111], 138, 360),
    ("jgs-no-window", 73, 34, 166, [6, 46, 86, 126], 138, 360),
  ])
  func jgsByFirstUse(
    _ metrics: String, _ keyWidth: Double, _ keyHeight: Double, _ height: Double, _ rows: [Double],
    _ phone: Double, _ pad: Double
  ) throws {
    let geometry = try Shipped.geometry("iphone-xs", .landscape, metrics: metrics)
    #expect(geometry.keyWidth == keyWidth && geometry.keyHeight == keyHeight)
    #expect(geometry.height == height && geometry.totalHeight == height + 21)
    let keyboard = try Shipped.keyboard("latin-qwerty")
    let page = try #require(
      keyboard.page(PanelSelection(panel: .letters), in: PanelSet(of: keyboard)))
    let layout = try geometry.layout(of: page)
    #expect(layout.size.width == 724)
    #expect(Set(layout.keys.map(\.frame.y)) == Set(rows))
    let small = try custom(375, 667, safeTop: 20).turned(to: .landscape)
    #expect(try Shipped.geometry(small, metrics: metrics).height == phone)
    let tablet = try custom(768, 1024, safeTop: 20, idiom: .pad).turned(to: .landscape)
    #expect(try Shipped.geometry(tablet, metrics: metrics).height == pad)
  }

  @Test(arguments: ["jgs", "jgs-landscape-first", "jgs-no-window"])
  func jgsPortraitEqualsDefault(_ metrics: String) throws {
    for device in ["iphone-xs", "iphone-8", "ipad-air-2"] {
      let jgs = try Shipped.geometry(device, .portrait, metrics: metrics)
      #expect(try Shipped.geometry(device, .portrait).height == jgs.height)
    }
  }

  @Test func jgsStartsWithoutTheBottomInset() throws {
    #expect(
      try Shipped.geometry("iphone-xs", .portrait, metrics: "jgs").initialHeight == 216)
    let titled = try Shipped.geometry("iphone-xs", .portrait, metrics: "jgs", hasToolbar: true)
    #expect(titled.initialHeight == 256 && titled.totalHeight == 290)
  }

  @Test func jgsRatiosAreFloats() {
    #expect(Ratio(32, 15).floatQuotient == 2.133333444595337)
    #expect(Ratio(85, 75).floatQuotient == 1.1333333253860474)
    #expect(Ratio(60, 55).floatQuotient == 1.0909091234207153)
    #expect(Ratio(3, 4).floatQuotient == 0.75)
  }

  @Test func placeOnTheScreen() throws {
    let portrait = try Shipped.geometry("iphone-xs", .portrait, hasToolbar: true)
    #expect(portrait.frame == Rect(x: 0, y: 522, width: 375, height: 290))
    #expect(portrait.panelFrame == Rect(x: 0, y: 562, width: 375, height: 216))
    let landscape = try Shipped.geometry("iphone-xs", .landscape)
    #expect(landscape.frame == Rect(x: 0, y: 204, width: 812, height: 171))
    #expect(landscape.panelFrame == Rect(x: 44, y: 204, width: 724, height: 150))
  }

  @Test func appleHasRealHeightsForDevices() throws {
    for device in try Device.shipped {
      for orientation in Orientation.allCases {
        let height = try Shipped.geometry(device.id, orientation, metrics: "apple").height
        #expect(
          height == (orientation == .portrait ? device.portraitHeight : device.landscapeHeight))
      }
    }
  }

  @Test func appleFormulaIsCloseInPortrait() throws {
    for device in try Device.shipped {
      let screen = try ScreenDescription(
        size: device.portraitSize, safeArea: device.portraitSafeArea, idiom: device.idiom)
      let height = try Shipped.geometry(screen, metrics: "apple").height
      #expect(
        abs(height - device.portraitHeight) <= (device.idiom == .phone ? 1 : 8), "\(device.id)")
    }
  }

  @Test(arguments: [
    (724.0, Idiom.phone, 150.0),  // as wide as an iPhone X between its sides: the first such device
    (700, .phone, 162),  // iphone-6s (667) is the widest that fits
    (300, .phone, 162),  // none fits: the narrowest, iphone-se-1
    (5000, .phone, 160),  // iphone-16-pro-max
    (1024, .pad, 343),  // three devices are equally wide: the first in the file
    (100, .pad, 343),
  ])
  func appleLandscapeOfOtherScreens(_ width: Double, _ idiom: Idiom, _ height: Double) throws {
    let screen = try ScreenDescription(
      size: Size(width: width, height: 90), idiom: idiom, orientation: .landscape)
    if width >= 250 {
      #expect(try Shipped.geometry(screen, metrics: "apple").height == height)
    } else {
      #expect(throws: TooSmall.self) { try Shipped.geometry(screen, metrics: "apple") }
    }
  }

  @Test func tooSmallIsAnErrorAndNoCrash() throws {
    for width in [1.0, 10, 40, 49.9] {
      #expect(throws: TooSmall.self) { try Shipped.geometry(custom(width, 1000)) }
    }
    #expect(try Shipped.geometry(custom(50, 1000)).keyWidth == 1)
    let narrow = try ScreenDescription(
      size: Size(width: 100, height: 300), safeArea: RectInsets(left: 60, right: 60))
    #expect(throws: TooSmall.self) { try Shipped.geometry(narrow) }
  }
}
