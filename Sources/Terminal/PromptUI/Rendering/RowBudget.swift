/// The parts of a screen that take rows, from above.
enum RowPart: Int, CaseIterable {
  case header, rule
  /// Spare rows above the group of text, field and keys.
  case lead
  case cardTop, blankAboveText
  case title, blankBelowTitle, description, blankAboveError, error
  case blankAboveFields, fields, quality, hints, blankAboveButtons, buttons
  case blankBelowText, cardBottom
  /// Half a row of ground above a panel without a strip.
  case panelEdge
  case toolbar, panel, keyboardBottom
  /// Spare rows below.
  case trail
  case blankAboveStatus, status
}

/// The number of rows of every part.
struct RowCounts: Hashable {
  private var rows = [Int](repeating: 0, count: RowPart.allCases.count)

  subscript(part: RowPart) -> Int {
    get { rows[part.rawValue] }
    set { rows[part.rawValue] = newValue }
  }

  var total: Int { rows.reduce(0, +) }

  /// The first line of a part.
  func line(of part: RowPart) -> Int { rows[..<part.rawValue].reduce(0, +) }
}

/// The rows and columns of a screen: a window's size, and the cells that its parts would like.
struct RowBudget: Hashable {
  /// The window in cells.
  var columns: Int
  var rows: Int
  var titleRows = 0
  /// The description lines with text, and the empty ones.
  var descriptionLines = 0
  var descriptionBlanks = 0
  var errorRows = 0
  /// True if the error matters more than the field, since nothing can be typed.
  var errorComesFirst = false
  var fields = 1
  /// The field that stays if there is room for one.
  var activeField = 0
  /// The cells of the longest prompt.
  var promptColumns = 0
  var hasQuality = false
  var hintRows = 0
  /// The rows after the hints that give way before anything else.
  var tipRows = 0
  /// The rows of buttons; without a field, one of them matters as much as a field.
  var buttonRows = 0
  var statusRows = 0
  /// True if a mark at the right end of a field on row 0 must show that there is a warning.
  var hasWarning = false
  /// True if a frame stands around text and fields.
  var hasCard = false
  /// True if the screen stands in the rows at the cursor, as few as it needs.
  var isInline = false
  /// True if a field is as wide as text may be, even above a narrower keyboard.
  var hasWideFields = false
  var keyboard: KeyboardNeeds?

  /// The drawn keyboard, in cells.
  struct KeyboardNeeds: Hashable {
    var columns: Int
    var lines: Int
    /// The columns from the first cap to the last, in the panel's cells.
    var caps: Range<Int>
    /// The columns of its background.
    var background: Int
    /// True if a strip with a title belongs above the panel.
    var hasToolbar: Bool
    /// Empty rows below the panel.
    var bottomRows: Int
  }
}

/// The rows of a screen, and the order in which they give way.
extension RowBudget {
  /// The rows that all parts would like to have.
  private var wanted: RowCounts {
    var wanted = RowCounts()
    let hasText = descriptionLines + descriptionBlanks > 0
    let hasMore = fields > 0 || titleRows + descriptionLines + errorRows > 0
    wanted[.header] = 1
    wanted[.rule] = hasCard ? 0 : 1
    (wanted[.cardTop], wanted[.cardBottom]) = hasCard ? (1, 1) : (0, 0)
    wanted[.blankAboveText] = 1
    wanted[.blankBelowText] = hasCard ? 1 : 0
    wanted[.title] = titleRows
    wanted[.blankBelowTitle] = titleRows > 0 && hasText ? 1 : 0
    wanted[.description] = descriptionLines + descriptionBlanks
    wanted[.blankAboveError] = errorRows > 0 && titleRows + descriptionLines > 0 ? 1 : 0
    wanted[.error] = errorRows
    let hasAbove = titleRows + descriptionLines + errorRows > 0
    wanted[.blankAboveFields] = hasAbove && fields > 0 ? 1 : 0
    wanted[.fields] = fields * (hasBoxes ? 3 : 1)
    wanted[.quality] = hasQuality ? 1 : 0
    wanted[.hints] = hintRows + tipRows
    wanted[.blankAboveButtons] = buttonRows > 0 && hasMore ? 1 : 0
    wanted[.buttons] = buttonRows
    wanted[.blankAboveStatus] = keyboard == nil ? 1 : 0
    wanted[.status] = statusRows
    guard let keyboard else { return wanted }
    wanted[.panelEdge] = keyboard.hasToolbar ? 0 : 1
    wanted[.toolbar] = keyboard.hasToolbar ? 2 : 0
    wanted[.panel] = keyboard.lines
    wanted[.keyboardBottom] = keyboard.bottomRows
    return wanted
  }

  /// The rows at the cursor that all parts would like to have: no edges, no blanks, and no long
  /// text.
  ///
  /// A field needs no buttons beside it, since no mouse can press them there.
  private var wantedInline: RowCounts {
    var wanted = RowCounts()
    wanted[.title] = min(titleRows, 2)
    wanted[.description] = min(descriptionLines, 5)
    wanted[.error] = min(errorRows, 3)
    wanted[.fields] = fields
    wanted[.quality] = hasQuality ? 1 : 0
    wanted[.hints] = min(hintRows, 3)
    wanted[.buttons] = fields > 0 ? 0 : min(buttonRows, 2)
    wanted[.status] = statusRows
    return wanted
  }

  /// The rows of every part in this window.
  ///
  /// Missing rows are taken from the parts that give way first; spare rows surround the group of
  /// text, field and keys.
  var rowCounts: RowCounts {
    var counts = isInline ? wantedInline : wanted
    let rows = isInline ? min(rows, counts.total) : rows
    if counts.total > rows { shrink(&counts, to: rows) }
    // Parts that cannot be halved may have left rows over.
    let lines = max(0, min(rows - counts.total, descriptionLines - counts[.description]))
    if counts[.description] > 0 { counts[.description] += lines }
    let rest = max(0, rows - counts.total)
    counts[.lead] = rest / 2
    counts[.trail] = rest - rest / 2
    return counts
  }

  /// Takes missing rows from the parts, in the order in which they give way.
  private func shrink(_ counts: inout RowCounts, to rows: Int) {
    /// Takes rows one by one.
    func take(_ part: RowPart, downTo least: Int = 0) {
      let missing = counts.total - rows
      guard missing > 0, counts[part] > least else { return }
      counts[part] = max(least, counts[part] - missing)
    }
    /// Takes parts as a whole, since half of them is of no use.
    func takeWhole(_ parts: RowPart..., downTo least: Int = 0) {
      guard counts.total > rows else { return }
      for part in parts where counts[part] > least { counts[part] = least }
    }
    take(.hints, downTo: hintRows)
    take(.panelEdge)
    take(.blankAboveFields)
    take(.description, downTo: descriptionLines)
    take(.blankAboveButtons)
    take(.blankAboveError)
    take(.blankBelowTitle)
    take(.blankBelowText)
    take(.blankAboveText)
    take(.blankAboveStatus)
    takeWhole(.cardTop, .cardBottom)
    take(.rule)
    take(.description, downTo: 1)
    takeWhole(.fields, downTo: fields)
    take(.hints)
    take(.title)
    take(.status)
    // Enter and Esc do without buttons if there is a field; without a field, the buttons are the
    // purpose of the screen.
    take(.buttons, downTo: fields > 0 ? 0 : buttonRows)
    take(.error, downTo: 1)
    take(.buttons, downTo: fields > 0 ? 0 : 1)
    take(.description)
    takeWhole(.keyboardBottom)
    take(.toolbar)
    take(.quality)
    take(.error, downTo: errorComesFirst ? 1 : 0)
    take(.fields, downTo: 1)
    take(.header)
    take(.fields, downTo: errorComesFirst ? 0 : 1)
    take(.buttons)
  }

  /// True if boxes around fields are worth their cells.
  private var hasBoxes: Bool { textColumns.count >= Self.leastBox }

  /// The least width for a box around a field.
  private static let leastBox = 8
}

/// The columns of a screen.
extension RowBudget {
  /// The greatest width of text, fields and keys together.
  static let widest = 72
  /// The greatest width of a form's keys: five cells for each of its units.
  static let widestForm = 75
  /// The greatest width of a field above a narrower keyboard.
  static let widestBesideKeys = 60

  /// The columns of text and fields, on one axis with the keys.
  var textColumns: Range<Int> {
    guard hasCard else { return groupColumns }
    let inset = groupColumns.count >= 24 ? 3 : 2
    return groupColumns.lowerBound
      + inset..<max(
        groupColumns.lowerBound + inset, groupColumns.upperBound - inset)
  }

  /// The columns of text alone, which touches the window's edge only if there is no room.
  var proseColumns: Range<Int> {
    guard columns >= 12, !isInline else { return textColumns }
    let left = max(1, textColumns.lowerBound)
    return left..<max(left, min(columns - 1, textColumns.upperBound))
  }

  /// The columns after a field for the mark of a warning.
  var warningColumns: Int { hasWarning && columns > 3 ? 2 : 0 }

  /// The columns of the group of text, field and keys, without the keyboard's background.
  var groupColumns: Range<Int> {
    guard !isInline else { return 0..<min(columns - warningColumns, Self.widest) }
    let margin = columns >= 24 ? 3 : columns >= 12 ? 1 : 0
    guard let keyboard else {
      let width = min(hasCard ? columns : columns - 2 * margin, Self.widest)
      let left = (columns - width) / 2
      return left..<left + width
    }
    let caps = keyboard.caps
    let left = panelColumn + caps.lowerBound
    // Adds as many columns on either side as there are on the narrower one.
    let widest = hasWideFields ? Self.widest : Self.widestBesideKeys
    let wanted = max(0, min(widest, columns - 2 * margin) - caps.count) / 2
    let beside = min(wanted, left, columns - left - caps.count)
    return left - beside..<left + caps.count + beside
  }

  /// The panel's first column, which centres its caps in the window.
  var panelColumn: Int {
    guard let keyboard else { return 0 }
    return max(0, (columns - keyboard.caps.count) / 2 - keyboard.caps.lowerBound)
  }
}
