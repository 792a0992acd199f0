import KeyboardScenes
import PromptUI

/// The frames of a scene at one moment, in points from the terminal's top left corner.
struct SceneFrames: Hashable {
  /// The views in the order of the scene's items.
  var views: [Rect]
  /// The scene's screen, which may be larger or smaller than the terminal's window.
  var screen: Rect

  /// The frames on their way to others; 0 are these, 1 the others.
  func moved(to end: SceneFrames, progress: Double) -> SceneFrames {
    guard progress < 1, views.count == end.views.count else { return end }
    return SceneFrames(
      views: zip(views, end.views).map { $0.moved(to: $1, progress: progress) },
      screen: screen.moved(to: end.screen, progress: progress))
  }
}

extension CellRect {
  /// A rectangle of points rounded to cells of 8 × 16 points, edge by edge.
  init(rounding frame: Rect) {
    func edge(_ points: Double, _ cell: Double) -> Int {
      Int(min(max((points / cell + 0.5).rounded(.down), -100_000), 100_000))
    }
    let left = edge(frame.minX, CellGrid.cellWidth)
    let top = edge(frame.minY, CellGrid.cellHeight)
    self.init(
      column: left, line: top, columns: edge(frame.maxX, CellGrid.cellWidth) - left,
      lines: edge(frame.maxY, CellGrid.cellHeight) - top)
  }
}
