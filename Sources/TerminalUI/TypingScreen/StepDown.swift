import KeywardEngine

/// What gives way where rows are few, in this order: the priorities of the typing screen's rows.
///
/// One constraint of a level counts more than all of the levels before it, so that as many rows as
/// are missing are taken from the first levels, and nothing from the others.
enum StepDown: Int, CaseIterable {
  /// Not a row: that the text begins at the top.
  case textAtTop = 1
  /// More about what stands below the fields.
  case tips
  /// The row between the status line and a panel.
  case blankAbovePanel
  case blanksAboveFields
  /// Empty lines of the description.
  case blanksInDescription
  case blankAboveCount
  case blankAboveButtons
  case blankAboveError
  case blankBelowTitle
  case blankAboveDescription
  case blankAboveStatus
  case rule
  /// The description but for one line of it.
  case description
  /// The boxes around fields, and the row of the count: all of them or none.
  case boxes
  /// Rules and offers below the fields.
  case hints
  case title
  case status
  /// Buttons below a field, which Enter and Esc do without.
  case buttons
  /// Rows for prompts alone: all of them or none.
  case promptRows
  /// The error but for one line of it.
  case error
  /// Rows of buttons where there is no field, but for one of them.
  case otherButtons
  case firstDescriptionLine
  /// The rows below the panel: all of them or none.
  case keyboardBottom
  /// The strip above the panel: its rules, then the rest.
  case toolbar
  case quality
  case firstErrorLine
  case otherFields
  case header
  case field

  /// The constraints' priority.
  var priority: LayoutPriority { LayoutPriority(rawValue: Float(10 * rawValue)) ?? .required }
}
