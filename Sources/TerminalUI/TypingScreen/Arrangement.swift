/// How the rows above the keyboard are shared out, and what gives way first where they are few.
///
/// The order: empty lines, the description, the boxes around fields, the status line, the rows of
/// prompts; then whatever is left but the field.
struct Arrangement: Hashable {
  /// What there is to show, in rows.
  struct Needs: Hashable {
    /// Whether each line of the description is empty.
    var descriptionBlanks: [Bool]
    var errorRows: Int
    var fields: Int
    /// Whether prompts stand in a row of their own and the count below the field.
    var isNarrow: Bool
    var hasCount: Bool
    var statusRows: Int
    /// Whether the window is wide enough for boxes around fields.
    var hasBoxes = true
    /// Whether the error is worth more than the field, which cannot be typed into.
    var errorComesFirst = false
    /// Whether a keyboard without a strip above it follows.
    var touchesPanel = false
  }

  let needs: Needs
  private(set) var hasHeader = true
  private(set) var hasRule = true
  private(set) var blankAboveDescription = true
  /// Empty lines of the description that are left out, counted from its end.
  private(set) var droppedBlanks = 0
  /// How many lines of the description are shown at most.
  private(set) var descriptionLimit = Int.max
  private(set) var blankAboveError: Bool
  private(set) var errorRows: Int
  private(set) var blanksAboveFields: Int
  private(set) var hasBoxes: Bool
  private(set) var hasPromptRows: Bool
  private(set) var blankAboveCount: Bool
  private(set) var statusRows: Int
  private(set) var blankAboveStatus: Bool
  /// The row between the status line and a panel.
  private(set) var blankAbovePanel: Bool
  /// How many fields are shown; where it is one, the active one.
  private(set) var visibleFields: Int
  /// Rows that nothing needs, put above the status line.
  private(set) var spareRows = 0

  /// Shares out `rows` rows, at least 1.
  init(_ needs: Needs, rows: Int) {
    self.needs = needs
    blankAboveError = !needs.descriptionBlanks.isEmpty && needs.errorRows > 0
    errorRows = needs.errorRows
    blanksAboveFields = needs.isNarrow ? 2 : 1
    hasPromptRows = needs.isNarrow
    hasBoxes = needs.hasBoxes
    visibleFields = needs.fields
    blankAboveCount = needs.isNarrow && needs.hasCount
    statusRows = needs.statusRows
    blankAboveStatus = needs.statusRows > 0
    blankAbovePanel = needs.touchesPanel && needs.statusRows > 0
    if needs.descriptionBlanks.isEmpty, needs.errorRows == 0 { blanksAboveFields -= 1 }
    while height > rows, giveWay() {}
    // A box gives up two rows at once; the description can have the one too many.
    while height < rows, descriptionLimit > 0, isDescriptionShortened { descriptionLimit += 1 }
    spareRows = max(0, rows - height)
  }

  /// The lines of the description that are shown where it is not scrolled.
  var descriptionRows: Int {
    min(needs.descriptionBlanks.count - droppedBlanks, descriptionLimit)
  }

  var isDescriptionShortened: Bool {
    descriptionLimit < needs.descriptionBlanks.count - droppedBlanks
  }

  var hasCountRow: Bool { needs.isNarrow && needs.hasCount && hasBoxes }

  private var fieldRows: Int { (hasBoxes ? 3 : 1) + (hasPromptRows ? 1 : 0) }

  private var height: Int {
    var rows = (hasHeader ? 1 : 0) + (hasRule ? 1 : 0) + (blankAboveDescription ? 1 : 0)
    rows += descriptionRows + (blankAboveError ? 1 : 0) + errorRows + blanksAboveFields
    rows += visibleFields * fieldRows + (hasCountRow ? (blankAboveCount ? 2 : 1) : 0)
    return rows + (blankAboveStatus ? 1 : 0) + statusRows + (blankAbovePanel ? 1 : 0)
  }

  /// Gives up one thing; false where only the field is left.
  private mutating func giveWay() -> Bool {
    if giveUpBlank() { return true }
    if descriptionRows > 1 {
      descriptionLimit = descriptionRows - 1
    } else if hasBoxes {
      hasBoxes = false
    } else if statusRows > 0 {
      statusRows -= 1
    } else if hasPromptRows {
      hasPromptRows = false
    } else if errorRows > 1 {
      errorRows -= 1
    } else if descriptionRows > 0 {
      descriptionLimit = 0
    } else {
      return giveUpLast()
    }
    return true
  }

  /// What only windows of one to three rows do without.
  private mutating func giveUpLast() -> Bool {
    if errorRows > 0, !needs.errorComesFirst {
      errorRows = 0
    } else if visibleFields > 1 {
      visibleFields = 1
    } else if hasHeader {
      hasHeader = false
    } else if errorRows > 0, visibleFields > 0 {
      visibleFields = 0
    } else {
      return false
    }
    return true
  }

  private mutating func giveUpBlank() -> Bool {
    if blankAbovePanel {
      blankAbovePanel = false
    } else if blanksAboveFields > 0 {
      blanksAboveFields -= 1
    } else if droppedBlanks < needs.descriptionBlanks.count(where: { $0 }) {
      droppedBlanks += 1
    } else if blankAboveCount {
      blankAboveCount = false
    } else if blankAboveError {
      blankAboveError = false
    } else if blankAboveDescription {
      blankAboveDescription = false
    } else if blankAboveStatus {
      blankAboveStatus = false
    } else if hasRule {
      hasRule = false
    } else {
      return false
    }
    return true
  }
}
