/// Presolve takes these out of the tableau: the required equalities that do nothing but give one
/// variable its value, in the order in which these values are computed.
///
/// A variable that stands in such an equality, its *pair*, could be a row of the tableau like any
/// basic symbol. But nothing looks at that row: no level counts it, and it has no bound, or one
/// that holds nearly always. So it is left out: the equality is a nonbasic symbol, and whoever
/// needs the variable writes what the equality says in its place. The tableau never sees rows as
/// long as a chain of views. A variable that may not be negative is looked at after every solution,
/// and put back where it is.
struct PresolvedPairs: Sendable {
  struct Pair {
    /// Pairs are computed by rising rank: each after those its equality mentions.
    var rank: Int
    var equality: Int32
    /// True if the variable may not be negative; its value is then checked after every solution.
    var isBounded: Bool
  }

  private(set) var list: [Pair] = []
  private(set) var boundedCount = 0

  var isEmpty: Bool { list.isEmpty }
  var highest: Int { list.last?.rank ?? 0 }
  var lowest: Int { list.first?.rank ?? 0 }

  mutating func insert(_ pair: Pair) {
    if pair.isBounded { boundedCount += 1 }
    if pair.rank >= highest || list.isEmpty {
      list.append(pair)
    } else {
      list.insert(pair, at: place(of: pair.rank))
    }
  }

  mutating func remove(_ equality: Int32, rank: Int) {
    var place = place(of: rank)
    while list[place].equality != equality { place += 1 }
    if list.remove(at: place).isBounded { boundedCount -= 1 }
  }

  /// A rank between another one and the one that follows it, if there is room.
  func rank(after rank: Int) -> Int? {
    let next = place(of: rank + 1)
    let upper = next < list.count ? list[next].rank : rank + 2 * LayoutSolver.rankStep
    return upper - rank < 2 ? nil : rank + (upper - rank) / 2
  }

  /// The place of the first pair that has at least that rank.
  func place(of rank: Int) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
