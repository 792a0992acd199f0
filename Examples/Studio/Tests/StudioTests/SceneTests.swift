import Keyward
import Testing

@testable import Studio

/// The frames of the studio's scenes.
@Suite struct SceneTests {
  /// A scene, laid out once: `name x,y,w,h` per view.
  static func frames(
    _ name: String, _ keyboard: String = "hidden", size: Size? = nil,
    safeArea: RectInsets = .zero
  ) throws -> (frames: [String: String], report: SceneReport) {
    let file = try #require(try StudioScenes.scene(named: name))
    return try lay(file, keyboard, size: size ?? file.size, safeArea: safeArea)
  }

  static func lay(
    _ file: SceneFile, _ keyboard: String = "hidden", size: Size, safeArea: RectInsets = .zero
  ) throws -> (frames: [String: String], report: SceneReport) {
    let scene = try KeyboardScene(file, screen: size, safeArea: safeArea)
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

  @Test("Every shipped scene has views and no conflict")
  func everySceneIsSound() throws {
    for name in StudioScenes.names {
      let scene = try Self.frames(name)
      #expect(scene.report.conflicts.isEmpty, "\(name)")
      #expect(!scene.frames.isEmpty)
    }
  }

  /// A case is `SCENE KEYBOARD SIZE INSETS`; `-` is the size of the file.
  @Test("Frames are as in the golden file")
  func framesAreAsInTheGoldenFile() throws {
    let differences = try GoldenFile("scene-frames").differences { name, _ in
      let words = name.split(separator: " ").map(String.init)
      let sides = words[2].split(separator: "x").compactMap { Double($0) }
      let insets = words[3].split(separator: ",").compactMap { Double($0) }
      let (frames, report) = try Self.frames(
        words[0], words[1], size: sides.isEmpty ? nil : Size(width: sides[0], height: sides[1]),
        safeArea: RectInsets(top: insets[0], left: insets[1], bottom: insets[2], right: insets[3]))
      let facts = [
        "keyboard \(report.keyboard), near \(report.near.names)", "active \(report.active)",
        "ambiguous \(report.ambiguous), residuals \(report.residuals.map(\.violation))",
        "fitting \(report.fitting.map { "\($0.width) x \($0.height)" } ?? "-")",
      ]
      #expect(report.conflicts.isEmpty)
      return (frames.map { "\($0.key) \($0.value)" }.sorted() + facts).joined(separator: "\n")
    }
    #expect(differences == [])
  }

  /// At every place of the keyboard, the login field is visible, and the links are not under it.
  @Test(
    "The login field is never under the keyboard",
    arguments: [
      "hidden", "docked:134", "undocked:250,134", "undocked:160,134", "undocked:97,134",
      "undocked:88,134", "undocked:58,134", "undocked:0,134", "split:125,134",
      "floating:160,112,320,160", "floating:160,0,320,160", "floating:0,224,320,160", "shortcuts",
      "shortcuts:leading",
    ])
  func theLoginFieldIsNeverUnderTheKeyboard(_ place: String) throws {
    let size = Size(width: 640, height: 384)
    let (_, report) = try Self.frames("login", place, size: size)
    for name in ["password", "box"] {
      let frame = try #require(report.frames.first { $0.name == name }?.frame)
      #expect(!frame.intersects(report.keyboard), "\(name) \(frame)")
      #expect(frame.y >= 0 && frame.maxY <= size.height, "\(name) \(frame)")
    }
    #expect(report.conflicts.isEmpty)
  }
}
