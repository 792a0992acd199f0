/// The parts of a screen that take rows, from top to bottom.
enum RowPart: Int, CaseIterable {
  case header
  /// The spare rows above the group of text, fields, keys and hints; `trail` has those below.
  case lead
  case cardTop, blankAboveText
  case asker
  case title, blankBelowTitle, description, blankAboveError, error
  case blankAboveFields, fields, quality, hints, blankAboveButtons, buttons
  case blankBelowText, cardBottom
  case blankAboveKeyboard, toolbar, panel, keyboardBottom
  case blankAboveStatus, status
  case trail
}

struct RowCounts {
  var isDocked = false
  private var rows = [Int](repeating: 0, count: RowPart.allCases.count)

  private static let keyboard =
    RowPart.blankAboveKeyboard.rawValue...RowPart.keyboardBottom.rawValue

  subscript(part: RowPart) -> Int {
    get { rows[part.rawValue] }
    set { rows[part.rawValue] = newValue }
  }

  var total: Int { rows.reduce(0, +) }

  func line(of part: RowPart) -> Int {
    let before = rows[..<part.rawValue].reduce(0, +)
    guard isDocked else { return before }
    if Self.keyboard.contains(part.rawValue) {
      return before + rows[(Self.keyboard.upperBound + 1)...].reduce(0, +)
    }
    if part.rawValue < Self.keyboard.lowerBound { return before }
    return before - rows[Self.keyboard].reduce(0, +)
  }
}

/// The size of a window, and the rows and columns that the parts of its screen need.
struct RowBudget {
  var columns: Int
  var rows: Int
  var askerRows = 0
  var titleRows = 0
  /// The number of the description's lines with text; `descriptionBlanks` counts its empty lines.
  var descriptionLines = 0
  var descriptionBlanks = 0
  var errorRows = 0
  /// True if the error is more important than the field, because nothing can be typed.
  var errorComesFirst = false
  var fields = 1
  /// The index of the field that stays if there is room for only one.
  var activeField = 0
  var promptColumns = 0
  var hasQuality = false
  var hintRows = 0
  /// The rows of explanations that follow the hints; they are removed before all other rows.
  var tipRows = 0
  /// The number of rows of buttons, without the blank rows between them.
  ///
  /// On a screen without a field, the first row of buttons is one of the last parts to be removed.
  var buttonRows = 0
  var statusRows = 0
  /// True if there is a warning.
  ///
  /// If the field is on row 0, there is only room for the warning's mark, beside the field.
  var hasWarning = false
  /// The width of the longest text, label or row of buttons, which determines the screen's width if
  /// no keyboard is drawn.
  var contentColumns = RowBudget.widest
  var hasCard = false
  var isInline = false
  var isDocked = false
  /// The sizes of the drawn keyboard.
  ///
  /// `columns` and `lines` are those of the panel, including the background around the caps.
  /// `toolbarRows` are above the panel, and `bottomRows` are below it. `hasReturn` is true if the
  /// panel has a key to submit.
  var keyboard: (columns: Int, lines: Int, toolbarRows: Int, bottomRows: Int, hasReturn: Bool)?
}

extension RowBudget {
  private var wanted: RowCounts {
    var wanted = RowCounts()
    wanted.isDocked = isDocked
    let hasText = descriptionLines + descriptionBlanks > 0
    let hasMore = fields > 0 || titleRows + descriptionLines + errorRows > 0
    wanted[.header] = 1
    (wanted[.cardTop], wanted[.cardBottom]) = hasCard ? (1, 1) : (0, 0)
    (wanted[.blankAboveText], wanted[.blankBelowText]) = hasCard ? (1, 1) : (0, 0)
    wanted[.asker] = askerRows
    wanted[.title] = titleRows
    wanted[.blankBelowTitle] = askerRows + titleRows > 0 && hasText ? 1 : 0
    wanted[.description] = descriptionLines + descriptionBlanks
    let hasHeading = askerRows + titleRows + descriptionLines > 0
    wanted[.blankAboveError] = errorRows > 0 && hasHeading ? 1 : 0
    wanted[.error] = errorRows
    wanted[.blankAboveFields] = (hasHeading || errorRows > 0) && fields > 0 ? 1 : 0
    wanted[.fields] = fields * (hasBoxes ? 3 : 1)
    wanted[.quality] = hasQuality ? 1 : 0
    wanted[.hints] = hintRows + tipRows
    wanted[.blankAboveButtons] = buttonRows > 0 && hasMore ? 1 : 0
    wanted[.buttons] = max(0, 2 * buttonRows - 1)
    wanted[.blankAboveStatus] = keyboard == nil || isDocked ? 1 : 0
    wanted[.status] = statusRows
    guard let keyboard else { return wanted }
    wanted[.blankAboveKeyboard] = 1
    wanted[.toolbar] = keyboard.toolbarRows
    wanted[.panel] = keyboard.lines
    wanted[.keyboardBottom] = keyboard.bottomRows
    return wanted
  }

  /// The rows that all parts need on an inline screen, without borders and blank rows.
  ///
  /// On a screen with a field, buttons are left out, because an inline screen cannot use the mouse.
  private var wantedInline: RowCounts {
    var wanted = RowCounts()
    wanted[.title] = titleRows
    wanted[.description] = descriptionLines
    wanted[.error] = errorRows
    wanted[.fields] = fields
    wanted[.quality] = hasQuality ? 1 : 0
    wanted[.hints] = hintRows
    wanted[.buttons] = fields > 0 ? 0 : buttonRows
    wanted[.status] = statusRows
    return wanted
  }

  /// The number of rows of every part in this window.
  ///
  /// If the window has too few rows, the least important parts are reduced first. Rows that no part
  /// needs are added above and below the group of text, fields and keys.
  var rowCounts: RowCounts {
    var counts = isInline ? wantedInline : wanted
    // Inline, half of the window stays unchanged.
    let rows = isInline ? min(rows, max(rows / 2, 4), counts.total) : rows
    if counts.total > rows { shrink(&counts, to: rows) }
    // Rows that became free when whole parts were removed go to the description.
    let lines = max(0, min(rows - counts.total, descriptionLines - counts[.description]))
    if counts[.description] > 0 { counts[.description] += lines }
    let rest = max(0, rows - counts.total)
    // Row 0 is usually empty, so count it as a spare row above the group.
    let below = isDocked ? counts[.blankAboveKeyboard] : 0
    counts[.lead] = min(rest, max(0, rest + below - counts[.header]) / 2)
    counts[.trail] = rest - counts[.lead]
    return counts
  }

  private func shrink(_ counts: inout RowCounts, to rows: Int) {
    func take(_ part: RowPart, downTo least: Int = 0) {
      let missing = counts.total - rows
      guard missing > 0, counts[part] > least else { return }
      counts[part] = max(least, counts[part] - missing)
    }
    /// Reduces each of `parts` to `least` rows if the window has too few rows.
    ///
    /// Unlike `take`, the function removes all these rows or none of them, because a card or box
    /// cannot be drawn in part.
    func takeWhole(_ parts: RowPart..., downTo least: Int = 0) {
      guard counts.total > rows else { return }
      for part in parts where counts[part] > least { counts[part] = least }
    }
    take(.hints, downTo: hintRows)
    // A bar of the quality directly above the keys would look like a part of them.
    if !hasQuality || isDocked { take(.blankAboveKeyboard) }
    take(.blankAboveFields)
    take(.description, downTo: descriptionLines)
    take(.buttons, downTo: buttonRows)
    take(.blankAboveError)
    take(.blankBelowTitle)
    take(.blankBelowText)
    take(.blankAboveText)
    take(.blankAboveStatus)
    take(.blankAboveButtons)
    takeWhole(.cardTop, .cardBottom)
    takeWhole(.fields, downTo: fields)
    // The keys of the panel do what those of the toolbar do.
    if keyboard?.hasReturn == true { takeWhole(.toolbar) }
    take(.description, downTo: 1)
    take(.hints)
    take(.asker)
    take(.title)
    take(.status)
    // On a screen with a field, buttons are optional; on any other, they are the purpose.
    take(.buttons, downTo: fields > 0 ? 0 : buttonRows)
    take(.error, downTo: 1)
    take(.buttons, downTo: fields > 0 ? 0 : 1)
    take(.description)
    takeWhole(.keyboardBottom)
    take(.toolbar)
    take(.quality)
    take(.blankAboveKeyboard)
    take(.error, downTo: errorComesFirst ? 1 : 0)
    take(.fields, downTo: 1)
    take(.header)
    take(.fields, downTo: errorComesFirst ? 0 : 1)
    take(.buttons)
  }

  private var hasBoxes: Bool { textColumns.count >= Self.leastBox }

  private static let leastBox = 8
}

extension RowBudget {
  static let widest = 72
  /// The maximum width in cells of a keyboard whose rows are staggered, with the background.
  ///
  /// It allows five cells for each of 15 key units, and one more cell.
  static let widestForm = 76
  /// The minimum width of the content of a screen without a keyboard, if the window has room.
  static let narrowest = 36

  var textColumns: Range<Int> { groupColumns.inset(by: cardInset) }

  private var cardInset: Int { !hasCard ? 0 : columns >= 28 ? 3 : 2 }

  /// The columns of text, which touches the window's edge only if there is no room.
  var proseColumns: Range<Int> {
    guard columns >= 12, !isInline else { return textColumns }
    let left = max(1, textColumns.lowerBound)
    return left..<max(left, min(columns - 1, textColumns.upperBound))
  }

  /// The columns of the centred status line.
  ///
  /// The status line can be wider than the group of text, fields and keys, except below a number
  /// pad.
  var statusColumns: Range<Int> {
    if isInline { return proseColumns }
    let width = groupColumns.count
    let isPad = keyboard != nil && !isDocked && (Self.narrowest..<45).contains(width)
    let inner = (0..<columns).inset(by: columns > 2 ? 1 : 0)
    if isPad { return groupColumns.clamped(to: inner) }
    return inner.inset(by: max(0, inner.count - max(width, Self.widest)) / 2)
  }

  var warningColumns: Int { hasWarning && columns > 3 ? 2 : 0 }

  var keyboardColumns: Range<Int> { isDocked ? 0..<columns : groupColumns }

  /// The columns of the group of text, fields and keys, centred in the window.
  ///
  /// If the group cannot be exactly in the middle, the right margin is one cell wider.
  var groupColumns: Range<Int> {
    guard !isInline else { return 0..<min(columns - warningColumns, Self.widest) }
    let margin = columns >= 24 ? 1 : 0
    let content =
      isDocked
      ? Self.widest : max(Self.narrowest, min(contentColumns + 2 * cardInset, Self.widest))
    let text = min(content, columns - 2 * margin)
    let width = isDocked ? text : keyboard?.columns ?? text
    let left = max(0, (columns - width) / 2)
    return left..<left + width
  }
}

extension Range<Int> {
  fileprivate func inset(by places: Int) -> Range {
    lowerBound + places..<Swift.max(lowerBound + places, upperBound - places)
  }
}
