import KeyboardScenes
import PromptUI

/// The mouse's hold on the keyboard.
enum DragState: Hashable {
  case free
  /// It holds the grip, and nothing has moved yet.
  case held(GrabHandle)
  /// It moves a free keyboard or the shortcuts bar.
  case moving(GrabHandle)
  /// It takes a docked keyboard down.
  case dismissing(GrabHandle)

  /// The grip and the mouse's way; nil for a free hand.
  var grip: GrabHandle? {
    switch self {
    case .free: nil
    case .held(let grip), .moving(let grip), .dismissing(let grip): grip
    }
  }
}

/// A mouse button held on the keyboard's grip.
struct GrabHandle: Hashable {
  /// The seconds after a motion during which the hand still counts as moving.
  private static let stillness = 0.15

  /// The keyboard's frame at the press, in screen coordinates.
  let frame: Rect
  private let column: Int
  private let row: Int
  private(set) var lastColumn: Int
  private(set) var lastRow: Int
  private var lastTime: Double
  private var velocity = 0.0

  init(frame: Rect, column: Int, row: Int, at now: Double) {
    self.frame = frame
    self.column = column
    self.row = row
    (lastColumn, lastRow, lastTime) = (column, row, now)
  }

  var columns: Int { lastColumn - column }
  var rows: Int { lastRow - row }

  /// The corner of the moved keyboard, in screen coordinates.
  var origin: Point {
    Point(
      x: frame.x + Double(columns) * CellGrid.cellWidth,
      y: frame.y + Double(rows) * CellGrid.cellHeight)
  }

  mutating func move(column: Int, row: Int, at now: Double) {
    let down = Double(row - lastRow) * CellGrid.cellHeight
    velocity = down / max(now - lastTime, 0.001)
    (lastColumn, lastRow, lastTime) = (column, row, now)
  }

  /// The downward speed, in points per second; 0 for a hand at rest.
  func velocity(at now: Double) -> Double { now - lastTime <= Self.stillness ? velocity : 0 }
}
