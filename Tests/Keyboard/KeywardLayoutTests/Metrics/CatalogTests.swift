import KeywardGeometry
import Testing

@testable import KeywardLayout

@Suite struct CatalogTests {
  @Test("A device's screen is found by its name, in portrait or turned")
  func screenByName() throws {
    let screen = try ScreenDescription(device: "iphone-xs")
    #expect(screen.size == Size(width: 375, height: 812) && screen.safeArea.bottom == 34)
    let turned = try ScreenDescription(device: "iphone-xs", orientation: .landscape)
    #expect(turned.size == Size(width: 812, height: 375) && turned.safeArea.left == 44)
    #expect(throws: UnknownName.self) { try ScreenDescription(device: "iphone-xz") }
  }

  @Test func unknownNamesListTheChoices() throws {
    let error = try #require(throws: UnknownName.self) { try Device.named("iphone-xz") }
    #expect(error.description.hasPrefix("There is no device “iphone-xz”. Did you mean “iphone-x”?"))
    #expect(error.description.contains("Known: iphone-se-1, iphone-6s, "))
    let profile = try #require(throws: UnknownName.self) { try MetricsProfile.named("nothing") }
    #expect(
      profile.description
        == "There is no metrics profile “nothing”. Known: default, jgs, jgs-landscape-first, "
        + "jgs-no-window, apple.")
  }

  @Test func theTableOfDevices() throws {
    #expect(Device.shipped.count == 58)
    let xs = try Device.named("iphone-xs")
    #expect(xs.portraitSize == Size(width: 375, height: 812) && xs.idiom == .phone)
    #expect(xs.portraitSafeArea == RectInsets(top: 44, bottom: 34))
    #expect(xs.landscapeSafeArea == RectInsets(left: 44, bottom: 21, right: 44))
    let mini = try Device.named("ipad-mini-6")
    #expect(mini.landscapeSafeArea == RectInsets(top: 24, bottom: 20) && mini.idiom == .pad)
    #expect(mini.portraitHeight == 260 && mini.landscapeHeight == 348)
  }

  @Test func profilesInheritUnsetValues() throws {
    let noWindow = try Shipped.profile("jgs-no-window")
    let base = try Shipped.profile()
    #expect(noWindow.usesFloat && noWindow.firstUse == .noWindow)
    #expect(noWindow.phoneLandscape == base.phoneLandscape && noWindow.toolbar == 40)
    let apple = try Shipped.profile("apple")
    #expect(apple.padLandscape == base.padLandscape && apple.padPortrait.minHeight == 257)
  }
}
