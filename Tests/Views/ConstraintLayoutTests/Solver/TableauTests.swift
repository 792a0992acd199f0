import SolverReference
import Testing

@testable import ConstraintLayout

/// Pivots: their results, the order of the entries, and the length of the walks.
@Suite struct TableauTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func rowByRowAndColumnByColumnLeaveTheSameNumbersInTheSameOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var byRows = randomTableau(&random)
    var byColumns = byRows
    for _ in 0..<20 {
      let row = Int32.random(in: 0..<byRows.rows.capacity, using: &random)
      guard let pivot = entries(ofRow: row, in: byRows).randomElement(using: &random) else {
        continue
      }
      let column = byRows.entries[pivot].column
      let same = try #require(
        entries(ofRow: row, in: byColumns).first { byColumns.entries[$0].column == column })
      byRows.pivot(pivot, byColumns: false)
      byColumns.pivot(same, byColumns: true)
      #expect(picture(of: byRows) == picture(of: byColumns))
    }
  }

  /// Laying entries out again changes no pivot before or after it.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func gatheredEntriesAreRowByRowInTheSameOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var tableau = randomTableau(&random)
    for step in 0..<12 {
      let row = Int32.random(in: 0..<tableau.rows.capacity, using: &random)
      guard let pivot = entries(ofRow: row, in: tableau).randomElement(using: &random) else {
        continue
      }
      let column = tableau.entries[pivot].column
      var gathered = tableau
      gathered.gather()
      #expect(picture(of: gathered) == picture(of: tableau))
      let places = (0..<gathered.rows.capacity).flatMap { entries(ofRow: $0, in: gathered) }
      #expect(places == Array(0..<Int32(gathered.entries.count)))
      let same = try #require(
        entries(ofRow: row, in: gathered).first { gathered.entries[$0].column == column })
      tableau.pivot(pivot, byColumns: step % 2 == 0)
      gathered.pivot(same, byColumns: step % 2 == 0)
      #expect(picture(of: gathered) == picture(of: tableau))
      if step % 3 == 0 { tableau = gathered }
    }
  }

  @Test func countsAreThoseOfTheLists() {
    var random = SeededGenerator(seed: 7)
    var tableau = randomTableau(&random)
    for step in 0..<40 {
      let row = Int32.random(in: 0..<tableau.rows.capacity, using: &random)
      guard let pivot = entries(ofRow: row, in: tableau).first else { continue }
      tableau.pivot(pivot, byColumns: step % 2 == 0)
      for column in 0..<tableau.columns.capacity {
        #expect(entries(ofColumn: column, in: tableau).count == Int(tableau.columns[column].count))
      }
    }
  }

  /// Small whole coefficients, so that many sums vanish.
  private func randomTableau(_ random: inout SeededGenerator) -> Tableau {
    var tableau = Tableau()
    for column in 0..<12 as Range<Int32> {
      _ = tableau.columns.insert(.init(symbol: column, first: Tableau.none, count: 0))
    }
    for row in 0..<15 as Range<Int32> {
      _ = tableau.rows.insert(.init(symbol: 12 + row, first: Tableau.none, value: 0))
      for column in 0..<12 as Range<Int32> where Int.random(in: 0..<3, using: &random) == 0 {
        let value: Double = [1, -1, 1, -1, 0.5].randomElement(using: &random) ?? 1
        tableau.insert(value, row: row, column: column)
      }
    }
    return tableau
  }

  private func entries(ofRow row: Int32, in tableau: Tableau) -> [Int32] {
    var result: [Int32] = []
    tableau.forEachEntry(inRow: row) { index, _ in result.append(index) }
    return result
  }

  private func entries(ofColumn column: Int32, in tableau: Tableau) -> [Int32] {
    var result: [Int32] = []
    tableau.forEachEntry(inColumn: column) { index, _, _ in result.append(index) }
    return result
  }

  /// All lists as text, with the numbers to the last bit.
  private func picture(of tableau: Tableau) -> String {
    func text(_ index: Int32) -> String {
      let entry = tableau.entries[index]
      return "\(tableau.row(of: index)):\(entry.column)=\(entry.value.bitPattern)"
    }
    let rows = (0..<tableau.rows.capacity).map { row in
      "\(tableau.rows[row].symbol) "
        + entries(ofRow: row, in: tableau).map(text).joined(separator: " ")
    }
    let columns = (0..<tableau.columns.capacity).map { column in
      "\(tableau.columns[column].symbol) "
        + entries(ofColumn: column, in: tableau).map(text).joined(separator: " ")
    }
    return (rows + columns).joined(separator: "\n")
  }
}
