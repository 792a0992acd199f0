import ConstraintLayout
import Keyward
import Testing

@testable import Studio

/// Labels of scene files whose heights follow from their widths.
@Suite struct WrappedLabelTests {
  private static let note = """
    scene: note
    size: 96x200
    views:
      note: { label: "Your keys stay in this window", wrap: true }
      date: { intrinsic: 60x16 }
    constraints: [ "|[note]|", "V:|[note]-[date]" ]
    """

  private func scene(_ text: String = note, size: Size? = nil) throws -> KeyboardScene {
    try KeyboardScene(SceneFile(yaml: Array(text.utf8), name: "s.yaml"), screen: size)
  }

  @Test(
    "A wrapped label's height follows from its width",
    arguments: [(96.0, 48.0), (232, 16), (120, 32), (0, 384)])
  func heightFollowsFromTheWidth(width: Double, height: Double) throws {
    let scene = try scene(size: Size(width: width, height: 200))
    #expect(scene.wraps == [true, false])
    let frames = scene.items.map { scene.engine.frame(of: $0) }
    #expect(frames[0] == Rect(x: 0, y: 0, width: width, height: height))
    #expect(frames[1].y == height + 8)
  }

  /// Without anything around it a label takes one line, unless the file sets its width.
  @Test("A wrapped label's natural width is that of one line")
  func naturalWidthIsThatOfOneLine() throws {
    let text = """
      scene: free
      views:
        a: { label: "0123456789", wrap: true }
        b: { label: "0123456789", wrap: true, intrinsic: 40x5 }
      """
    let scene = try scene(text)
    #expect(scene.engine.frame(of: scene.items[0]).size == Size(width: 80, height: 16))
    #expect(scene.engine.frame(of: scene.items[1]).size == Size(width: 40, height: 32))
  }
}
