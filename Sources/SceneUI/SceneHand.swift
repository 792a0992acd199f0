import KeyboardScenes
import TerminalUI

/// What the mouse does with the keyboard.
enum SceneHand: Hashable {
  case free
  /// The grip is held, and nothing has moved yet.
  case held(SceneGrip)
  /// A free keyboard or the shortcuts bar goes along.
  case moving(SceneGrip)
  /// A docked keyboard is taken down.
  case dismissing(SceneGrip)

  /// Where the mouse is and came from.
  var grip: SceneGrip? {
    switch self {
    case .free: nil
    case .held(let grip), .moving(let grip), .dismissing(let grip): grip
    }
  }
}

/// A mouse button held on the keyboard's grip.
struct SceneGrip: Hashable {
  /// How long after a motion the hand still counts as moving, in seconds.
  private static let stillness = 0.15

  /// The keyboard's frame when it was pressed, in screen coordinates.
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

  /// How many cells the mouse has come across.
  var columns: Int { lastColumn - column }
  /// How many cells the mouse has come down.
  var rows: Int { lastRow - row }

  /// The corner the keyboard has been taken to, in screen coordinates.
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

  /// How fast it goes down, in points per second; 0 for a hand that has come to rest.
  func velocity(at now: Double) -> Double { now - lastTime <= Self.stillness ? velocity : 0 }
}
