import CKeyward

/// The objects of the handles of the C interface.
///
/// A handle is a number that is looked up, never a pointer. Numbers are not reused, so a destroyed
/// object is never found. In a forked child the parent's objects are not found either; they are not
/// freed, since their regions do not exist there.
struct HandleTable<Object: AnyObject> {
  private struct Entry {
    let number: UInt
    let forks: UInt32
    let object: Object
  }

  private var entries: [Entry] = []
  private var last: UInt = 0
  /// The lowest bits of every handle, so that handles of two tables differ and none is an aligned
  /// address.
  private let kind: UInt

  init(kind: UInt) { self.kind = kind }

  mutating func add(_ object: Object) -> OpaquePointer? {
    last += 1
    let number = last << 2 | kind
    entries.append(Entry(number: number, forks: unsafe LoadedLibrary.forks, object: object))
    return unsafe OpaquePointer(bitPattern: number)
  }

  func find(_ handle: OpaquePointer?) -> Object? {
    unsafe index(of: handle).map { entries[$0].object }
  }

  mutating func remove(_ handle: OpaquePointer?) -> Object? {
    unsafe index(of: handle).map { entries.remove(at: $0).object }
  }

  private func index(of handle: OpaquePointer?) -> Int? {
    guard unsafe !LoadedLibrary.isUnloaded else { return nil }
    let number = UInt(bitPattern: handle)
    let forks = unsafe LoadedLibrary.forks
    return entries.firstIndex { $0.number == number && $0.forks == forks }
  }
}
