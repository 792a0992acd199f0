/// The places of the characters in a pop-up of alternates, in points.
///
/// The characters are in lines above the key, or below it if the lines fit only there; the first
/// character is above the key unless its line would extend beyond the room. A panel and a terminal,
/// whose cells are 8 × 16 points, use the same rules.
package struct AlternatesPlacement: Hashable, Sendable {
  /// The rectangle around all lines.
  package let box: Rect
  /// The frame of each character; empty for one on a line that has no room.
  package let frames: [Rect]
  /// The greatest distance in points at which a frame still counts as the nearest one.
  private let reach: Double

  /// Places characters of the given widths near a key.
  ///
  /// - Parameters:
  ///   - widths: The width of each character's frame.
  ///   - lineHeight: The height of each frame.
  ///   - gap: The space between the frames of a line, and between lines.
  ///   - margin: The free space at the end of every line.
  ///   - key: The frame of the key.
  ///   - left: The preferred left edge of the lines.
  ///   - bottom: The bottom edge of lines above the key.
  ///   - room: The rectangle in which the lines must be.
  ///   - forbidden: Frames that the lines cover only if they fit nowhere else.
  ///   - selected: The index of a character whose line must have room.
  package init(
    widths: [Double], lineHeight: Double, gap: Size = .zero, margin: Double = 0, key: Rect,
    left: Double, bottom: Double, in room: Rect, avoiding forbidden: [Rect] = [],
    showing selected: Int = 0
  ) {
    let steps = widths.map { $0 + gap.width }
    let lines = steps.rows(upTo: room.width - margin + gap.width)
    let step = lineHeight + gap.height
    let shown = max(1, min(lines.count, Int((room.height + gap.height) / step)))
    let width = lines.map { steps[$0].reduce(-gap.width, +) }.max() ?? 0
    let size = Size(width: width + margin, height: Double(shown) * step - gap.height)
    let above = bottom - size.height
    func isFree(_ y: Double) -> Bool {
      y >= room.minY && y + size.height <= room.maxY
        && forbidden.allSatisfy { $0.maxY <= y || $0.minY >= y + size.height }
    }
    let y =
      isFree(above)
      ? above
      : isFree(key.maxY) ? key.maxY : max(room.minY, min(above, room.maxY - size.height))
    let x = max(room.minX, min(left, room.maxX - size.width))
    // If there is no room for all lines, show those around the selected character.
    let middle = lines.firstIndex { $0.contains(selected) } ?? 0
    let first = max(0, min(middle - shown / 2, lines.count - shown))
    var frames = widths.map { _ in Rect.zero }
    for (index, line) in lines[first..<first + shown].enumerated() {
      var x = x
      for place in line {
        frames[place] = Rect(
          x: x, y: y + Double(index) * step, width: widths[place], height: lineHeight)
        x += steps[place]
      }
    }
    box = Rect(origin: Point(x: x, y: y), size: size)
    self.frames = frames
    reach = key.height
  }

  package func place(at point: Point) -> Int? { frames.firstIndex { $0.contains(point) } }

  /// The index of the nearest character; nil if each is farther away than the height of the key.
  package func place(nearest point: Point) -> Int? {
    var nearest = Double.infinity
    var place: Int?
    for (index, frame) in frames.enumerated() where !frame.isEmpty {
      let x = max(frame.minX - point.x, 0, point.x - frame.maxX)
      let y = max(frame.minY - point.y, 0, point.y - frame.maxY)
      let distance = (x * x + y * y).squareRoot()
      guard distance < nearest, distance <= reach else { continue }
      nearest = distance
      place = index
    }
    return place
  }
}

extension [Double] {
  /// Distributes items of these widths over rows of at most the width `limit`.
  ///
  /// Each row has as many items as fit. An item that is too wide has its own row.
  package func rows(upTo limit: Double) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var (start, width) = (0, 0.0)
    for (index, item) in enumerated() {
      if index > start, width + item > limit {
        rows.append(start..<index)
        (start, width) = (index, 0)
      }
      width += item
    }
    return isEmpty ? [] : rows + [start..<count]
  }
}
