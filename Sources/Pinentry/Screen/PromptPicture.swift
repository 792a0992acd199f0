import TerminalUI

/// A dialogue as cells, with the way back from a cell to what a click there does.
///
/// Rows that matter least are left out first where the window is low: empty rows, the description from
/// its end, boxes, hints, the status line, labels; the field is what stays.
struct PromptPicture {
  /// Cells that do something.
  struct Target: Hashable {
    let row: Int
    let columns: Range<Int>
    let action: PromptContent.Action
  }

  /// Where the characters of a secret are put.
  struct Reveal: Hashable {
    let field: Int
    let column: Int
    let row: Int
    let width: Int
  }

  private(set) var buffer: CellBuffer
  private(set) var cursor = (column: 0, row: 0)
  private(set) var targets: [Target] = []
  private(set) var reveal: Reveal?
  /// How many lines the description can still be scrolled.
  private(set) var scrollLeft = 0

  private(set) var content: PromptContent
  let marks: Marks
  private let plan: PromptPlan

  /// The rows at the bottom that are somebody else's.
  private let reservedRows: Int
  private var keyboard: (view: KeyboardView, column: Int, row: Int)?

  /// Draws `content` in a window of `columns` × `rows` cells, but for the rows at the bottom that are
  /// reserved.
  init(_ content: PromptContent, columns: Int, rows: Int, reserving reservedRows: Int = 0) {
    self.reservedRows = reservedRows
    self.content = content
    marks = Marks(isASCII: content.isASCII)
    buffer = CellBuffer(columns: columns, rows: rows)
    plan = PromptPlan(content, columns: buffer.columns, rows: max(1, buffer.rows - reservedRows))
    scrollLeft = plan.scrollLeft
    for (row, element) in plan.rows.enumerated() { draw(element, plan, row) }
  }

  /// Draws `new` where nothing but the lengths of fields changed, which is what most keys do.
  ///
  /// - Parameters:
  ///   - new: What is to be shown.
  ///   - columns: The width of the window.
  ///   - rows: Its height.
  ///   - reserving: The rows at the bottom that are somebody else's.
  /// - Returns: False, with nothing drawn, where more changed.
  mutating func update(
    _ new: PromptContent, columns: Int, rows: Int, reserving: Int = 0
  ) -> Bool {
    guard buffer.columns == columns, buffer.rows == rows, reservedRows == reserving, reveal == nil
    else { return false }
    var same = new
    guard same.fields.count == content.fields.count else { return false }
    for index in same.fields.indices {
      same.fields[index].characterCount = content.fields[index].characterCount
    }
    guard same == content else { return false }
    let old = content
    content = new
    for (row, element) in plan.rows.enumerated() {
      guard case .field(let index, _) = element, old.fields[index] != new.fields[index] else {
        continue
      }
      buffer.fill(column: 0, row: row, width: buffer.columns, height: 1)
      targets.removeAll { $0.row == row }
      draw(element, plan, row)
    }
    return true
  }

  /// What a click on a cell does.
  func action(column: Int, row: Int) -> PromptContent.Action? {
    targets.first { $0.row == row && $0.columns.contains(column) }?.action
  }

  /// Draws the keyboard into the reserved rows.
  mutating func draw(_ view: KeyboardView, isFocused: Bool) {
    let column = max(0, (buffer.columns - view.grid.columns) / 2)
    let row = max(0, buffer.rows - view.grid.lines)
    buffer.fill(column: 0, row: row, width: buffer.columns, height: view.grid.lines)
    view.draw(on: &buffer, column: column, row: row)
    keyboard = (view, column, row)
    if isFocused, let slot = view.focus {
      let middle = view.middle(of: slot)
      cursor = (column + middle.column, row + middle.row)
    }
  }

  /// The key of the drawn keyboard on a cell.
  func slot(column: Int, row: Int) -> Int? {
    guard let keyboard else { return nil }
    return keyboard.view.slot(column: column - keyboard.column, row: row - keyboard.row)
  }

  // MARK: Rows

  private mutating func draw(_ element: PromptPlan.Element, _ plan: PromptPlan, _ row: Int) {
    let left = plan.margin
    let width = plan.width
    switch element {
    case .blank: break
    case .header: drawHeader(row)
    case .rule:
      buffer.fill(
        column: 0, row: row, width: buffer.columns, height: 1, with: marks.rule, style: .dim)
    case .text(let text, let style):
      buffer.put(text, column: left, row: row, limit: left + width, style: look(style))
    case .boxEdge(let index, let isTop): drawBoxEdge(index, isTop, plan, row)
    case .label(let index):
      buffer.put(
        TextLines.tail(content.fields[index].label, width: width, mark: marks.ellipsis),
        column: left, row: row, style: .bold)
    case .field(let index, let isBoxed): drawField(index, isBoxed, plan, row)
    case .quality: drawQuality(plan, row)
    case .buttons(let range): drawButtons(range, plan, row)
    case .status(let text, let isRight):
      let start = isRight ? max(1, buffer.columns - 1 - CharacterWidth.of(text)) : 1
      buffer.put(text, column: start, row: row, style: .dim)
    case .statusPair(let text, let keys):
      buffer.put(text, column: 1, row: row, style: .dim)
      buffer.put(
        keys, column: max(1, buffer.columns - 1 - CharacterWidth.of(keys)), row: row, style: .dim)
    }
  }

  private func look(_ style: PromptPlan.Look) -> Style {
    switch style {
    case .plain: return .plain
    case .dim: return .dim
    case .bold: return .bold
    case .error:
      return Style(foreground: content.hasColor ? .error : .own, attributes: .bold)
    }
  }

  private mutating func drawHeader(_ row: Int) {
    let end = buffer.put("keyward", column: 1, row: row, style: .bold)
    var right = buffer.columns - 1
    if !content.asker.isEmpty {
      let asker = TextLines.head(
        content.asker, width: right - end - 2, mark: marks.ellipsis)
      right -= CharacterWidth.of(asker)
      buffer.put(asker, column: right, row: row, style: .dim)
    }
    if !content.warning.isEmpty {
      buffer.put(
        "! " + content.warning, column: end + 2, row: row, limit: right - 1,
        style: look(.error))
    }
  }

  // MARK: Fields

  private func fieldArea(_ plan: PromptPlan) -> Range<Int> {
    let start = min(plan.margin + plan.labelWidth, buffer.columns - 1)
    return start..<max(start + 1, min(plan.margin + plan.width, buffer.columns))
  }

  private mutating func drawBoxEdge(_ index: Int, _ isTop: Bool, _ plan: PromptPlan, _ row: Int) {
    let area = fieldArea(plan)
    let corners = isTop ? marks.corners[..<2] : marks.corners[2...]
    buffer.fill(column: area.lowerBound, row: row, width: area.count, height: 1, with: marks.rule)
    buffer.put(String(corners[corners.startIndex]), column: area.lowerBound, row: row)
    buffer.put(String(corners[corners.startIndex + 1]), column: area.upperBound - 1, row: row)
  }

  private mutating func drawField(
    _ index: Int, _ isBoxed: Bool, _ plan: PromptPlan, _ row: Int
  ) {
    let field = content.fields[index]
    let isActive = index == content.activeField && content.focusedButton == nil
    if plan.labelWidth > 0 {
      let label = TextLines.tail(field.label, width: plan.labelWidth - 1, mark: marks.ellipsis)
      buffer.put(
        label, column: plan.margin, row: row, style: isActive ? .bold : .plain)
    }
    var area = fieldArea(plan)
    targets.append(Target(row: row, columns: area, action: .field(index)))
    if isBoxed {
      buffer.put(String(marks.side), column: area.lowerBound, row: row)
      buffer.put(String(marks.side), column: area.upperBound - 1, row: row)
      area = area.lowerBound + 2..<area.upperBound - 2
    }
    if field.mask == .bullets, !field.isRevealed, area.count > 12 {
      let count = String(field.characterCount)
      buffer.put(count, column: area.upperBound - count.count, row: row, style: .dim)
      area = area.lowerBound..<area.upperBound - 5
    }
    if field.isRevealed {
      buffer.reserve(column: area.lowerBound, row: row, width: area.count)
      reveal = Reveal(
        field: index, column: area.lowerBound, row: row, width: max(1, area.count - 1))
      if isActive { cursor = (area.lowerBound, row) }
      return
    }
    let room = isActive && area.count > 1 ? area.count - 1 : area.count
    let end = buffer.put(mask(of: field, room: room), column: area.lowerBound, row: row)
    guard isActive else { return }
    cursor = (min(end, buffer.columns - 1), row)
    if area.count > 1 { buffer.put(marks.cursor, column: end, row: row) }
  }

  private func mask(of field: PromptContent.Field, room: Int) -> String {
    switch field.mask {
    case .hidden: return ""
    case .fixed: return String(repeating: marks.bullet, count: min(8, room))
    case .bullets:
      guard field.characterCount > room else {
        return String(repeating: marks.bullet, count: field.characterCount)
      }
      let mark = CharacterWidth.of(marks.ellipsis) < room ? marks.ellipsis : ""
      return mark
        + String(repeating: marks.bullet, count: room - CharacterWidth.of(mark))
    }
  }

  // MARK: Quality, buttons

  private mutating func drawQuality(_ plan: PromptPlan, _ row: Int) {
    guard let quality = content.quality else { return }
    let limit = plan.margin + plan.width
    var column = buffer.put(
      TextLines.tail(quality.label, width: plan.width / 2, mark: marks.ellipsis),
      column: plan.margin, row: row, limit: limit)
    column += 1
    guard let value = quality.value else {
      buffer.put(marks.ellipsis, column: column, row: row, limit: limit, style: .dim)
      return
    }
    let length = max(0, min(20, limit - column - 12))
    let filled = length * abs(value) / 100
    let bar =
      String(repeating: marks.full, count: filled)
      + String(repeating: marks.empty, count: length - filled)
    column = buffer.put(
      bar, column: column, row: row, limit: limit, style: value < 0 ? look(.error) : .plain)
    let words = value < 0 ? "\(-value) % too weak" : "\(value) %"
    buffer.put(words, column: column + 1, row: row, limit: limit)
  }

  private mutating func drawButtons(_ range: Range<Int>, _ plan: PromptPlan, _ row: Int) {
    var column = plan.margin
    for index in range {
      let button = content.buttons[index]
      let isFocused = content.focusedButton == index
      let start = column
      let frame = isFocused ? ("> ", " <") : ("[ ", " ]")
      let style: Style = isFocused ? Style(attributes: [.bold, .reverse]) : .plain
      column = buffer.put(frame.0, column: column, row: row, style: style)
      for (place, character) in button.label.text.enumerated() {
        let isAccelerator = place == button.label.acceleratorIndex
        let look = isAccelerator && !isFocused ? Style.bold : style
        column = buffer.put(
          String(character), column: column, row: row,
          limit: max(column, buffer.columns - 2), style: look)
      }
      column = buffer.put(frame.1, column: column, row: row, style: style)
      if isFocused { cursor = (min(start, buffer.columns - 1), row) }
      targets.append(Target(row: row, columns: start..<column, action: button.action))
      column += 2
    }
  }
}
