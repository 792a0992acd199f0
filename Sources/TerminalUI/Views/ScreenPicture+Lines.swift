/// The lines of boxes, as strokes that meet in every font.
extension ScreenPicture {
  /// Strokes of one colour and weight.
  private struct Pen: Hashable {
    let color: String
    let isHeavy: Bool
    let isDim: Bool
  }

  /// One path for every pen.
  var lines: [String] {
    var order: [Pen] = []
    var paths: [Pen: String] = [:]
    for row in 0..<buffer.rows {
      var column = 0
      while column < buffer.columns {
        let cell = buffer[column, row]
        let run = run(of: cell, column: column, row: row)
        if let stroke = stroke(of: cell, column: column, row: row, run: run) {
          let pen = Pen(
            color: colors.foreground(of: cell.style), isHeavy: cell.isHeavyLine,
            isDim: cell.style.attributes.contains(.dim))
          if paths[pen] == nil { order.append(pen) }
          paths[pen, default: ""] += stroke
        }
        column += run
      }
    }
    return order.map { pen in
      """
      <path d="\(paths[pen] ?? "")" fill="none" stroke="\(pen.color)" \
      stroke-width="\(pen.isHeavy ? "2.6" : "1.2")"\(pen.isDim ? " stroke-opacity=\"0.55\"" : "")/>
      """
    }
  }

  /// The number of cells of a row over which the same horizontal line runs, at least 1.
  private func run(of cell: Cell, column: Int, row: Int) -> Int {
    guard cell.content == .narrow("─") || cell.content == .narrow("━") else { return 1 }
    var end = column + 1
    while end < buffer.columns, buffer[end, row] == cell { end += 1 }
    return end - column
  }

  private func stroke(of cell: Cell, column: Int, row: Int, run: Int) -> String? {
    guard case .narrow(let character) = cell.content else { return nil }
    let (left, top) = (column * Self.cellWidth, row * Self.cellHeight)
    let (right, bottom) = (left + Self.cellWidth * run, top + Self.cellHeight)
    let (x, y) = (left + Self.cellWidth / 2, top + Self.cellHeight / 2)
    return switch character {
    case "─", "━": "M\(left) \(y)H\(right)"
    case "│", "┃": "M\(x) \(top)V\(bottom)"
    case "╭": "M\(x) \(bottom)V\(y + 4)q0 -4 4 -4H\(right)"
    case "╮": "M\(left) \(y)H\(x - 4)q4 0 4 4V\(bottom)"
    case "╰": "M\(x) \(top)V\(y - 4)q0 4 4 4H\(right)"
    case "╯": "M\(left) \(y)H\(x - 4)q4 0 4 -4V\(top)"
    case "┏": "M\(x) \(bottom)V\(y)H\(right)"
    case "┓": "M\(left) \(y)H\(x)V\(bottom)"
    case "┗": "M\(x) \(top)V\(y)H\(right)"
    case "┛": "M\(left) \(y)H\(x)V\(top)"
    case "▏": "M\(left + 1) \(top + 2)V\(bottom - 2)"
    default: nil
    }
  }
}

extension Cell {
  /// True if the cell is drawn as strokes or filled halves, instead of a character.
  var isShape: Bool {
    guard case .narrow(let character) = content else { return false }
    return "─━│┃╭╮╰╯┏┓┗┛▏▀▄".contains(character)
  }

  fileprivate var isHeavyLine: Bool {
    guard case .narrow(let character) = content else { return false }
    return "━┃┏┓┗┛▏".contains(character)
  }
}
