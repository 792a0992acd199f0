import ConstraintLayout
import Keyward
import Testing

@testable import Studio

@Suite struct ScenePictureTests {
  private func picture(
    _ keyboard: String, of file: SceneFile? = nil, direction: ReadingDirection = .leftToRight,
    size: Size = Size(width: 1024, height: 768), window: Rect? = nil
  ) throws -> String {
    let file = try #require(try file ?? StudioScenes.scene(named: "tour"))
    let environment = KeyboardEnvironment(
      orientation: Orientation(of: size), screen: size, bottomInset: 20, height: 398)
    let scene = try KeyboardScene(
      file, screen: size, safeArea: RectInsets(top: 24, bottom: 20), direction: direction,
      keyboard: KeyboardPlacement(keyboard, in: environment), window: window)
    return ScenePicture(scene).svg
  }

  @Test(
    "Near edges and the keyboard are drawn",
    arguments: [
      ("hidden", 1, 0), ("docked", 1, 1), ("undocked:250", 0, 1), ("split:250", 0, 2),
      ("floating:300,300,320,254", 0, 1), ("floating:10,10,320,254", 2, 1), ("shortcuts", 1, 1),
      ("shortcuts:leading", 2, 1), ("floating:3000,10,320,254", 1, 0),
    ])
  func nearEdgesAndKeyboardAreDrawn(keyboard: String, near: Int, parts: Int) throws {
    let svg = try picture(keyboard)
    for (name, count) in [("near", near), ("keyboard", parts), ("guide", 1), ("view", 2)] {
      #expect(svg.ranges(of: "class=\"\(name)\"").count == count)
    }
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
  }

  @Test("Active constraints are listed")
  func activeConstraintsAreListed() throws {
    let svg = try picture("floating:690,300,320,254")
    #expect(svg.contains("floating keyboard, near trailing<"))
    #expect(svg.contains(">keyboard.trailing == edit.trailing<"))
    #expect(!svg.contains("edit.leading == keyboard.leading"))
    let right = "<rect x=\"1016.123\" y=\"0\" width=\"7.877\" height=\"768\" class=\"near\""
    #expect(svg.contains(right))
    #expect(try picture("floating:690,300,320,254", direction: .rightToLeft).contains(right))
    let window = Rect(x: 500, y: 0, width: 300, height: 768)
    #expect(try picture("docked", window: window).contains("<rect x=\"500\" y=\"0\" width=\"300\""))
  }

  @Test("Names from files are escaped")
  func namesFromFilesCannotBreakOut() throws {
    let text = """
      scene: "</title><script>a & b\\u202e\\u0007"
      views: { a: { intrinsic: 900000000x5 } }
      guide: { followsUndocked: true }
      tracking: { "near bottom": [ a.width >= 5 @ 1 as x ] }
      """
    let file = try SceneFile(yaml: Array(text.utf8), name: "s.yaml")
    let svg = try picture("docked", of: file)
    #expect(!svg.contains("<script") && !svg.contains("\u{202e}") && !svg.contains("\u{7}"))
    #expect(svg.contains("<title>&lt;/title&gt;&lt;script&gt;a &amp; b"))
    #expect(svg.contains("&gt;= 5 @ 1 as x"))
    // A screen that no picture can show is cut.
    let huge = try picture("docked", of: file, size: Size(width: 1e9, height: 1e9))
    #expect(huge.contains("viewBox=\"0 0 10000 "))
  }
}
