/// Items in the order of their registration.
///
/// Finding an item takes logarithmic time. The place of a removed item stays empty until half of the
/// places are empty, so that the removal of many items takes linear time.
struct RankedList<Area: LayoutArea>: Sequence {
  private var ranks: [Int] = []
  private var areas: [Area?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func insert(_ area: Area) {
    let place = place(of: area)
    count += 1
    if place < ranks.count && ranks[place] == area.rank {
      areas[place] = area
    } else {
      ranks.insert(area.rank, at: place)
      areas.insert(area, at: place)
    }
  }

  mutating func remove(_ area: Area) {
    let place = place(of: area)
    guard place < ranks.count, areas[place] === area else { return }
    areas[place] = nil
    count -= 1
    guard 2 * count < ranks.count else { return }
    ranks = ranks.indices.filter { areas[$0] != nil }.map { ranks[$0] }
    areas.removeAll { $0 == nil }
  }

  /// Returns the first place whose item has the rank of `area` or a higher one.
  private func place(of area: Area) -> Int {
    // A new item belongs at the end.
    if let last = ranks.last, last >= area.rank { return ranks.partitionIndex { $0 < area.rank } }
    return ranks.count
  }

  struct Iterator: IteratorProtocol {
    fileprivate var rest: IndexingIterator<[Area?]>

    mutating func next() -> Area? {
      while let place = rest.next() {
        if let place { return place }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(rest: areas.makeIterator()) }
}
