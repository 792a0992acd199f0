import KeyboardEngine

/// Boxes of light and heavy lines that may share edges; meeting lines are joined.
struct LineDrawing {
  /// The lines that leave a cell: two bits a side, 1 for light and 2 for heavy, which wins.
  private enum Side {
    static let up: UInt8 = 0b11
    static let right: UInt8 = 0b11 << 2
    static let down: UInt8 = 0b11 << 4
    static let left: UInt8 = 0b11 << 6
    static let light: UInt8 = 0b0101_0101
    static let heavy: UInt8 = 0b1010_1010
  }

  private let area: CellRect
  private let glyphs: Glyphs
  /// The lines that leave each cell of the area, row by row; empty before the first box.
  private var joints: [UInt8] = []

  /// An empty drawing; nothing outside the area is ever drawn.
  init(in area: CellRect, glyphs: Glyphs) {
    self.area = area
    self.glyphs = glyphs
  }

  /// Adds the edges of a box of at least 2 × 2 cells.
  mutating func addBox(_ box: CellRect, isHeavy: Bool) {
    if joints.isEmpty { joints = Array(repeating: 0, count: area.columns * area.lines) }
    let weight = isHeavy ? Side.heavy : Side.light
    let (left, right) = (box.column, box.column + box.columns - 1)
    let (top, bottom) = (box.line, box.line + box.lines - 1)
    for column in left + 1..<right {
      add((Side.left | Side.right) & weight, column, top)
      add((Side.left | Side.right) & weight, column, bottom)
    }
    for row in top + 1..<bottom {
      add((Side.up | Side.down) & weight, left, row)
      add((Side.up | Side.down) & weight, right, row)
    }
    add((Side.right | Side.down) & weight, left, top)
    add((Side.left | Side.down) & weight, right, top)
    add((Side.right | Side.up) & weight, left, bottom)
    add((Side.left | Side.up) & weight, right, bottom)
  }

  /// Opens two added boxes, one above the other, to each other: they become one shape.
  mutating func join(_ upper: CellRect, _ lower: CellRect, isHeavy: Bool) {
    let weight = isHeavy ? Side.heavy : Side.light
    let left = max(upper.column, lower.column)
    let right = min(upper.column + upper.columns, lower.column + lower.columns) - 1
    let (above, below) = (upper.line + upper.lines - 1, lower.line)
    for row in Set([above, below]) {
      for column in left...max(left, right) {
        remove(Side.left, column == left ? right : column, row)
        remove(Side.right, column == right ? left : column, row)
      }
    }
    guard above < below else { return }
    for column in [left, right] {
      add(Side.down & weight, column, above)
      add(Side.up & weight, column, below)
    }
  }

  private mutating func remove(_ side: UInt8, _ column: Int, _ row: Int) {
    guard let index = index(column, row) else { return }
    joints[index] &= ~side
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

  /// Draws the added boxes.
  func draw(on buffer: inout CellBuffer, style: Style = .plain) {
    for index in joints.indices where joints[index] != 0 {
      let (line, column) = index.quotientAndRemainder(dividingBy: area.columns)
      buffer.fill(
        column: area.column + column, row: area.line + line, width: 1,
        glyph: glyph(of: joints[index]), style: style)
    }
  }

  private func glyph(of joint: UInt8) -> Unicode.Scalar {
    if glyphs.isASCII {
      if joint & (Side.up | Side.down) == 0 { return "-" }
      return joint & (Side.left | Side.right) == 0 ? "|" : "+"
    }
    // Draw the light joint between light and heavy lines: fonts draw the mixed ones unevenly.
    let heavy = Self.sides(joint >> 1)
    let sides = Self.sides(joint | joint >> 1)
    let sign = heavy == sides ? Self.heavySigns[sides] : " "
    return sign == " " ? Self.signs[sides] : sign
  }

  /// The lower bit of each side, in the order of `signs`.
  private static func sides(_ joint: UInt8) -> Int {
    Int(joint & 1 | joint >> 1 & 2 | joint >> 2 & 4 | joint >> 3 & 8)
  }

  // Indexed by the sides that have a line: upwards 1, to the right 2, downwards 4, to the left 8.
  private static let signs: [Unicode.Scalar] = [
    " ", "│", "─", "╰", "│", "│", "╭", "├", "─", "╯", "─", "┴", "╮", "┤", "┬", "┼",
  ]
  private static let heavySigns: [Unicode.Scalar] = [
    " ", " ", " ", "┗", " ", "┃", "┏", "┣", " ", "┛", "━", "┻", "┓", "┫", "┳", "╋",
  ]
}
