/// The linear relations between symbols, solved for the basic ones: a sparse simplex tableau.
///
/// Every row says `basic symbol = value + Σ entry × nonbasic symbol`, where the nonbasic symbols
/// all stand at zero, so that `value` is what the basic symbol is now. An entry hangs in two
/// doubly linked lists, that of its row and that of its column; a pivot touches nothing else. What
/// a walk along a row needs stands apart from the rest: the longest walks are along many rows.
///
/// The tableau knows nothing of constraints, levels or bounds: see `LayoutSolver`.
struct Tableau: Sendable {
  /// A coefficient that is not zero, as a walk along its row meets it.
  struct Entry {
    var value: Double
    var column: Int32
    var nextInRow: Int32
  }

  /// The rest of an entry: the way along its column, and the ways back.
  struct Link {
    var row: Int32
    var nextInColumn: Int32
    var previousInRow: Int32
    var previousInColumn: Int32
  }

  /// A basic symbol, where it stands, and its first entry.
  struct Row {
    var symbol: Int32
    var first: Int32
    var value: Double
    /// The symbol's number when the tableau is put to the test.
    var probe: Double = 0
    /// True if the row has changed since it was last put to the test.
    var isUnproven = false
  }

  /// A nonbasic symbol, its first entry and how many there are, and room for one pass's notes.
  struct Column {
    var symbol: Int32
    var first: Int32
    var count: Int32
    /// The symbol's number when the tableau is put to the test.
    var probe: Double = 0
    /// The rate of the level under way when the symbol grows.
    var gradient: Double = 0
    /// The entry of the row that is being added to others.
    var work: Double = 0
    /// The last row sum that met this column.
    var mark: Int = 0
    /// Whether the level under way depends on the column.
    var isTouched = false
  }

  /// Stands for "no entry" and "no place".
  static let none: Int32 = -1

  /// A coefficient below this, beside the numbers it was computed from, is rounding noise.
  static let noise = 1e-11

  var entries = Slots<Entry>()
  /// The links of the entries, by their places.
  var links: [Link] = []
  var rows = Slots<Row>()
  var columns = Slots<Column>()
  /// The rows that have changed since they were last put to the test.
  var unproven: [Int32] = []
  /// How well each row agrees with the constraints, in a tableau whose rows are not tested after
  /// each change; empty in others.
  var agreements: [RowAgreement] = []
  /// The sizes of the sums that the pivot under way has taken for rounding noise.
  var lostSum = 0.0
  /// Room for the notes of one pivot by columns.
  var rowNotes: [RowNote] = []
  /// The number of rows and columns that pivots have walked along; the walk under way marks with it
  /// the columns or rows it meets.
  var stamp = 0
  /// The number of entries put in since all were last laid out row by row.
  var scatteredCount = 0
  /// Room for laying them out.
  var spareEntries: [Entry] = []
  var spareLinks: [Link] = []
  var newPlaces: [Int32] = []

  // MARK: Entries

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

  /// Adds to an entry, which is `old` so far; a sum that vanishes leaves none.
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

  /// The row an entry stands in.
  @inline(__always)
  func row(of entry: Int32) -> Int32 { links[Int(entry)].row }

  /// The change of an entry's column that takes its row to zero.
  func changeToZero(_ entry: Int32) -> Double {
    -rows[row(of: entry)].value / entries[entry].value
  }

  /// The coefficient of a column in a row, zero if there is none.
  func coefficient(row: Int32, column: Int32) -> Double {
    var index = rows[row].first
    while index >= 0 {
      if entries[index].column == column { return entries[index].value }
      index = entries[index].nextInRow
    }
    return 0
  }

  // MARK: Rows

  /// Notes that a row has to be put to the test.
  @inline(__always)
  mutating func noteUnproven(_ row: Int32) {
    if rows[row].isUnproven { return }
    rows[row].isUnproven = true
    unproven.append(row)
  }

  /// Notes that nothing is known of a row until it is put to the test.
  mutating func forgetAgreement(of row: Int32) {
    if Int(row) < agreements.count { agreements[Int(row)] = RowAgreement() }
  }

  /// Removes a row with all its entries.
  mutating func removeRow(_ row: Int32) {
    var index = rows[row].first
    while index >= 0 {
      let next = entries[index].nextInRow
      remove(entry: index)
      index = next
    }
    rows[row].symbol = Tableau.none
    rows.release(row)
  }

  /// Adds `factor × column` to the row made last; a sum that vanishes leaves no entry.
  ///
  /// The row's entries are the first in their columns.
  mutating func add(_ factor: Double, column: Int32, toLast row: Int32) {
    let first = columns[column].first
    if first >= 0 && self.row(of: first) == row {
      add(factor, to: first, which: entries[first].value)
    } else {
      insert(factor, row: row, column: column)
    }
  }

  /// Adds `factor × source row` to the row made last, entries only.
  mutating func add(_ factor: Double, row source: Int32, toLast row: Int32) {
    var index = rows[source].first
    while index >= 0 {
      let entry = entries[index]
      add(factor * entry.value, column: entry.column, toLast: row)
      index = entry.nextInRow
    }
  }

  /// Removes a column with all its entries.
  mutating func removeColumn(_ column: Int32) {
    if columns[column].first >= 0 { agreements = [] }
    while columns[column].first >= 0 { remove(entry: columns[column].first) }
    columns[column].symbol = Tableau.none
    columns.release(column)
  }

  // MARK: Pivoting

  /// Exchanges the basic symbol of a row with the nonbasic one of a column.
  ///
  /// Values are left alone: the caller has moved the column's symbol so that the row's stands at
  /// zero, and puts the new basic symbol's value into the row afterwards.
  mutating func pivot(row: Int32, column: Int32, entry: Int32) {
    pivot(entry, byColumns: isShorterByColumns(row: row, column: column))
  }

  /// Pivots on an entry, adding row by row or column by column; the outcome is the same.
  mutating func pivot(_ pivot: Int32, byColumns: Bool) {
    let row = row(of: pivot)
    let column = entries[pivot].column
    let inverse = 1 / entries[pivot].value
    noteUnproven(row)
    var index = rows[row].first
    let isSingle = entries[index].nextInRow < 0
    while index >= 0 {
      if index == pivot {
        entries[index].value = inverse
      } else {
        let scaled = -entries[index].value * inverse
        entries[index].value = scaled
        columns[entries[index].column].work = scaled
      }
      index = entries[index].nextInRow
    }
    if byColumns {
      spreadByColumns(row: row, column: column, entry: pivot, inverse: inverse)
    } else {
      index = columns[column].first
      while index >= 0 {
        let value = entries[index].value
        let link = links[Int(index)]
        if index != pivot {
          noteUnproven(link.row)
          entries[index].value = value * inverse
          if !isSingle { addWork(value, from: row, skipping: column, to: link.row) }
        }
        index = link.nextInColumn
      }
    }
    if !isSingle { clearWork(of: row) }
    swap(&rows[row].symbol, &columns[column].symbol)
    swap(&rows[row].probe, &columns[column].probe)
  }

  /// Adds `factor × work`, which holds the entries of `source`, to a row.
  @inline(__always)
  private mutating func addWork(
    _ factor: Double, from source: Int32, skipping skipped: Int32, to row: Int32
  ) {
    stamp += 1
    var index = rows[row].first
    while index >= 0 {
      let entry = entries[index]
      let addend = columns[entry.column].work * factor
      if addend != 0 && entry.column != skipped {
        columns[entry.column].mark = stamp
        add(addend, to: index, which: entry.value)
      }
      index = entry.nextInRow
    }
    index = rows[source].first
    while index >= 0 {
      let column = entries[index].column
      let next = entries[index].nextInRow
      if column != skipped && columns[column].mark != stamp {
        insert(columns[column].work * factor, row: row, column: column)
      }
      index = next
    }
  }

  private mutating func clearWork(of row: Int32) {
    var index = rows[row].first
    while index >= 0 {
      columns[entries[index].column].work = 0
      index = entries[index].nextInRow
    }
  }
}
