/// Values for some of the levels, in an array that is empty if there are none.
///
/// A dictionary would hash the names of levels, key by key, at every start.
struct ByLevel<Value: Sendable>: Sendable {
  private var values: [Value?] = []

  /// Whether no level has a value.
  var isEmpty: Bool { values.isEmpty }

  /// The value of a level; `nil` for none.
  subscript(level: KeyLevel) -> Value? {
    get { values.isEmpty ? nil : values[level.order] }
    set {
      if values.isEmpty { values = Array(repeating: nil, count: KeyLevel.allCases.count) }
      values[level.order] = newValue
    }
  }
}
