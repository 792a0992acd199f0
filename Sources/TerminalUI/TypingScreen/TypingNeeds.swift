/// The demands of a typing screen on its layout: a window's size, and the cells that its parts
/// would like.
struct TypingNeeds: Hashable {
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
  /// The rows behind the hints that give way before anything else.
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
    /// The columns of its ground.
    var ground: Int
    /// True if a strip with a title belongs above the panel.
    var hasToolbar: Bool
    /// Empty rows below the panel.
    var bottomRows: Int
  }
}

/// The rows of a screen, and the order in which they give way.
extension TypingNeeds {
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

  /// The parts that give way, in order.
  private var order: [GivingWay] {
    [
      .rows(.hints, downTo: hintRows), .rows(.panelEdge), .rows(.blankAboveFields),
      .rows(.description, downTo: descriptionLines), .rows(.blankAboveButtons),
      .rows(.blankAboveError), .rows(.blankBelowTitle), .rows(.blankBelowText),
      .rows(.blankAboveText), .rows(.blankAboveStatus), .whole(.cardTop, .cardBottom),
      .rows(.rule), .rows(.description, downTo: 1), .whole(.fields, downTo: fields),
      .rows(.hints), .rows(.title), .rows(.status),
      // Enter and Esc do without buttons if there is a field; without a field, the buttons are the
      // purpose of the screen.
      .rows(.buttons, downTo: fields > 0 ? 0 : buttonRows), .rows(.error, downTo: 1),
      .rows(.buttons, downTo: fields > 0 ? 0 : 1), .rows(.description),
      .whole(.keyboardBottom), .rows(.toolbar), .rows(.quality),
      .rows(.error, downTo: errorComesFirst ? 1 : 0), .rows(.fields, downTo: 1), .rows(.header),
      .rows(.fields, downTo: errorComesFirst ? 0 : 1), .rows(.buttons),
    ]
  }

  /// The rows of every part in this window.
  ///
  /// Missing rows are taken from the parts that give way first; spare rows surround the group of
  /// text, field and keys.
  var rowCounts: RowCounts {
    var counts = isInline ? wantedInline : wanted
    let rows = isInline ? min(rows, counts.total) : rows
    for step in order {
      let missing = counts.total - rows
      guard missing > 0 else { break }
      step.take(missing, of: &counts)
    }
    // Parts that cannot be halved may have left rows over.
    let lines = max(0, min(rows - counts.total, descriptionLines - counts[.description]))
    if counts[.description] > 0 { counts[.description] += lines }
    let rest = max(0, rows - counts.total)
    counts[.lead] = rest / 2
    counts[.trail] = rest - rest / 2
    return counts
  }

  /// True if boxes around fields are worth their cells.
  private var hasBoxes: Bool { textColumns.count >= Self.leastBox }

  /// The least width for a box around a field.
  private static let leastBox = 8
}

/// The columns of a screen.
extension TypingNeeds {
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

  /// The columns behind a field for the mark of a warning.
  var warningColumns: Int { hasWarning && columns > 3 ? 2 : 0 }

  /// The columns of the group of text, field and keys, without the keyboard's ground.
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
