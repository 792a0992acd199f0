import KeywardGeometry
import Testing

@testable import KeywardLayout

@Suite struct KeyboardHeightsTests {
  private func custom(_ width: Double, _ height: Double) throws -> ScreenDescription {
    try ScreenDescription(size: Size(width: width, height: height))
  }

  @Test(arguments: ["jgs", "jgs-landscape-first", "jgs-no-window"])
  func jgsPortraitEqualsDefault(_ metrics: String) throws {
    for device in ["iphone-xs", "iphone-8", "ipad-air-2"] {
      let jgs = try Shipped.geometry(device, .portrait, metrics: metrics)
      #expect(try Shipped.geometry(device, .portrait).height == jgs.height)
    }
  }

  @Test func jgsRatiosAreFloats() {
    #expect(Ratio(32, 15).floatQuotient == 2.133333444595337)
    #expect(Ratio(85, 75).floatQuotient == 1.1333333253860474)
    #expect(Ratio(60, 55).floatQuotient == 1.0909091234207153)
    #expect(Ratio(3, 4).floatQuotient == 0.75)
  }

  @Test func appleHasRealHeightsForDevices() throws {
    for device in Device.shipped {
      for orientation in Orientation.allCases {
        let height = try Shipped.geometry(device.id, orientation, metrics: "apple").height
        #expect(
          height == (orientation == .portrait ? device.portraitHeight : device.landscapeHeight))
      }
    }
  }

  @Test func appleFormulaIsCloseInPortrait() throws {
    for device in Device.shipped {
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
      size: Size(width: width, height: 0.9 * width), idiom: idiom, orientation: .landscape)
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
      size: Size(width: 100, height: 300), safeArea: RectInsets(left: 30, right: 30))
    #expect(throws: TooSmall.self) { try Shipped.geometry(narrow) }
  }
}
