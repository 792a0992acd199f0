import KeyboardScenes
import PromptUI

extension SceneComposer {
  func drawStatus(row: Int, rows: Int, on cells: inout SceneCells) {
    guard rows > 0 else { return }
    let columns = cells.screen.buffer.columns
    cells.screen.buffer.fill(column: 0, row: row, width: columns, height: rows)
    let status = content.status
    drawFacts(status, row: row, showsActive: rows == 2 && status.hasTracking, on: &cells)
    if rows > 2 { putLine(status.activeLine, row: row + 1, style: .plain, on: &cells) }
    guard rows > 1 else { return }
    let last = row + rows - 1
    if status.notice.isEmpty {
      let help = ascii(status.help(width: columns - 2))
      putLine(help, row: last, style: content.isGrabbing ? .bold : .hint, on: &cells)
    } else {
      putLine(status.notice, row: last, style: .bold, on: &cells)
    }
  }

  private func drawFacts(
    _ status: SceneStatus, row: Int, showsActive: Bool, on cells: inout SceneCells
  ) {
    let columns = cells.screen.buffer.columns
    var column = cells.screen.buffer.put(status.scene, column: 1, row: row, style: .bold) + 2
    var right = columns - 1
    let error = Style(foreground: content.hasColor ? .error : .own, attributes: .bold)
    for text in [status.warning, conflictText(status)] where !text.isEmpty {
      let shown = glyphs.warningMark + " " + text
      let width = CharacterWidth.of(shown)
      guard right - width > column else { continue }
      cells.screen.buffer.put(shown, column: right - width, row: row, style: error)
      right -= width + 2
    }
    var facts = status.facts(width: right - column)
    if showsActive {
      let both = facts + ", " + status.activeLine
      if CharacterWidth.of(both) <= right - column { facts = both }
    }
    column = cells.screen.buffer.put(
      TextWrap.head(of: facts, width: right - column, ellipsis: glyphs.ellipsis), column: column,
      row: row)
    let room = right - column - 2
    guard let place = status.places.first(where: { CharacterWidth.of($0) <= room }) else { return }
    let start = right - CharacterWidth.of(place)
    cells.screen.buffer.put(place, column: start, row: row, style: .hint)
  }

  private func conflictText(_ status: SceneStatus) -> String {
    switch status.conflicts {
    case 0: ""
    case 1: "1 conflict"
    default: "\(status.conflicts) conflicts"
    }
  }

  private func putLine(
    _ text: String, row: Int, style: Style, on cells: inout SceneCells
  ) {
    let width = cells.screen.buffer.columns - 2
    cells.screen.buffer.put(
      TextWrap.head(of: text, width: width, ellipsis: glyphs.ellipsis), column: 1, row: row,
      style: style)
  }

  /// Our own signs as the terminal shows them.
  private func ascii(_ text: String) -> String {
    guard glyphs.isASCII else { return text }
    return String(text.map { $0 == "·" ? "-" : $0 == "\u{2501}" ? Character(glyphs.grip) : $0 })
  }
}
