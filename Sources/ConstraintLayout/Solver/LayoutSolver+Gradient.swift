// The rate at which the level under way changes with every nonbasic symbol: the sum of the rows of
// its goals, each times what a unit of it costs on the side where it is.
extension LayoutSolver {
  /// Computes the rate of a level for every column.
  mutating func sumGradient(_ range: Range<Int>) {
    if range.count >= LayoutSolver.manyGoals && 8 * range.count >= tableau.columns.capacity {
      return sumGradientAtOnce(range)
    }
    for index in range where symbols[levels[index]].place >= 0 {
      let slope = slope(of: levels[index])
      if slope != 0 { addToGradient(slope, row: symbols[levels[index]].place) }
    }
  }

  /// So many goals are better added up in one small array than column by column.
  private static let manyGoals = 64

  private mutating func sumGradientAtOnce(_ range: Range<Int>) {
    makeRoomForSums()
    var sums: [Double] = []
    swap(&sums, &self.sums)
    addRows(of: range, to: &sums)
    for column in 0..<tableau.columns.capacity where sums[Int(column)] != 0 {
      touch(column)
      tableau.columns[column].gradient += sums[Int(column)]
      sums[Int(column)] = 0
    }
    swap(&sums, &self.sums)
  }

  private func addRows(of range: Range<Int>, to sums: inout [Double]) {
    var sums = sums.mutableSpan
    for index in range where symbols[levels[index]].place >= 0 {
      let slope = slope(of: levels[index])
      if slope == 0 { continue }
      tableau.forEachEntry(from: tableau.rows[symbols[levels[index]].place].first) { entry in
        sums[Int(entry.column)] += slope * entry.value
      }
    }
  }

  /// Forgets the rates of a level that is over.
  mutating func clearGradient() {
    for column in touched {
      tableau.columns[column].gradient = 0
      tableau.columns[column].isTouched = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Adds a goal's row to the rate of its level.
  @inline(__always)
  mutating func addToGradient(_ factor: Double, row: Int32) {
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      touch(entry.column)
      tableau.columns[entry.column].gradient += factor * entry.value
      index = entry.nextInRow
    }
  }

  /// Notes that the level under way depends on a column.
  @inline(__always)
  mutating func touch(_ column: Int32) {
    if tableau.columns[column].isTouched { return }
    tableau.columns[column].isTouched = true
    touched.append(column)
  }
}
