import KeywardEngine

/// Where the parts of a typing screen are, in cells; an empty rectangle is not shown.
struct TypingFrames: Hashable {
  struct Field: Hashable {
    var prompt: CellRect
    var box: CellRect
  }

  var header: CellRect
  var rule: CellRect
  var title: CellRect
  var description: CellRect
  var error: CellRect
  /// By the fields' numbers.
  var fields: [Field]
  /// The number of characters in words; empty where it stands in the field.
  var count: CellRect
  var quality: CellRect
  var hints: CellRect
  var buttons: CellRect
  var status: CellRect
  /// The row between the status line and a panel without strip.
  var panelEdge: CellRect
  /// Strip, panel and what is below, over the full width.
  var keyboard: CellRect
  var toolbar: CellRect
  var panel: CellRect
}
