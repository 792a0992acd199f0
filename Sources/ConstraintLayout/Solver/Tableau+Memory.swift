// Entries are put where there is room, so after many edits the neighbours in a row lie far from
// each other, and a walk along all rows of a large system waits for memory at every step. Laid out
// row by row they come one after the other, several in one cache line.
extension Tableau {
  /// Fewer entries than this stay in the cache wherever they lie.
  static let fewEntries = 1 << 13

  /// Lays the entries out row by row if many have been put in since that was last done.
  ///
  /// Only places change: the order of every row and of every column stays as it is, so no decision
  /// depends on when this is done. It takes as long as a few walks along all rows.
  mutating func gatherIfScattered() {
    let isSmall = entries.count < Tableau.fewEntries
    if isSmall || scatteredCount < entries.count / 12 { return }
    gather()
  }

  /// Visits the entries of a row, the first of which is given.
  ///
  /// In a tableau whose entries are laid out, neighbours are read without waiting for the link to
  /// the next one.
  @inline(__always)
  func forEachEntry(from first: Int32, _ visit: (Entry) -> Void) {
    let isScattered = entries.storage.count < Tableau.fewEntries
    let entries = entries.storage.span
    var start = Int(first)
    while isScattered && start >= 0 {
      let entry = entries[start]
      visit(entry)
      start = Int(entry.nextInRow)
    }
    while start >= 0 {
      var place = start
      while true {
        let following = place + 1
        let entry = entries[place]
        visit(entry)
        if Int(entry.nextInRow) != following {
          start = Int(entry.nextInRow)
          break
        }
        place = following
      }
    }
  }

  /// Lays the entries out row by row.
  mutating func gather() {
    var (gathered, gatheredLinks, places): ([Entry], [Link], [Int32]) = ([], [], [])
    swap(&gathered, &spareEntries)
    swap(&gatheredLinks, &spareLinks)
    swap(&places, &newPlaces)
    Tableau.fit(&gathered, entries.storage, entries.count)
    Tableau.fit(&gatheredLinks, links, entries.count)
    let missing = Int(entries.capacity) - places.count
    if missing > 0 { places += repeatElement(Tableau.none, count: missing + places.count / 2) }
    copyRows(to: &gathered, &gatheredLinks, &places)
    relinkColumns(&gatheredLinks, places)
    for row in 0..<rows.capacity where rows[row].symbol >= 0 && rows[row].first >= 0 {
      rows[row].first = places[Int(rows[row].first)]
    }
    for column in 0..<columns.capacity
    where columns[column].symbol >= 0 && columns[column].first >= 0 {
      columns[column].first = places[Int(columns[column].first)]
    }
    entries.exchange(&gathered)
    swap(&links, &gatheredLinks)
    swap(&gathered, &spareEntries)
    swap(&gatheredLinks, &spareLinks)
    swap(&places, &newPlaces)
    scatteredCount = 0
  }

  /// Gives an array a number of elements, whichever they are, and room for more.
  private static func fit<Element>(
    _ array: inout [Element], _ elements: [Element], _ count: Int
  ) {
    if array.capacity < count + count / 8 {
      array = []
      array.reserveCapacity(2 * count)
    }
    if array.count > count {
      array.removeLast(array.count - count)
    } else {
      array += elements[array.count..<count]
    }
  }

  /// Copies the entries row by row, neighbours side by side, and notes where each has gone.
  private func copyRows(
    to gathered: inout [Entry], _ gatheredLinks: inout [Link], _ places: inout [Int32]
  ) {
    let old = entries.storage.span
    let oldLinks = links.span
    var gathered = gathered.mutableSpan
    var gatheredLinks = gatheredLinks.mutableSpan
    var places = places.mutableSpan
    var count = 0
    for row in 0..<rows.capacity where rows[row].symbol >= 0 {
      var index = rows[row].first
      var previous = Tableau.none
      while index >= 0 {
        let place = Int32(truncatingIfNeeded: count)
        places[Int(index)] = place
        var (entry, link) = (old[Int(index)], oldLinks[Int(index)])
        index = entry.nextInRow
        if index >= 0 { entry.nextInRow = place + 1 }
        link.previousInRow = previous
        previous = place
        gathered[count] = entry
        gatheredLinks[count] = link
        count += 1
      }
    }
  }

  /// Lets copied links name their neighbours in columns by their new places.
  private func relinkColumns(_ gathered: inout [Link], _ places: [Int32]) {
    var links = gathered.mutableSpan
    let places = places.span
    for index in links.indices {
      let old = links[index]
      if old.nextInColumn >= 0 { links[index].nextInColumn = places[Int(old.nextInColumn)] }
      if old.previousInColumn >= 0 {
        links[index].previousInColumn = places[Int(old.previousInColumn)]
      }
    }
  }
}
