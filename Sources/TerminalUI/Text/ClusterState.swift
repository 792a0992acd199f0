/// Follows a text scalar by scalar and decides which of them stay.
struct ClusterState {
  private static let replacement: Unicode.Scalar = "\u{fffd}"
  private static let mostMarks = 4
  private static let mostJoiners = 5

  private var hasBase = false
  private var marks = 0
  private var joiners = 0
  private var isPictograph = false

  /// The scalar to show for `scalar`, nil for none.
  mutating func filter(
    _ scalar: Unicode.Scalar, next: Unicode.Scalar?, keepsLines: Bool
  ) -> Unicode.Scalar? {
    switch scalar {
    case "\n" where keepsLines:
      end()
      return scalar
    case "\t":
      begin(" ")
      return " "
    case "\u{200d}":
      guard isPictograph, joiners < Self.mostJoiners, let next, next.isPictograph else {
        return replaced()
      }
      joiners += 1
      return scalar
    default:
      break
    }
    if scalar.isModifier { return mark(scalar) }
    guard scalar.isHarmless else { return replaced() }
    begin(scalar)
    return scalar
  }

  /// Keeps a mark on a base with few marks.
  private mutating func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard hasBase else { return replaced() }
    marks += 1
    return marks <= Self.mostMarks ? scalar : nil
  }

  private mutating func replaced() -> Unicode.Scalar {
    begin(Self.replacement)
    return Self.replacement
  }

  private mutating func begin(_ scalar: Unicode.Scalar) {
    hasBase = true
    marks = 0
    if !scalar.isPictograph { joiners = 0 }
    isPictograph = scalar.isPictograph
  }

  private mutating func end() {
    self = ClusterState()
  }
}

extension Unicode.Scalar {
  /// True if the scalar changes the one before it: a mark, an emoji or text selector, a skin tone.
  fileprivate var isModifier: Bool {
    if (0xfe00...0xfe0f).contains(value) || (0x1f3fb...0x1f3ff).contains(value) { return true }
    guard value >= 0x300, !properties.isDefaultIgnorableCodePoint else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return false
    }
  }

  /// True if joiners make sense beside the scalar.
  fileprivate var isPictograph: Bool {
    value > 0x7f && properties.isEmoji && !(0x1f1e6...0x1f1ff).contains(value)
  }

  /// True if the scalar can be shown by itself: it is assigned, has an extent and steers nothing.
  var isHarmless: Bool {
    if (0x20...0x7e).contains(value) { return true }
    guard value >= 0xa0, !properties.isDefaultIgnorableCodePoint else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return false
    default:
      return true
    }
  }
}
