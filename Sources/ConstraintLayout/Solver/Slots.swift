/// An array addressed by 32-bit handles, so that records which refer to each other stay small.
///
/// Freed places are handed out again, last freed first: a system that adds and removes the same
/// constraint a million times stays as large as it was.
struct Slots<Element: Sendable>: Sendable {
  private(set) var storage: [Element] = []
  private var free: [Int32] = []

  /// The number of places, free ones included.
  var capacity: Int32 { Int32(truncatingIfNeeded: storage.count) }

  /// The number of places in use.
  var count: Int { storage.count - free.count }

  @inline(__always)
  subscript(index: Int32) -> Element {
    get { storage[Int(index)] }
    _modify { yield &storage[Int(index)] }
  }

  /// Puts an element into a free place and tells which.
  @inline(__always)
  mutating func insert(_ element: Element) -> Int32 {
    if let place = free.popLast() {
      storage[Int(place)] = element
      return place
    }
    storage.append(element)
    return Int32(truncatingIfNeeded: storage.count - 1)
  }

  /// Frees a place; what stood there stays until the place is used again.
  @inline(__always)
  mutating func release(_ index: Int32) { free.append(index) }

  /// Puts the elements of an array into the places they have there, and hands out the array that
  /// was.
  mutating func exchange(_ elements: inout [Element]) {
    swap(&storage, &elements)
    free.removeAll(keepingCapacity: true)
  }

  mutating func reserveCapacity(_ capacity: Int) { storage.reserveCapacity(capacity) }
}
