/// A character that is drawn as a shape: box lines, half blocks, the cursor bar.
struct LineShape: Hashable {
  /// The stroke's width; 0 for shapes that are filled.
  let weight: Double
  private let kind: Character

  /// The shape of a cell, nil for what is written in a font.
  init?(_ content: Cell.Content) {
    guard case .narrow(let character) = content else { return nil }
    switch character {
    case "─", "│", "╭", "╮", "╰", "╯": weight = 1.2
    case "━", "┃", "┏", "┓", "┗", "┛": weight = 2.6
    case "▀", "▄", "▏": weight = 0
    default: return nil
    }
    kind = character
  }

  /// The path inside a cell with its top left corner at `x`, `y`.
  func path(x: Double, y: Double, width: Double, height: Double) -> String {
    let middleX = x + width / 2
    let middleY = y + height / 2
    let right = x + width
    let bottom = y + height
    func move(_ x: Double, _ y: Double) -> String { "M\(number(x)) \(number(y))" }
    func line(_ x: Double, _ y: Double) -> String { "L\(number(x)) \(number(y))" }
    func bend(_ x: Double, _ y: Double) -> String {
      "Q\(number(middleX)) \(number(middleY)) \(number(x)) \(number(y))"
    }
    switch kind {
    case "─", "━": return move(x, middleY) + line(right, middleY)
    case "│", "┃": return move(middleX, y) + line(middleX, bottom)
    case "╭": return move(middleX, bottom) + bend(right, middleY)
    case "╮": return move(x, middleY) + bend(middleX, bottom)
    case "╰": return move(middleX, y) + bend(right, middleY)
    case "╯": return move(x, middleY) + bend(middleX, y)
    case "┏": return move(middleX, bottom) + line(middleX, middleY) + line(right, middleY)
    case "┓": return move(x, middleY) + line(middleX, middleY) + line(middleX, bottom)
    case "┗": return move(middleX, y) + line(middleX, middleY) + line(right, middleY)
    case "┛": return move(x, middleY) + line(middleX, middleY) + line(middleX, y)
    case "▀": return block(x, y, width, height / 2)
    case "▄": return block(x, middleY, width, height / 2)
    default: return block(x + 0.5, y + 2, 1.6, height - 4)
    }
  }

  private func block(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "M\(number(x)) \(number(y))h\(number(width + 0.15))v\(number(height + 0.15))"
      + "h\(number(-width - 0.15))z"
  }
}
