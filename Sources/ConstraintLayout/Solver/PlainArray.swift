/// An array of plain values, in memory without a class of its own.
///
/// `Array` keeps its elements in an object whose class the runtime puts together when the first array
/// of a type of element is made: some 7,000 instructions each, and pages of memory. A solver has ten
/// such types, and a program that shows one dialogue pays for each of them before it shows it.
///
/// It is a value like `Array`, indices are checked, and it grows by its own size. One thing is left to
/// whoever has copied it: before the first element is written to, `makeUnique` must be called. A
/// pivot writes to thousands, and to ask each time takes as long as the writing; debug builds do ask.
@safe struct PlainArray<Element: BitwiseCopyable & Sendable> {
  private var memory: PlainMemory?
  /// Where the elements are in `memory`.
  private var base: UnsafeMutablePointer<Element>?
  private(set) var capacity = 0
  private(set) var count = 0

  /// An array without elements.
  init() {}

  // MARK: Growing and shrinking

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { move(capacity: Swift.max(4, 2 * capacity)) } else { makeUnique() }
    unsafe base.unsafelyUnwrapped[count] = element
    count += 1
  }

  mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count)
    append(element)
    guard let base = unsafe base, index < count - 1 else { return }
    unsafe (base + index + 1).update(from: base + index, count: count - 1 - index)
    unsafe base[index] = element
  }

  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count)
    makeUnique()
    count -= 1
    guard let base = unsafe base else { return }
    unsafe (base + index).update(from: base + index + 1, count: count - index)
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe base.unsafelyUnwrapped[count]
  }

  /// Keeps that many elements, and the memory.
  mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  mutating func reserveCapacity(_ capacity: Int) {
    if capacity > self.capacity { move(capacity: capacity) }
  }

  // MARK: Memory

  /// Makes sure that no copy sees what is written from now on.
  @inline(__always)
  mutating func makeUnique() {
    if capacity > 0 && !isKnownUniquelyReferenced(&memory) { move(capacity: capacity) }
  }

  /// Puts the elements into memory of their own with that much room.
  @inline(never)
  private mutating func move(capacity: Int) {
    guard capacity > 0 else { return }
    let new = PlainMemory(
      bytes: capacity * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
    let elements = unsafe new.start.bindMemory(to: Element.self, capacity: capacity)
    if let base = unsafe base { unsafe elements.initialize(from: base, count: count) }
    memory = new
    unsafe base = elements
    self.capacity = capacity
  }
}

extension PlainArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base.unsafelyUnwrapped[index]
    }
    _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      assert(isKnownUniquelyReferenced(&memory), "a copy would see this")
      yield unsafe &base.unsafelyUnwrapped[index]
    }
  }

  /// Lets sorting happen in place; without it, it goes through an `Array`.
  mutating func withContiguousMutableStorageIfAvailable<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    makeUnique()
    var elements = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    return unsafe try body(&elements)
  }
}

// Safe to send: what two arrays share is never written to, and plain values hold no references.
extension PlainArray: @unchecked Sendable {}

/// A piece of memory, freed with the last reference to it.
@safe final class PlainMemory {
  let start: UnsafeMutableRawPointer

  init(bytes: Int, alignment: Int) {
    unsafe start = .allocate(byteCount: bytes, alignment: alignment)
  }

  deinit { unsafe start.deallocate() }
}
