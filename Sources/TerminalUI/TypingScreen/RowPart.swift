/// The parts of a typing screen that take rows, from above.
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
}

/// A part that gives way if rows are few.
struct GivingWay {
  let parts: [RowPart]
  /// The number of rows of each part that stay.
  let least: Int
  /// True if it goes as a whole, since half of it is of no use.
  let isWhole: Bool

  /// A part that goes row by row.
  static func rows(_ part: RowPart, downTo least: Int = 0) -> GivingWay {
    GivingWay(parts: [part], least: least, isWhole: false)
  }

  /// Parts that go together.
  static func whole(_ parts: RowPart..., downTo least: Int = 0) -> GivingWay {
    GivingWay(parts: parts, least: least, isWhole: true)
  }

  /// Takes up to `missing` rows, or more if the parts cannot be halved.
  func take(_ missing: Int, of counts: inout RowCounts) {
    for part in parts where counts[part] > least {
      counts[part] = isWhole ? least : max(least, counts[part] - missing)
    }
  }
}
