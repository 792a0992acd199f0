/// The required equalities that do nothing but give one variable its value, in the order in which
/// these values are computed.
///
/// A free variable that stands in such an equality, its *pair*, could be a row of the tableau like
/// any basic symbol. But nothing ever looks at that row: it has no bound, and no level counts it.
/// So it is left out: the equality is a nonbasic symbol, and whoever needs the variable writes
/// what the equality says in its place. A long chain of positions is peeled off like this from its
/// end, and the tableau never sees rows as long as the chain.
struct PeeledPairs: Sendable {
  struct Pair {
    /// Pairs are computed by rising rank: each after those its equality mentions.
    var rank: Int
    var equality: Int32
  }

  private(set) var list: [Pair] = []

  var isEmpty: Bool { list.isEmpty }
  var highest: Int { list.last?.rank ?? 0 }
  var lowest: Int { list.first?.rank ?? 0 }

  mutating func insert(_ equality: Int32, rank: Int) {
    if rank >= highest || list.isEmpty {
      list.append(Pair(rank: rank, equality: equality))
    } else {
      list.insert(Pair(rank: rank, equality: equality), at: index(of: rank))
    }
  }

  mutating func remove(_ equality: Int32, rank: Int) {
    var place = index(of: rank)
    while list[place].equality != equality { place += 1 }
    list.remove(at: place)
  }

  /// The place of the first pair that has at least that rank.
  private func index(of rank: Int) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
