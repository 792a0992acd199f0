import KeywardGeometry
import KeywardLayouts
import Testing

@testable import KeyboardLayout

@Suite struct CatalogTests {
  @Test func unknownNamesListWhatThereIs() throws {
    let devices = try Shipped.devices()
    let error = try #require(throws: UnknownName.self) { try devices.device(named: "iphone-xz") }
    #expect(error.description.hasPrefix("There is no device “iphone-xz”. Did you mean “iphone-x”?"))
    #expect(error.description.contains("Known: iphone-se-1, iphone-6s, "))
    let metrics = try MetricsFile.load(ShippedFiles.metrics, path: "metrics.yaml")
    let profile = try #require(throws: UnknownName.self) { try metrics.profile(named: "nothing") }
    #expect(
      profile.description
        == "There is no metrics profile “nothing”. Known: default, jgs, jgs-landscape-first, "
        + "jgs-no-window, apple.")
  }

  @Test func theTableOfDevices() throws {
    let devices = try Shipped.devices()
    #expect(devices.devices.count == 47)
    let xs = try devices.device(named: "iphone-xs")
    #expect(xs.portraitSize == Size(width: 375, height: 812) && xs.idiom == .phone)
    #expect(xs.portraitSafeArea == RectInsets(top: 44, bottom: 34))
    #expect(xs.landscapeSafeArea == RectInsets(left: 44, bottom: 21, right: 44))
    let mini = try devices.device(named: "ipad-mini-6")
    #expect(mini.landscapeSafeArea == RectInsets(top: 24, bottom: 20) && mini.idiom == .pad)
    #expect(mini.portraitHeight == 260 && mini.landscapeHeight == 348)
  }

  @Test func profilesInheritWhatTheyDoNotSay() throws {
    let noWindow = try Shipped.profile("jgs-no-window")
    let base = try Shipped.profile()
    #expect(noWindow.arithmetic == .float32 && noWindow.firstUse == .noWindow)
    #expect(noWindow.phoneLandscape == base.phoneLandscape && noWindow.toolbar == 40)
    let apple = try Shipped.profile("apple")
    #expect(apple.padLandscape == base.padLandscape && apple.padPortrait.minHeight == 257)
  }

  @Test(arguments: [
    ("profiles: { a: { inherits: b } }", "m.yaml:1:28: The part above has no metrics profile “b”."),
    (
      "profiles: { a: { tolbar: 40 } }",
      "m.yaml:1:13: Profile “a” inherits nothing and lacks toolbar, phone, pad.\n"
        + "m.yaml:1:18: Unknown field “tolbar”. Did you mean “toolbar”?"
    ),
    ("profiles: {}", "m.yaml:1:1: This file has no metrics profile."),
    ("[]", "m.yaml:1:1: A metrics file needs fields, such as “name: value”."),
  ])
  func metricsFaults(_ text: String, _ sentences: String) throws {
    let error = try #require(throws: LayoutFileErrors.self) {
      try MetricsFile.load(Array(text.utf8), path: "m.yaml")
    }
    #expect(error.description.hasPrefix(sentences))
  }

  @Test(arguments: [
    (
      "{ phone-1: { screen: 1x1 } }",
      "d.yaml:1:12: A device's id begins with “iphone-” or “ipad-”."
    ),
    (
      "{ iphone-1: { screen: 1x1 } }",
      "d.yaml:1:12: Device “iphone-1” lacks portrait, landscape, apple."
    ),
    (
      "{ iphone-1: { screen: 1by1, portrait: 1/1, landscape: 1/1, apple: 1/1 } }",
      "d.yaml:1:32: A screen is two numbers, such as 375x812."
    ),
  ])
  func deviceFaults(_ text: String, _ sentence: String) throws {
    let error = try #require(throws: LayoutFileErrors.self) {
      try DeviceFile.load(Array("devices: \(text)".utf8), path: "d.yaml")
    }
    #expect(error.faults.first?.description == sentence)
  }
}
