/// By how much a symbol is shifted from where it belongs.
struct Shift: Sendable {
  var symbol: Int32
  var amount: Double
}

// If many symbols stand at zero together, a search takes steps that lead nowhere, and can take very
// many. Shifting all of them a little, each by another amount, keeps them apart: every step then
// leads somewhere, so none comes twice. The basis found is the best without the shifts, too, since
// these are far smaller than what tells two solutions apart; where they are not, the search goes on
// from there without them.
extension LayoutSolver {
  /// The size of shifts, in points or times a symbol's value: a power of two, so that taking a
  /// shift back leaves the number that was there.
  private static let shiftSize = 0x1p-20

  /// Shifts every symbol that can stop a move or turn the level under way.
  ///
  /// - Parameters:
  ///   - priority: the level under way, if it is one.
  ///   - kept: a symbol to leave where it is.
  mutating func shiftApart(_ priority: Float?, except kept: Int32 = -1) {
    tableau.agreements = []
    for row in 0..<tableau.rows.capacity {
      let symbol = tableau.rows[row].symbol
      if symbol < 0 || symbol == kept { continue }
      let record = symbols[symbol]
      guard record.bounds != .zero, record.priority == priority || !record.bounds.isEmpty else {
        continue
      }
      let value = tableau.rows[row].value
      let size =
        LayoutSolver.shiftSize * max(1, abs(value).binade) * LayoutSolver.fraction(record.order)
      let isDown = record.bounds.isEmpty ? record.side < 0 : record.bounds == .notPositive
      let amount = isDown ? -size : size
      tableau.rows[row].value += amount
      shifts.append(Shift(symbol: symbol, amount: amount))
    }
  }

  /// Brings every symbol back to where it belongs.
  ///
  /// - Returns: whether all are where they may be.
  mutating func unshift() -> Bool {
    for shift in shifts {
      let place = symbols[shift.symbol].place
      if place >= 0 {
        tableau.rows[place].value -= shift.amount
      } else {
        move(column: ~place, by: shift.amount)
      }
    }
    defer { shifts.removeAll(keepingCapacity: true) }
    return !shifts.contains { shift in
      let record = symbols[shift.symbol]
      guard record.place >= 0 else { return false }
      let value = tableau.rows[record.place].value
      return !record.bounds.isDisjoint(with: Symbol.broken(by: value, record.tolerance))
    }
  }

  /// A number in 0.5..<1 that looks as if drawn by lot, and is always the same.
  static func fraction(_ number: UInt64) -> Double {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return 0.5 + Double((bits ^ (bits >> 31)) >> 48) / Double(1 << 17)
  }
}
