// Entries are put where there is room, so after many edits the neighbours in a row lie far from
// each other, and a walk along all rows of a large system waits for memory at every step. Laid out
// row by row they come one after the other, several in one cache line.
extension Tableau {
  /// Fewer entries than this stay in the cache wherever they lie.
  private static let fewEntries = 1 << 13

  /// Lays the entries out row by row if many have been put in since that was last done.
  ///
  /// Only places change: the order of every row and of every column stays as it is, so no decision
  /// depends on when this is done. It takes as long as a few walks along all rows.
  mutating func gatherIfScattered() {
    let isSmall = entries.count < Tableau.fewEntries
    if isSmall || scatteredCount < entries.count / 24 { return }
    gather()
  }

  /// Lays the entries out row by row.
  mutating func gather() {
    var (gathered, places): ([Entry], [Int32]) = ([], [])
    swap(&gathered, &spareEntries)
    swap(&places, &newPlaces)
    gathered.removeAll(keepingCapacity: true)
    let isShort = gathered.capacity < entries.count + entries.count / 8
    if isShort { gathered.reserveCapacity(entries.count + entries.count / 2) }
    let missing = Int(entries.capacity) - places.count
    if missing > 0 { places += repeatElement(Tableau.none, count: missing + places.count / 2) }
    copyRows(to: &gathered, &places)
    relink(&gathered, places)
    for row in 0..<rows.capacity where rows[row].symbol >= 0 && rows[row].first >= 0 {
      rows[row].first = places[Int(rows[row].first)]
    }
    for column in 0..<columns.capacity
    where columns[column].symbol >= 0 && columns[column].first >= 0 {
      columns[column].first = places[Int(columns[column].first)]
    }
    entries.exchange(&gathered)
    swap(&gathered, &spareEntries)
    swap(&places, &newPlaces)
    scatteredCount = 0
  }

  /// Copies the entries row by row and notes where each has gone.
  private func copyRows(to gathered: inout [Entry], _ places: inout [Int32]) {
    let old = entries.storage.span
    var places = places.mutableSpan
    for row in 0..<rows.capacity where rows[row].symbol >= 0 {
      var index = rows[row].first
      while index >= 0 {
        places[Int(index)] = Int32(truncatingIfNeeded: gathered.count)
        gathered.append(old[Int(index)])
        index = old[Int(index)].nextInRow
      }
    }
  }

  /// Lets copied entries name each other by their new places.
  private func relink(_ gathered: inout [Entry], _ places: [Int32]) {
    var entries = gathered.mutableSpan
    let places = places.span
    for index in entries.indices {
      let old = entries[index]
      if old.nextInRow >= 0 { entries[index].nextInRow = places[Int(old.nextInRow)] }
      if old.previousInRow >= 0 { entries[index].previousInRow = places[Int(old.previousInRow)] }
      if old.nextInColumn >= 0 { entries[index].nextInColumn = places[Int(old.nextInColumn)] }
      if old.previousInColumn >= 0 {
        entries[index].previousInColumn = places[Int(old.previousInColumn)]
      }
    }
  }
}
