/// The notes of a pivot by columns on a row.
struct RowNote: Sendable {
  /// The row's coefficient in the pivot's column, zero if there is none.
  var factor = 0.0
  /// The last column sum that met this row.
  var mark = 0
}

// Adding a row to many others takes as long as these are, for entries are found by walking along
// lists. If the row itself is short and its columns are, walking along the columns finds the same
// entries sooner: in a chain of views, each within the last, a few columns where it would have been
// rows as long as the chain.
extension Tableau {
  /// Up to so many rows the shorter way is not worth looking for.
  private static let fewRows: Int32 = 32
  /// The number of rows measured to estimate the length of all.
  private static let sample: Int32 = 8
  /// An entry takes that much longer by columns, which look at each more than once.
  private static let columnToll = 3

  /// Tells whether the columns of the pivot's row are shorter than the rows of the pivot's column.
  @inline(__always)
  func isShorterByColumns(row: Int32, column: Int32) -> Bool {
    columns[column].count > Tableau.fewRows && areColumnsShort(row: row, column: column)
  }

  private func areColumnsShort(row: Int32, column: Int32) -> Bool {
    let height = columns[column].count
    var width = 0
    var byColumns = 0
    var index = rows[row].first
    while index >= 0 {
      byColumns += Tableau.columnToll * Int(columns[entries[index].column].count + height)
      width += 1
      index = entries[index].nextInRow
    }
    if width == 1 { return false }
    var byRows = width * Int(height)
    let stride = height / Tableau.sample
    var skipped = stride
    index = columns[column].first
    while index >= 0 {
      if skipped == stride {
        skipped = 0
        var other = rows[self.row(of: index)].first
        while other >= 0 {
          byRows += Int(stride)
          other = entries[other].nextInRow
        }
        if byRows > byColumns { return true }
      }
      skipped += 1
      index = links[Int(index)].nextInColumn
    }
    return false
  }

  /// Adds the pivot's row, which stands in its columns' `work`, to all rows of the pivot's column.
  ///
  /// Leaves the same numbers in the same order as adding row by row.
  mutating func spreadByColumns(row: Int32, column: Int32, entry pivot: Int32, inverse: Double) {
    if rowNotes.count < rows.capacity {
      rowNotes += repeatElement(RowNote(), count: Int(rows.capacity) - rowNotes.count)
    }
    var index = columns[column].first
    while index >= 0 {
      let value = entries[index].value
      let link = links[Int(index)]
      if index != pivot {
        noteUnproven(link.row)
        rowNotes[Int(link.row)].factor = value
        entries[index].value = value * inverse
      }
      index = link.nextInColumn
    }
    index = rows[row].first
    while index >= 0 {
      if index != pivot { addWork(ofColumn: entries[index].column, toRowsOf: column) }
      index = entries[index].nextInRow
    }
    index = columns[column].first
    while index >= 0 {
      rowNotes[Int(self.row(of: index))].factor = 0
      index = links[Int(index)].nextInColumn
    }
  }

  /// Adds a column's `work` times each row's factor, in that column, to the rows of another one.
  private mutating func addWork(ofColumn column: Int32, toRowsOf other: Int32) {
    stamp += 1
    let work = columns[column].work
    var index = columns[column].first
    while index >= 0 {
      let link = links[Int(index)]
      let addend = work * rowNotes[Int(link.row)].factor
      if addend != 0 {
        rowNotes[Int(link.row)].mark = stamp
        add(addend, to: index, which: entries[index].value)
      }
      index = link.nextInColumn
    }
    index = columns[other].first
    while index >= 0 {
      let link = links[Int(index)]
      let note = rowNotes[Int(link.row)]
      if note.factor != 0 && note.mark != stamp {
        insert(work * note.factor, row: link.row, column: column)
      }
      index = link.nextInColumn
    }
  }
}
