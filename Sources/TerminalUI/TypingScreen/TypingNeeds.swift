/// What a typing screen has to lay out: a size, and how many cells its parts would like to have.
///
/// Two contents with equal needs have the same frames, whatever their texts say.
struct TypingNeeds: Hashable {
  /// The drawn keyboard, in cells.
  struct Keyboard: Hashable {
    var columns: Int
    var lines: Int
    /// Whether a strip with a title belongs above the panel.
    var hasToolbar: Bool
    /// Empty rows below the panel.
    var bottomRows: Int
  }

  /// The window in cells.
  var columns: Int
  var rows: Int
  var titleRows = 0
  /// Lines of the description that say something, and empty ones.
  var descriptionLines = 0
  var descriptionBlanks = 0
  var errorRows = 0
  /// Whether the error is worth more than the field, which cannot be typed into.
  var errorComesFirst = false
  var fields = 1
  /// The field that stays where there is room for one.
  var activeField = 0
  /// The cells of the longest prompt.
  var promptColumns = 0
  /// Whether prompts stand in a row of their own and the count below the field.
  var isNarrow = false
  var hasCount = false
  var hasQuality = false
  var hintRows = 0
  /// Rows behind the hints that give way before anything else.
  var tipRows = 0
  /// Rows of buttons, of which one is worth as much as the field where there is none.
  var buttonRows = 0
  var statusRows = 0
  /// Whether a mark at the right end of a field on row 0 has to say that there is a warning.
  var hasWarning = false
  var keyboard: Keyboard?

  /// The columns beside the text: fewer where columns are few, more where lines would be too long
  /// to follow.
  static func textMargins(columns: Int) -> (left: Int, right: Int) {
    let least = columns >= 24 ? 3 : columns >= 12 ? 1 : 0
    let beside = max(2 * least, columns - widestText)
    return (beside / 2, beside - beside / 2)
  }

  /// Wider than this, lines are hard to follow; what is beside them stays empty.
  private static let widestText = 100
  /// Narrower than this, a box around the field leaves too little of it.
  private static let leastBox = 8

  /// The rows of what is said before the fields.
  var textRows: Int { titleRows + descriptionLines + descriptionBlanks + errorRows }

  /// The width of the text in columns.
  var textColumns: Int {
    let margins = Self.textMargins(columns: columns)
    return columns - margins.left - margins.right
  }

  /// Whether there is any point in boxes around fields.
  var hasBoxes: Bool { textColumns >= Self.leastBox }
}
