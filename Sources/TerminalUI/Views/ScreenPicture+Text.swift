/// The characters, each in an element of its own.
///
/// A list of places in one element would be shorter, but some renderers use only its first.
extension ScreenPicture {
  /// A group for every run of a style.
  var texts: [String] {
    (0..<buffer.rows).flatMap { row in
      var groups: [String] = []
      var column = 0
      while column < buffer.columns {
        let end = endOfRun(column: column, row: row)
        if let group = group(from: column, to: end, row: row) { groups.append(group) }
        column = end
      }
      return groups
    }
  }

  private func endOfRun(column: Int, row: Int) -> Int {
    let style = buffer[column, row].style
    var end = column + 1
    while end < buffer.columns, buffer[end, row].style == style { end += 1 }
    return end
  }

  /// The characters of a run, centred on their cells; nil if there are none.
  private func group(from start: Int, to end: Int, row: Int) -> String? {
    let style = buffer[start, row].style
    let baseline = row * Self.cellHeight + 15
    var elements = ""
    for column in start..<end {
      let cell = buffer[column, row]
      guard let (character, width) = cell.visible, !cell.isShape else { continue }
      let x = column * Self.cellWidth + width * Self.cellWidth / 2
      elements +=
        character == "•"
        ? "<circle cx=\"\(x)\" cy=\"\(baseline - 5)\" r=\"3\"/>"
        : "<text x=\"\(x)\" y=\"\(baseline)\">\(Self.escaped(String(character)))</text>"
    }
    guard !elements.isEmpty else { return nil }
    let dim = style.attributes.contains(.dim) ? " fill-opacity=\"0.62\"" : ""
    let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
    return "<g fill=\"\(colors.foreground(of: style))\"\(dim)\(weight)>\(elements)</g>"
  }
}

extension Cell {
  /// The visible character and its number of cells; nil for none.
  fileprivate var visible: (Character, Int)? {
    switch content {
    case .narrow(" "), .tail, .secret: nil
    case .narrow(let character): (character, 1)
    case .wide(let character): (character, 2)
    }
  }
}
