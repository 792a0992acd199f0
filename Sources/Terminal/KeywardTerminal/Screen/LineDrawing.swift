import KeywardEngine

/// A drawing of boxes in light and heavy lines, which are joined where they meet.
struct LineDrawing {
  // The lines from a cell's middle to its sides have two bits per side, 1 for light and 2 for
  // heavy.
  private static let up: UInt8 = 0b11
  private static let right: UInt8 = 0b11 << 2
  private static let down: UInt8 = 0b11 << 4
  private static let left: UInt8 = 0b11 << 6
  private static let light: UInt8 = 0b0101_0101
  private static let heavy: UInt8 = 0b1010_1010

  private let area: CellRect
  private let glyphs: Glyphs
  /// The lines in each cell of the area, row by row, as a combination of the bits above.
  private var joints: [UInt8]

  init(in area: CellRect, glyphs: Glyphs) {
    self.area = area
    self.glyphs = glyphs
    joints = Array(repeating: 0, count: area.columns * area.lines)
  }

  /// Adds the edges of a box; without the upper one if `isOpen`.
  mutating func addBox(_ box: CellRect, isHeavy: Bool, isOpen: Bool = false) {
    let (right, bottom) = (box.column + box.columns - 1, box.line + box.lines - 1)
    addLine(
      through: [
        (right, box.line), (right, bottom), (box.column, bottom), (box.column, box.line),
      ], isHeavy: isHeavy, isOpen: isOpen)
  }

  /// Adds the outline of two stacked boxes with the same right edge; without the upper edge if
  /// `isOpen`.
  mutating func addOutline(
    of upper: CellRect, over lower: CellRect, isHeavy: Bool, isOpen: Bool = false
  ) {
    let right = upper.column + upper.columns - 1
    let bottom = lower.line + lower.lines - 1
    let step = upper.column < lower.column || isOpen ? upper.line + upper.lines - 1 : lower.line
    addLine(
      through: [
        (right, upper.line), (right, bottom), (lower.column, bottom), (lower.column, step),
        (upper.column, step), (upper.column, upper.line),
      ], isHeavy: isHeavy, isOpen: isOpen)
  }

  /// Adds lines from corner to corner and, unless `isOpen`, from the last corner to the first.
  private mutating func addLine(
    through corners: [(column: Int, row: Int)], isHeavy: Bool, isOpen: Bool
  ) {
    let weight = isHeavy ? Self.heavy : Self.light
    for (index, from) in corners.enumerated().dropLast(isOpen ? 1 : 0) {
      let to = corners[(index + 1) % corners.count]
      let (left, right) = (min(from.column, to.column), max(from.column, to.column))
      for column in left..<right {
        add(Self.right & weight, column, from.row)
        add(Self.left & weight, column + 1, from.row)
      }
      for row in min(from.row, to.row)..<max(from.row, to.row) {
        add(Self.down & weight, to.column, row)
        add(Self.up & weight, to.column, row + 1)
      }
    }
  }

  private func index(_ column: Int, _ row: Int) -> Int? {
    let (column, line) = (column - area.column, row - area.line)
    guard 0..<area.columns ~= column, 0..<area.lines ~= line else { return nil }
    return line * area.columns + column
  }

  private mutating func add(_ joint: UInt8, _ column: Int, _ row: Int) {
    guard let index = index(column, row) else { return }
    joints[index] |= joint
  }

  func draw(on buffer: inout CellBuffer, style: Style = .plain) {
    for line in 0..<area.lines {
      let row = joints[line * area.columns..<(line + 1) * area.columns]
      var start = row.startIndex
      while start < row.endIndex {
        let joint = row[start]
        let end = row[start...].firstIndex { $0 != joint } ?? row.endIndex
        if joint != 0 {
          buffer.fill(
            column: area.column + start - row.startIndex, row: area.line + line,
            width: end - start, glyph: glyph(of: joint), style: style)
        }
        start = end
      }
    }
  }

  private func glyph(of joint: UInt8) -> Unicode.Scalar {
    if glyphs.isASCII {
      if joint & (Self.up | Self.down) == 0 { return "-" }
      return joint & (Self.left | Self.right) == 0 ? "|" : "+"
    }
    // Draw a light joint between light and heavy lines: fonts draw mixed joints unevenly.
    let heavy = Self.sides(joint >> 1)
    let sides = Self.sides(joint | joint >> 1)
    let sign = heavy == sides ? Self.heavySigns[sides] : " "
    return sign == " " ? Self.signs[sides] : sign
  }

  private static func sides(_ joint: UInt8) -> Int {
    Int(joint & 1 | joint >> 1 & 2 | joint >> 2 & 4 | joint >> 3 & 8)
  }

  // Indexed by the sides with a line: up 1, right 2, down 4, left 8.
  private static let signs: [Unicode.Scalar] = [
    " ", "│", "─", "╰", "│", "│", "╭", "├", "─", "╯", "─", "┴", "╮", "┤", "┬", "┼",
  ]
  private static let heavySigns: [Unicode.Scalar] = [
    " ", "┃", " ", "┗", "┃", "┃", "┏", "┣", " ", "┛", "━", "┻", "┓", "┫", "┳", "╋",
  ]
}

extension CellBuffer {
  mutating func drawBox(
    _ box: CellRect, isHeavy: Bool = false, glyphs: Glyphs, style: Style = .plain
  ) {
    var lines = LineDrawing(in: box, glyphs: glyphs)
    lines.addBox(box, isHeavy: isHeavy)
    lines.draw(on: &self, style: style)
  }
}
