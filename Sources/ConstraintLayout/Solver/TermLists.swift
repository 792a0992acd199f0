/// The terms of all constraints in one array, so that walking along some counts no references.
struct TermLists: Sendable {
  private struct Place {
    var start: Int32
    var count: Int32
  }

  private var terms: [LayoutSolver.Term] = []
  private var places: [Place] = []
  /// The number of terms that no constraint has any more.
  private var waste = 0

  /// The number of symbols.
  var count: Int { places.count }

  /// The places of a symbol's terms.
  @inline(__always)
  func range(of symbol: Int32) -> Range<Int> {
    let place = places[Int(symbol)]
    return Int(place.start)..<Int(place.start + place.count)
  }

  @inline(__always)
  subscript(index: Int) -> LayoutSolver.Term { terms[index] }

  /// The terms of a symbol, for those who do not hurry.
  subscript(symbol: Int32) -> ArraySlice<LayoutSolver.Term> { terms[range(of: symbol)] }

  /// Gives a new symbol its terms.
  mutating func append(_ list: [LayoutSolver.Term]) {
    places.append(Place(start: 0, count: 0))
    put(list, at: places.count - 1)
  }

  /// Gives a symbol other terms.
  mutating func set(_ list: [LayoutSolver.Term], of symbol: Int32) {
    waste += Int(places[Int(symbol)].count)
    places[Int(symbol)].count = 0
    if waste > 64 + terms.count / 2 { closeUp() }
    put(list, at: Int(symbol))
  }

  private mutating func put(_ list: [LayoutSolver.Term], at symbol: Int) {
    places[symbol] = Place(
      start: Int32(truncatingIfNeeded: terms.count), count: Int32(truncatingIfNeeded: list.count))
    terms += list
  }

  /// Leaves out the terms that are no constraint's any more.
  private mutating func closeUp() {
    let old = terms
    terms.removeAll(keepingCapacity: true)
    for symbol in places.indices {
      let range = range(of: Int32(truncatingIfNeeded: symbol))
      places[symbol].start = Int32(truncatingIfNeeded: terms.count)
      terms += old[range]
    }
    waste = 0
  }

  mutating func reserveCapacity(_ symbols: Int) {
    places.reserveCapacity(symbols)
    terms.reserveCapacity(2 * symbols)
  }
}
