/// How well a number of a row agrees with the constraints: its last test, and bounds for what has
/// been done to it since.
struct Agreement: Sendable {
  /// The sum of the sizes of all that was added up in the last test.
  var size = 0.0
  /// The most by which that sum can have changed since.
  var change = 0.0
  /// The most by which the number can be off; infinite before its first test.
  var error = Double.infinity

  /// The error relative to the numbers it was computed from.
  var relativeError: Double { error / max(1, size - change) }

  /// Notes that another row was added, a number of times.
  ///
  /// Every number that changes is rounded twice: the product, and the sum.
  mutating func add(_ factor: Double, _ other: Agreement) {
    let added = factor * other.size
    change += added
    error += factor * other.error + .ulpOfOne * (size + change + added)
  }

  /// Notes that a constant part has changed, and the row's value with it.
  mutating func shift(by number: Double) {
    change += 2 * abs(number)
    error += .ulpOfOne * (size + change)
  }
}

/// The agreement of a row with the constraints.
struct RowAgreement: Sendable {
  var coefficients = Agreement()
  var value = Agreement()

  /// The larger of the two errors, each relative to the numbers it was computed from.
  var relativeError: Double { max(coefficients.relativeError, value.relativeError) }
}
