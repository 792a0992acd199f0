/// The linear relations between symbols, solved for the basic ones: a sparse simplex tableau.
///
/// Every row means `basic symbol = value + Σ entry × nonbasic symbol`. All nonbasic symbols are
/// zero, so `value` is the current value of the basic symbol. An entry is in two doubly linked
/// lists, that of its row and that of its column. The fields needed to traverse a row are stored
/// apart from the others, since traversals of many rows take the most time.
struct Tableau: Sendable {
  /// The fields of a nonzero coefficient that are needed to traverse its row.
  struct Entry {
    var value: Double
    var column: Int32
    var nextInRow: Int32
  }

  struct Link {
    var row: Int32
    var nextInColumn: Int32
    var previousInRow: Int32
    var previousInColumn: Int32
  }

  struct Row {
    var symbol: Int32
    var first: Int32
    var value: Double
    var probe: Double = 0
    var isUnproven = false
  }

  struct Column {
    var symbol: Int32
    var first: Int32
    var count: Int32
    var probe: Double = 0
    /// The rate at which the violation of the current level changes when the symbol grows.
    var gradient: Double = 0
    /// The column's entry in the row that is being added to others.
    var work: Double = 0
    /// The stamp of the last row addition that visited this column.
    var mark: Int = 0
    var isTouched = false
  }

  static let none: Int32 = -1

  /// A coefficient below this, relative to the numbers it was computed from, is rounding noise.
  static let noise = 1e-11

  var entries = Slots<Entry>()
  var links: [Link] = []
  var rows = Slots<Row>()
  var columns = Slots<Column>()
  var unproven: [Int32] = []
  /// The error bounds of the rows; empty if rows are tested after each change instead.
  var agreements: [RowAgreement] = []
  /// The total magnitude of the sums that the current pivot has discarded as noise.
  var lostSum = 0.0
  /// Scratch space for one pivot by columns: each row's coefficient in the pivot's column, or zero,
  /// and the stamp of the last column addition that visited the row.
  var rowNotes: [(factor: Double, mark: Int)] = []
  /// Incremented before a row or column is added to another one; a `mark` with this number was set
  /// during the current addition.
  var stamp = 0
  var scatteredCount = 0
  /// Buffers for `gather()`.
  var spareEntries: [Entry] = []
  var spareLinks: [Link] = []
  var newPlaces: [Int32] = []

  @inline(__always)
  mutating func insert(_ value: Double, row: Int32, column: Int32) {
    let rowFirst = rows[row].first
    let columnFirst = columns[column].first
    let entry = entries.insert(Entry(value: value, column: column, nextInRow: rowFirst))
    let link = Link(
      row: row, nextInColumn: columnFirst, previousInRow: Tableau.none,
      previousInColumn: Tableau.none)
    if Int(entry) == links.count { links.append(link) } else { links[Int(entry)] = link }
    if rowFirst >= 0 { links[Int(rowFirst)].previousInRow = entry }
    if columnFirst >= 0 { links[Int(columnFirst)].previousInColumn = entry }
    rows[row].first = entry
    columns[column].first = entry
    columns[column].count += 1
    scatteredCount += 1
  }

  @inline(__always)
  mutating func remove(entry index: Int32) {
    let entry = entries[index]
    let link = links[Int(index)]
    if link.previousInRow >= 0 {
      entries[link.previousInRow].nextInRow = entry.nextInRow
    } else {
      rows[link.row].first = entry.nextInRow
    }
    if entry.nextInRow >= 0 { links[Int(entry.nextInRow)].previousInRow = link.previousInRow }
    if link.previousInColumn >= 0 {
      links[Int(link.previousInColumn)].nextInColumn = link.nextInColumn
    } else {
      columns[entry.column].first = link.nextInColumn
    }
    if link.nextInColumn >= 0 {
      links[Int(link.nextInColumn)].previousInColumn = link.previousInColumn
    }
    columns[entry.column].count -= 1
    entries.release(index)
  }

  /// Adds to an entry whose value is `old`; removes the entry if the sum is only rounding noise.
  @inline(__always)
  mutating func add(_ addend: Double, to index: Int32, which old: Double) {
    let sum = old + addend
    if abs(sum) <= Tableau.noise * (abs(old) + abs(addend)) {
      lostSum += abs(sum)
      remove(entry: index)
    } else {
      entries[index].value = sum
    }
  }

  /// The sum of two coefficients, or 0 if the sum is only rounding noise.
  static func sum(_ a: Double, _ b: Double) -> Double {
    let sum = a + b
    return abs(sum) <= noise * (abs(a) + abs(b)) ? 0 : sum
  }

  @inline(__always)
  func row(of entry: Int32) -> Int32 { links[Int(entry)].row }

  /// The distance by which the symbol of an entry's column must move to bring the row's symbol to
  /// zero.
  func changeToZero(_ entry: Int32) -> Double {
    -rows[row(of: entry)].value / entries[entry].value
  }

  /// Returns the entry of a row at `cursor`, and moves `cursor` to the next one; `nil` at the end.
  ///
  /// The caller may remove the returned entry before it asks for the next one.
  @inline(__always)
  func next(inRow cursor: inout Int32) -> Int32? {
    guard cursor >= 0 else { return nil }
    defer { cursor = entries[cursor].nextInRow }
    return cursor
  }

  /// Does the same for the entries of a column; also returns the entry's row.
  @inline(__always)
  func next(inColumn cursor: inout Int32) -> (entry: Int32, row: Int32)? {
    guard cursor >= 0 else { return nil }
    let (entry, link) = (cursor, links[Int(cursor)])
    cursor = link.nextInColumn
    return (entry, link.row)
  }

  @inline(__always)
  func forEachEntry(inRow row: Int32, _ body: (_ index: Int32, _ entry: Entry) -> Void) {
    _ = contains(inRow: row) { index, entry in
      body(index, entry)
      return false
    }
  }

  @inline(__always)
  func forEachEntry(
    inColumn column: Int32, _ body: (_ index: Int32, _ entry: Entry, _ row: Int32) -> Void
  ) {
    _ = contains(inColumn: column) { index, entry, row in
      body(index, entry, row)
      return false
    }
  }

  @inline(__always)
  func contains(inRow row: Int32, where matches: (_ index: Int32, _ entry: Entry) -> Bool) -> Bool {
    var cursor = rows[row].first
    while let index = next(inRow: &cursor) {
      if matches(index, entries[index]) { return true }
    }
    return false
  }

  @inline(__always)
  func contains(
    inColumn column: Int32, where matches: (_ index: Int32, _ entry: Entry, _ row: Int32) -> Bool
  ) -> Bool {
    var cursor = columns[column].first
    while let (index, row) = next(inColumn: &cursor) {
      if matches(index, entries[index], row) { return true }
    }
    return false
  }

  @inline(__always)
  mutating func noteUnproven(_ row: Int32) {
    if rows[row].isUnproven { return }
    rows[row].isUnproven = true
    unproven.append(row)
  }

  mutating func forgetAgreement(of row: Int32) {
    if Int(row) < agreements.count { agreements[Int(row)] = RowAgreement() }
  }

  mutating func removeRow(_ row: Int32) {
    var cursor = rows[row].first
    while let index = next(inRow: &cursor) { remove(entry: index) }
    rows[row].symbol = Tableau.none
    rows.release(row)
  }

  /// Adds `factor × column` to the newest row.
  ///
  /// An existing entry is looked for only at the head of the column's list, where the newest row's
  /// entry is.
  mutating func add(_ factor: Double, column: Int32, toLast row: Int32) {
    let first = columns[column].first
    if first >= 0 && self.row(of: first) == row {
      add(factor, to: first, which: entries[first].value)
    } else {
      insert(factor, row: row, column: column)
    }
  }

  /// Adds `factor × source row` to the newest row, but does not change the newest row's value.
  mutating func add(_ factor: Double, row source: Int32, toLast row: Int32) {
    var cursor = rows[source].first
    while let index = next(inRow: &cursor) {
      add(factor * entries[index].value, column: entries[index].column, toLast: row)
    }
  }

  mutating func removeColumn(_ column: Int32) {
    if columns[column].first >= 0 { agreements = [] }
    while columns[column].first >= 0 { remove(entry: columns[column].first) }
    columns[column].symbol = Tableau.none
    columns.release(column)
  }

  /// Exchanges the basic symbol of an entry's row with the nonbasic symbol of its column, but does
  /// not update the rows' values.
  ///
  /// Before the call, the caller moves the column's symbol until the row's symbol is zero. After
  /// the call, the caller sets the value of the new basic symbol. A pivot column by column has the
  /// same result as one row by row; by default, the faster way is chosen.
  mutating func pivot(_ pivot: Int32, byColumns: Bool? = nil) {
    let row = row(of: pivot)
    let column = entries[pivot].column
    let byColumns = byColumns ?? isShorterByColumns(row: row, column: column)
    let inverse = 1 / entries[pivot].value
    noteUnproven(row)
    var cursor = rows[row].first
    let isSingle = entries[cursor].nextInRow < 0
    while let index = next(inRow: &cursor) {
      if index == pivot { continue }
      let scaled = -entries[index].value * inverse
      entries[index].value = scaled
      columns[entries[index].column].work = scaled
    }
    entries[pivot].value = inverse
    if byColumns {
      spreadByColumns(row: row, column: column, entry: pivot, inverse: inverse)
    } else {
      cursor = columns[column].first
      while let (index, other) = next(inColumn: &cursor) {
        if index == pivot { continue }
        let value = entries[index].value
        noteUnproven(other)
        entries[index].value = value * inverse
        if !isSingle { addWork(value, from: row, skipping: column, to: other) }
      }
    }
    cursor = isSingle ? Tableau.none : rows[row].first
    while let index = next(inRow: &cursor) { columns[entries[index].column].work = 0 }
    swap(&rows[row].symbol, &columns[column].symbol)
    swap(&rows[row].probe, &columns[column].probe)
  }

  /// Adds `factor × source` to a row; the columns' `work` holds the entries of `source`.
  @inline(__always)
  private mutating func addWork(
    _ factor: Double, from source: Int32, skipping skipped: Int32, to row: Int32
  ) {
    stamp += 1
    var cursor = rows[row].first
    while let index = next(inRow: &cursor) {
      let entry = entries[index]
      let addend = columns[entry.column].work * factor
      if addend != 0 && entry.column != skipped {
        columns[entry.column].mark = stamp
        add(addend, to: index, which: entry.value)
      }
    }
    cursor = rows[source].first
    while let index = next(inRow: &cursor) {
      let column = entries[index].column
      if column != skipped && columns[column].mark != stamp {
        insert(columns[column].work * factor, row: row, column: column)
      }
    }
  }
}

// Adding a row to many others takes time proportional to their length, since entries are found by
// traversing lists. If the row and its columns are short, traversing the columns finds the same
// entries sooner. In a chain of nested views, this visits a few columns instead of rows as long as
// the chain.
extension Tableau {
  /// The number of rows below which comparing the two ways of pivoting costs more than it saves.
  private static let fewRows: Int32 = 32
  private static let sample: Int32 = 8
  /// The estimated cost of an entry in a pivot by columns, if its cost in a pivot by rows is 1.
  ///
  /// The cost is higher because a pivot by columns visits each entry more than once.
  private static let columnToll = 3

  private func isShorterByColumns(row: Int32, column: Int32) -> Bool {
    let height = columns[column].count
    if height <= Tableau.fewRows { return false }
    var width = 0
    var byColumns = 0
    forEachEntry(inRow: row) { _, entry in
      byColumns += Tableau.columnToll * Int(columns[entry.column].count + height)
      width += 1
    }
    if width == 1 { return false }
    var byRows = width * Int(height)
    let stride = height / Tableau.sample
    var skipped = stride
    return contains(inColumn: column) { _, _, other in
      defer { skipped += 1 }
      guard skipped == stride else { return false }
      skipped = 0
      forEachEntry(inRow: other) { _, _ in byRows += Int(stride) }
      return byRows > byColumns
    }
  }

  /// Adds multiples of the pivot's row to all other rows in the pivot's column, one column at a
  /// time.
  ///
  /// The result is identical to that of adding row by row, because each entry is computed from the
  /// same numbers.
  mutating func spreadByColumns(row: Int32, column: Int32, entry pivot: Int32, inverse: Double) {
    let missing = Int(rows.capacity) - rowNotes.count
    if missing > 0 { rowNotes += repeatElement((factor: 0, mark: 0), count: missing) }
    var cursor = columns[column].first
    while let (index, other) = next(inColumn: &cursor) {
      if index == pivot { continue }
      noteUnproven(other)
      rowNotes[Int(other)].factor = entries[index].value
      entries[index].value *= inverse
    }
    cursor = rows[row].first
    while let index = next(inRow: &cursor) {
      if index != pivot { addWork(ofColumn: entries[index].column, toRowsOf: column) }
    }
    cursor = columns[column].first
    while let (_, other) = next(inColumn: &cursor) { rowNotes[Int(other)].factor = 0 }
  }

  private mutating func addWork(ofColumn column: Int32, toRowsOf other: Int32) {
    stamp += 1
    let work = columns[column].work
    var cursor = columns[column].first
    while let (index, row) = next(inColumn: &cursor) {
      let addend = work * rowNotes[Int(row)].factor
      if addend != 0 {
        rowNotes[Int(row)].mark = stamp
        add(addend, to: index, which: entries[index].value)
      }
    }
    cursor = columns[other].first
    while let (_, row) = next(inColumn: &cursor) {
      let note = rowNotes[Int(row)]
      if note.factor != 0 && note.mark != stamp {
        insert(work * note.factor, row: row, column: column)
      }
    }
  }
}

// If entries are laid out row by row, several share a cache line, so that traversing all rows of a
// large system does not wait for memory at every step.
extension Tableau {
  /// The number of entries below which all entries fit in the processor's cache, in any order.
  static let fewEntries = 1 << 13

  /// Lays the entries out row by row if many have been inserted since the last time.
  ///
  /// Only indices change: the order of every row and column stays the same, so no decision depends
  /// on when this is done.
  mutating func gatherIfScattered() {
    let isSmall = entries.count < Tableau.fewEntries
    if isSmall || scatteredCount < entries.count / 12 { return }
    gather()
  }

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

  /// Resizes a buffer to `count` elements and keeps spare capacity.
  ///
  /// The content is arbitrary, because the caller overwrites it; new elements are copied from
  /// `elements`.
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

/// An array with 32-bit indices, so that records that refer to each other stay small.
///
/// Freed places are reused, last freed first.
struct Slots<Element: Sendable>: Sendable {
  private(set) var storage: [Element] = []
  private var free: [Int32] = []

  var capacity: Int32 { Int32(truncatingIfNeeded: storage.count) }

  var count: Int { storage.count - free.count }

  @inline(__always)
  subscript(index: Int32) -> Element {
    get { storage[Int(index)] }
    _modify { yield &storage[Int(index)] }
  }

  @inline(__always)
  mutating func insert(_ element: Element) -> Int32 {
    if let place = free.popLast() {
      storage[Int(place)] = element
      return place
    }
    storage.append(element)
    return Int32(truncatingIfNeeded: storage.count - 1)
  }

  @inline(__always)
  mutating func release(_ index: Int32) { free.append(index) }

  /// Exchanges the storage with `elements`, an array in which every place is in use.
  mutating func exchange(_ elements: inout [Element]) {
    swap(&storage, &elements)
    free.removeAll(keepingCapacity: true)
  }
}
