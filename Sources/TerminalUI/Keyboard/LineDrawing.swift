import KeywardEngine

/// Boxes of light and heavy lines that may share edges: where lines meet they are joined.
struct LineDrawing {
  /// The lines that leave a cell: two bits a side, 0 for none, 1 for light, 2 for heavy.
  private struct Joint: Hashable {
    var up: UInt8 = 0
    var right: UInt8 = 0
    var down: UInt8 = 0
    var left: UInt8 = 0

    func joined(with other: Joint) -> Joint {
      Joint(
        up: max(up, other.up), right: max(right, other.right), down: max(down, other.down),
        left: max(left, other.left))
    }

    var isLight: Bool { max(up, right, down, left) < 2 }

    /// The same with light lines only.
    var lightened: Joint {
      Joint(up: min(up, 1), right: min(right, 1), down: min(down, 1), left: min(left, 1))
    }
  }

  private struct Place: Hashable {
    let column: Int
    let row: Int
  }

  private let glyphs: Glyphs
  private var joints: [Place: Joint] = [:]

  init(glyphs: Glyphs) {
    self.glyphs = glyphs
  }

  /// Adds the edges of a box of at least 2 × 2 cells.
  mutating func addBox(_ box: CellRect, isHeavy: Bool) {
    let weight: UInt8 = isHeavy ? 2 : 1
    let (left, right) = (box.column, box.column + box.columns - 1)
    let (top, bottom) = (box.line, box.line + box.lines - 1)
    for column in left + 1..<right {
      for row in [top, bottom] { add(Joint(right: weight, left: weight), column, row) }
    }
    for row in top + 1..<bottom {
      for column in [left, right] { add(Joint(up: weight, down: weight), column, row) }
    }
    add(Joint(right: weight, down: weight), left, top)
    add(Joint(down: weight, left: weight), right, top)
    add(Joint(up: weight, right: weight), left, bottom)
    add(Joint(up: weight, left: weight), right, bottom)
  }

  private mutating func add(_ joint: Joint, _ column: Int, _ row: Int) {
    let place = Place(column: column, row: row)
    joints[place] = joints[place]?.joined(with: joint) ?? joint
  }

  /// Draws what was added, from a row on.
  func draw(on buffer: inout CellBuffer, from first: Int = 0, style: Style = .plain) {
    for (place, joint) in joints where place.row >= first {
      buffer.fill(
        column: place.column, row: place.row, width: 1, glyph: glyph(of: joint), style: style)
    }
  }

  private func glyph(of joint: Joint) -> Unicode.Scalar {
    if glyphs.isASCII {
      if joint.up == 0, joint.down == 0 { return "-" }
      return joint.left == 0 && joint.right == 0 ? "|" : "+"
    }
    // Where light and heavy lines meet, the light joint is drawn: fonts draw the mixed ones unevenly.
    return Self.signs[joint] ?? Self.signs[joint.lightened] ?? "┼"
  }

  private static let signs: [Joint: Unicode.Scalar] = {
    var signs: [Joint: Unicode.Scalar] = [:]
    // Bits from above clockwise: up 1, right 2, down 4, left 8.
    let light: [UInt8: Unicode.Scalar] = [
      2: "─", 8: "─", 10: "─", 1: "│", 4: "│", 5: "│", 6: "╭", 12: "╮", 3: "╰", 9: "╯", 7: "├",
      13: "┤", 14: "┬", 11: "┴", 15: "┼",
    ]
    let heavy: [UInt8: Unicode.Scalar] = [
      10: "━", 5: "┃", 6: "┏", 12: "┓", 3: "┗", 9: "┛", 7: "┣", 13: "┫", 14: "┳", 11: "┻", 15: "╋",
    ]
    for (set, weight) in [(light, UInt8(1)), (heavy, 2)] {
      for (bits, sign) in set {
        let joint = Joint(
          up: bits & 1 != 0 ? weight : 0, right: bits & 2 != 0 ? weight : 0,
          down: bits & 4 != 0 ? weight : 0, left: bits & 8 != 0 ? weight : 0)
        signs[joint] = sign
      }
    }
    return signs
  }()
}
