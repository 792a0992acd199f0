import TerminalUI

/// Which rows a dialogue has in a window, from above; what matters least gives way first.
struct PromptPlan {
  enum Look: Hashable { case plain, dim, bold, error }

  enum Element: Hashable {
    case blank
    case header
    case rule
    case text(String, Look)
    case label(Int)
    case boxEdge(Int, isTop: Bool)
    case field(Int, isBoxed: Bool)
    case quality
    case buttons(Range<Int>)
    case status(String, isRight: Bool)
    case statusPair(String, String)
  }

  /// How much a row matters; the least goes first.
  private enum Weight: Int, Comparable {
    case blank, rule, description, box, hint, title, status, buttons, label, header, lastLine
    case quality, error, otherField, focus

    static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
  }

  private struct Row {
    var element: Element
    var weight: Weight
  }

  /// The rows that fit.
  private(set) var rows: [Element] = []
  /// The first column of texts.
  let margin: Int
  /// The cells texts may take.
  let width: Int
  /// The cells labels take beside their fields; 0 where they stand above.
  private(set) var labelWidth = 0
  /// Description lines that are not reached yet.
  private(set) var scrollLeft = 0

  private let content: PromptContent
  private let columns: Int

  init(_ content: PromptContent, columns: Int, rows height: Int) {
    self.content = content
    self.columns = columns
    margin = columns >= 24 ? 3 : 0
    width = max(1, columns - 2 * margin)
    let widest = content.fields.map { CharacterWidth.of($0.label) }.max() ?? 0
    // A long label, as ssh and git have them, stands above its field whole.
    let isNarrow = columns < 60 || widest > width / 3
    if !isNarrow {
      labelWidth = min(widest + 1, width / 2)
    }
    var list = allRows(isNarrow: isNarrow)
    while list.count > max(1, height), let victim = Self.victim(of: list) {
      if list[victim].weight == .box {
        Self.removeBox(around: victim, in: &list)
      } else {
        list.remove(at: victim)
      }
    }
    if !list.contains(where: { if case .label = $0.element { true } else { false } }), isNarrow,
      content.fields.contains(where: { !$0.label.isEmpty }), columns >= 20
    {
      labelWidth = min(
        (content.fields.map { CharacterWidth.of($0.label) }.max() ?? 0) + 1, width / 3)
    }
    if list.count == 1 { labelWidth = 0 }
    self.rows = shortened(list).map(\.element)
  }

  // MARK: All rows

  private func allRows(isNarrow: Bool) -> [Row] {
    var list = [
      Row(element: .header, weight: .header), Row(element: .rule, weight: .rule),
      Row(element: .blank, weight: .blank),
    ]
    if !content.title.isEmpty {
      list += texts(content.title, .bold, .title) + [Row(element: .blank, weight: .blank)]
    }
    let lines = TextLines.wrap(content.description, width: width)
    if !content.description.isEmpty {
      for (index, line) in lines.dropFirst(content.scroll).enumerated() {
        // The first line says what it is about, so it stays longest.
        list.append(
          Row(
            element: line.isEmpty ? .blank : .text(line, .plain),
            weight: line.isEmpty ? .blank : index == 0 ? .lastLine : .description))
      }
      list.append(Row(element: .blank, weight: .blank))
    }
    list += errorRows
    list += fieldRows(isNarrow: isNarrow)
    if content.quality != nil { list.append(Row(element: .quality, weight: .quality)) }
    for hint in content.hints where !hint.isEmpty { list += texts(hint, .dim, .hint) }
    list += buttonRows
    list.append(Row(element: .blank, weight: .blank))
    list += statusRows
    return list
  }

  private func texts(_ text: String, _ look: Look, _ weight: Weight) -> [Row] {
    TextLines.wrap(text, width: width).map { Row(element: .text($0, look), weight: weight) }
  }

  private var errorRows: [Row] {
    guard !content.error.isEmpty else { return [] }
    let mark = Marks(isASCII: content.isASCII).error
    var list: [Row] = []
    if !content.errorTitle.isEmpty { list += texts(content.errorTitle, .bold, .title) }
    list += texts(mark + content.error, .error, .error)
    return list + [Row(element: .blank, weight: .blank)]
  }

  private func fieldRows(isNarrow: Bool) -> [Row] {
    var list: [Row] = []
    for (index, field) in content.fields.enumerated() {
      let isActive = index == content.activeField
      if isNarrow, !field.label.isEmpty {
        list.append(Row(element: .label(index), weight: .label))
      }
      list.append(Row(element: .boxEdge(index, isTop: true), weight: .box))
      list.append(
        Row(element: .field(index, isBoxed: true), weight: isActive ? .focus : .otherField))
      list.append(Row(element: .boxEdge(index, isTop: false), weight: .box))
    }
    // The row is there from the start, so that nothing moves when both fields match.
    if content.fields.count > 1 {
      list.append(Row(element: .text(content.match, .plain), weight: .hint))
    }
    return list
  }

  private var buttonRows: [Row] {
    guard !content.buttons.isEmpty else { return [] }
    let weight: Weight = content.fields.isEmpty ? .focus : .buttons
    var list = [Row(element: .blank, weight: .blank)]
    var start = 0
    var cells = 0
    for (index, button) in content.buttons.enumerated() {
      let needed = CharacterWidth.of(button.label.text) + 6
      if index > start, cells + needed > width {
        list.append(Row(element: .buttons(start..<index), weight: weight))
        (start, cells) = (index, 0)
      }
      cells += needed
    }
    list.append(Row(element: .buttons(start..<content.buttons.count), weight: weight))
    return list
  }

  private var statusRows: [Row] {
    let marks = Marks(isASCII: content.isASCII)
    let room = max(1, columns - 2)
    let left =
      content.notice.isEmpty
      ? TextLines.packed(content.protections, between: marks.separator, width: room)
      : TextLines.wrap(content.notice, width: room)
    let keys = TextLines.packed(content.keys, between: "  ", width: room)
    let pair = (left.first ?? "", keys.first ?? "")
    if left.count <= 1, keys.count <= 1,
      CharacterWidth.of(pair.0) + 2 + CharacterWidth.of(pair.1) <= room
    {
      return [Row(element: .statusPair(pair.0, pair.1), weight: .status)]
    }
    return (left + keys).map { Row(element: .status($0, isRight: false), weight: .status) }
  }

  // MARK: Giving way

  private static func victim(of list: [Row]) -> Int? {
    var found: Int?
    for (index, row) in list.enumerated() {
      guard row.weight < .focus || list.count > 1 else { continue }
      if let best = found, list[best].weight < row.weight { continue }
      found = index
    }
    return found
  }

  /// A box goes as a whole, and all boxes together.
  private static func removeBox(around index: Int, in list: inout [Row]) {
    list.removeAll { $0.weight == .box }
    for index in list.indices {
      if case .field(let field, _) = list[index].element {
        list[index].element = .field(field, isBoxed: false)
      }
    }
  }

  /// Says where the description goes on.
  private mutating func shortened(_ list: [Row]) -> [Row] {
    let all = TextLines.wrap(content.description, width: width)
    let shown = list.indices.filter {
      list[$0].weight == .description || list[$0].weight == .lastLine
    }
    let wanted = all.dropFirst(content.scroll).count { !$0.isEmpty }
    scrollLeft = max(0, wanted - shown.count)
    guard !content.description.isEmpty, let last = shown.last, scrollLeft > 0 || content.scroll > 0
    else { return list }
    var list = list
    let marks = Marks(isASCII: content.isASCII)
    let sign = scrollLeft > 0 ? " PgDn" : " PgUp"
    if case .text(let text, let look) = list[last].element {
      let room = width - CharacterWidth.of(marks.ellipsis) - sign.count
      list[last].element = .text(
        TextLines.head(text, width: max(0, room), mark: "") + marks.ellipsis + sign, look)
    }
    return list
  }
}
