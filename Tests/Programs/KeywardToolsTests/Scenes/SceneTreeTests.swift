import KeyboardScenes
import KeywardTestSupport
import Testing

@testable import KeywardTools
@testable import PromptUI

/// The places of a scene's views, and the cost of many of them.
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

  @Test func framesAreThoseOfTheEngineWhateverTheOrderOfTheFile() throws {
    let scene = try SceneHarness(file: Self.mixed, columns: 60, rows: 30)
    #expect(scene.frame(of: "inner") == Rect(x: 59, y: 101, width: 20, height: 16))
    for item in scene.model.scene.items {
      #expect(scene.shownFrame(of: item.name) == scene.frame(of: item.name))
    }
  }

  @Test func viewsAroundOthersComeFirstAndEachLevelInTheOrderOfTheFile() throws {
    let scene = try SceneHarness(file: Self.mixed, columns: 60, rows: 30)
    let views = scene.model.content.views
    #expect(views.map(\.label) == ["outer", "middle", "row", "in\u{FFFD}side", "first", "second"])
    #expect(views.map(\.isContainer) == [true, true, true, false, false, false])
  }

  @Test func viewsWithinViewsCostNoMoreThanViewsSideBySide() throws {
    let sideBySide = try costOfFrame { _ in nil }
    let nested = try costOfFrame { $0 > 0 ? "v\($0 - 1)" : nil }
    #expect(nested < 4 * sideBySide, "\(nested / sideBySide) times as much")
  }

  /// The processor time of a frame of 400 views after the keyboard has moved, in seconds.
  private func costOfFrame(superview: (Int) -> String?) throws -> Double {
    let views = (0..<400).map { index in
      "  v\(index): { " + (superview(index).map { "in: \($0), " } ?? "")
        + "frame: \"0,0,300,200\" }"
    }
    let file = "scene: many\nviews:\n" + views.joined(separator: "\n")
    let scene = try SceneHarness(file: file)
    var costs: [Double] = []
    for _ in 0..<5 {
      let begin = processorTime()
      scene.model.relayout()
      _ = scene.frame()
      costs.append(processorTime() - begin)
    }
    return costs.min() ?? 0
  }
}
