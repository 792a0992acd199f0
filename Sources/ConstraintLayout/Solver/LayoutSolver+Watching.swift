// A pivot on a short row changes little in each of many long rows; testing all of these after every
// solution would take longer than everything else. But what a pivot can do to a row is known: it adds
// the pivot's row, which is tested at once, and rounds. So in a large tableau these bounds are added
// up, and a row that has passed its test is tested again when they reach what the test allows. So is
// a row that a pivot may have taken a number from as noise.
extension LayoutSolver {
  /// Whether rows are watched; those of a small tableau are rather tested after each change.
  ///
  /// One that shrinks a little stays watched.
  private var isWatching: Bool {
    tableau.entries.count >= (tableau.agreements.isEmpty ? watchedSize : watchedSize / 2)
  }

  /// The number of entries of a row up to which it changes little in long ones.
  private static let shortRow = 24

  /// Notes what a pivot has done to the rows of its column.
  ///
  /// - Parameters:
  ///   - pivot: the entry it was made on.
  ///   - former: the coefficient that was there.
  @inline(__always)
  mutating func watch(_ pivot: Int32, _ former: Double) {
    if isWatching {
      watchRows(pivot, former)
    } else if !tableau.agreements.isEmpty {
      tableau.agreements = []
    }
  }

  private mutating func watchRows(_ pivot: Int32, _ former: Double) {
    if tableau.lostSum > 0 || isLong(row: tableau.row(of: pivot)) {
      return forgetRows(ofColumn: tableau.entries[pivot].column)
    }
    let missing = Int(tableau.rows.capacity) - tableau.agreements.count
    if missing > 0 { tableau.agreements += repeatElement(RowAgreement(), count: missing) }
    let row = tableau.row(of: pivot)
    let added = agreement(of: tableau.rows[row], [])
    tableau.agreements[Int(row)] = added
    var index = tableau.columns[tableau.entries[pivot].column].first
    while index >= 0 {
      let link = tableau.links[Int(index)]
      if index != pivot {
        let factor = abs(tableau.entries[index].value * former)
        tableau.agreements[Int(link.row)].coefficients.add(factor, added.coefficients)
        tableau.agreements[Int(link.row)].value.add(factor, added.value)
      }
      index = link.nextInColumn
    }
  }

  private func isLong(row: Int32) -> Bool {
    var count = 0
    var index = tableau.rows[row].first
    while index >= 0 && count <= LayoutSolver.shortRow {
      count += 1
      index = tableau.entries[index].nextInRow
    }
    return count > LayoutSolver.shortRow
  }

  /// Forgets what is known of the rows of a column; of all, if these are many.
  private mutating func forgetRows(ofColumn column: Int32) {
    if tableau.agreements.isEmpty { return }
    if 8 * Int(tableau.columns[column].count) > tableau.rows.count {
      tableau.agreements = []
      return
    }
    var index = tableau.columns[column].first
    while index >= 0 {
      let link = tableau.links[Int(index)]
      tableau.forgetAgreement(of: link.row)
      index = link.nextInColumn
    }
  }

  /// Notes that a constant part has changed, and a row's value with it.
  @inline(__always)
  mutating func watchShift(of row: Int32, by number: Double) {
    if Int(row) < tableau.agreements.count {
      tableau.agreements[Int(row)].value.shift(by: number)
    }
  }

  /// Takes the rows off the list of changed ones that certainly agree with the constraints.
  mutating func passWatchedRows() {
    if tableau.agreements.isEmpty { return }
    var kept = 0
    for index in tableau.unproven.indices {
      let row = tableau.unproven[index]
      if Int(row) < tableau.agreements.count
        && tableau.agreements[Int(row)].relativeError <= LayoutSolver.allowedError
      {
        tableau.rows[row].isUnproven = false
      } else {
        tableau.unproven[kept] = row
        kept += 1
      }
    }
    tableau.unproven.removeLast(tableau.unproven.count - kept)
  }
}
