import ConstraintLayout
import Keyward
import Testing

@testable import Studio

/// The places of a scene's views.
@Suite struct SceneTreeTests {
  /// Children before their parents, in a stack, and three deep.
  private static let mixed = """
    scene: mixed
    views:
      inner: { in: middle, frame: "3,5,20,16", label: "in\\eside" }
      middle: { in: outer, frame: "40,32,100,64" }
      outer: { frame: "16,64,300,200" }
      first: { intrinsic: 40x30 }
      second: { intrinsic: 40x30 }
    stacks:
      row: { in: outer, axis: horizontal, spacing: 4, views: [first, second] }
    constraints: [ row.leading == outer.leading + 7, row.top == outer.top + 9 ]
    """

  @Test("Frames are those of the engine whatever the order of the file")
  func framesThoseEngine() throws {
    let scene = try SceneHarness(file: Self.mixed, columns: 60, rows: 30)
    #expect(scene.frame(of: "inner") == Rect(x: 59, y: 101, width: 20, height: 16))
    for item in scene.model.scene.items {
      #expect(scene.shownFrame(of: item.name) == scene.frame(of: item.name))
    }
  }

  @Test("Views around others come first and each level in the order of the file")
  func viewsAroundOthers() throws {
    let scene = try SceneHarness(file: Self.mixed, columns: 60, rows: 30)
    let tree = SceneTree(scene.model.scene)
    let nodes = tree.order.map { tree.nodes[$0] }
    #expect(nodes.map(\.label) == ["outer", "middle", "row", "in\u{FFFD}side", "first", "second"])
    #expect(nodes.map(\.isContainer) == [true, true, true, false, false, false])
  }
}
