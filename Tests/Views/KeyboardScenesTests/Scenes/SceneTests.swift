import KeyboardScenes
import Testing

/// The shipped scenes have the frames of the specification.
@Suite struct SceneTests {
  /// A shipped scene, laid out once: `name x,y,w,h` per view.
  static func frames(
    _ name: String, _ keyboard: String = "hidden", size: Size? = nil,
    safeArea: RectInsets = .zero
  ) throws -> (frames: [String: String], report: SceneReport) {
    let file = try #require(try ShippedScenes.scene(named: name))
    return try lay(file, keyboard, size: size ?? file.size, safeArea: safeArea)
  }

  static func lay(
    _ file: SceneFile, _ keyboard: String = "hidden", size: Size, safeArea: RectInsets = .zero
  ) throws -> (frames: [String: String], report: SceneReport) {
    let scene = try KeyboardScene(file, size: size, safeArea: safeArea)
    let environment = KeyboardEnvironment(
      orientation: Orientation(of: size), screen: size, bottomInset: safeArea.bottom, height: 398)
    try scene.place(
      KeyboardPlacement(keyboard, in: environment), window: Rect(origin: .zero, size: size),
      screen: size)
    let report = scene.report(fitting: .zero)
    var frames: [String: String] = [:]
    for (name, frame) in report.frames {
      let numbers = [frame.x, frame.y, frame.width, frame.height].map { number in
        number == number.rounded() ? "\(Int(number))" : "\(number)"
      }
      frames[name] = numbers.joined(separator: ",")
    }
    return (frames, report)
  }

  @Test func everySceneIsSound() throws {
    for name in ShippedScenes.names {
      let scene = try SceneTests.frames(name)
      #expect(scene.report.conflicts.isEmpty, "\(name)")
      #expect(!scene.frames.isEmpty)
    }
  }

  /// Wherever the keyboard is, the login field is visible, and the links are not under the
  /// keyboard.
  @Test(arguments: [
    "hidden", "docked:134", "undocked:250,134", "undocked:160,134", "undocked:97,134",
    "undocked:88,134", "undocked:58,134", "undocked:0,134", "split:125,134",
    "floating:160,112,320,160", "floating:160,0,320,160", "floating:0,224,320,160", "shortcuts",
    "shortcuts:leading",
  ])
  func theLoginFieldIsNeverUnderTheKeyboard(_ place: String) throws {
    let size = Size(width: 640, height: 384)
    let (_, report) = try SceneTests.frames("login", place, size: size)
    for name in ["password", "box"] {
      let frame = try #require(report.frames.first { $0.name == name }?.frame)
      #expect(!frame.intersects(report.keyboard), "\(name) \(frame)")
      #expect(frame.y >= 0 && frame.maxY <= size.height, "\(name) \(frame)")
    }
    #expect(report.conflicts.isEmpty)
  }

  @Test func chatAndItsVariants() throws {
    let chat = try SceneTests.frames("chat")
    #expect(chat.frames["bar"] == "0,438,320,42")
    #expect(chat.frames["field"] == "8,6,250,30" && chat.frames["send"] == "266,6,46,30")
    #expect(try SceneTests.frames("chat", "docked:250").frames["bar"] == "0,188,320,42")
    let equal = try SceneTests.frames("chat-equal-hugging")
    #expect(equal.frames["field"] == "8,6,60,30" && equal.frames["send"] == "76,6,236,30")
    #expect(equal.report.ambiguous == ["field", "send"])
    #expect(equal.report.residuals.map(\.violation) == [190])
    let squeezed = try SceneTests.frames("chat-squeezed")
    #expect(squeezed.frames["field"] == "8,6,296,30" && squeezed.frames["send"] == "312,6,0,30")
    let first = try SceneTests.frames("chat-field-first")
    #expect(first.frames["field"] == "8,6,250,30" && first.frames["send"] == "266,6,46,30")
  }

  @Test func screensWithSafeAreas() throws {
    let phone = Size(width: 375, height: 812)
    let insets = RectInsets(top: 44, bottom: 34)
    #expect(try SceneTests.frames("links").report.fitting == Size(width: 214, height: 16))
    let login = try SceneTests.frames("login", size: phone, safeArea: insets)
    #expect(login.frames["box"] == "80.5,752,214,16")
    #expect(login.report.ambiguous.isEmpty)
    #expect(try SceneTests.frames("tabs").frames["tabs"] == "0,519,320,49")
    let bars = try SceneTests.frames("toolbars", size: phone, safeArea: insets)
    #expect(bars.frames["topBar"] == "0,44,375,44" && bars.frames["bottomBar"] == "0,718,375,60")
    let edge = try SceneTests.frames("edge-toolbar", size: phone, safeArea: insets)
    #expect(edge.frames["bar"] == "0,718,375,94" && edge.frames["button"] == "243,10,120,40")
    let wide = try SceneTests.frames(
      "edge-toolbar", size: phone.swapped, safeArea: RectInsets(left: 44, bottom: 21, right: 44))
    #expect(wide.frames["bar"] == "0,294,812,81" && wide.frames["button"] == "636,10,120,40")
    let advert = try SceneTests.frames("advert", size: Size(width: 768, height: 60))
    #expect(advert.frames["label"] == "718,38,40,12")
  }

  @Test(arguments: [
    ("docked:398", ["bottom"], 2, "312,326", "392,44"),
    ("docked", ["bottom"], 2, "312,326", "392,44"),
    ("undocked:250", [], 3, "312,206", "392,44"),
    ("floating:300,300,320,254", [], 3, "260,256", "392,44"),
    ("floating:300,504,320,254", ["bottom"], 2, "312,460", "392,44"),
    ("hidden", ["bottom"], 2, "312,704", "392,44"),
  ])
  func tourFollowsTheKeyboard(
    _ keyboard: String, _ near: [String], _ count: Int, _ edit: String, _ image: String
  ) throws {
    let tour = try SceneTests.frames(
      "tour", keyboard, safeArea: RectInsets(top: 24, bottom: 20))
    #expect(tour.report.near.names == near)
    let all = ["away top", "away leading+trailing", "away leading+trailing+bottom"]
    #expect(tour.report.active == Array(all.prefix(count)))
    #expect(tour.frames["edit"] == edit + ",400,44")
    #expect(tour.frames["image"] == image + ",240,160")
    #expect(tour.report.conflicts.isEmpty)
  }

  @Test func sidesAreNearToo() throws {
    let size = Size(width: 1024, height: 768)
    let insets = RectInsets(top: 24, bottom: 20)
    let left = try SceneTests.frames("tour", "floating:10,300,320,254", safeArea: insets)
    #expect(left.report.near.names == ["leading"])
    #expect(left.frames["edit"]?.hasPrefix("10,256") ?? false)
    let corner = try SceneTests.frames("tour", "floating:694,10,320,254", safeArea: insets)
    #expect(corner.report.near.names == ["top", "trailing"])
    #expect(corner.report.active == ["near top", "near trailing"])
    let bar = try SceneTests.frames("tour", "shortcuts:trailing", size: size, safeArea: insets)
    #expect(bar.report.near.names == ["bottom", "trailing"])
    #expect(bar.report.keyboard == Rect(x: 936, y: 693, width: 88, height: 75))
  }
}
