import CKeyward

/// The objects of the C interface, by their handles.
///
/// A handle is a number, never a pointer. Numbers are not reused, so a destroyed object is never
/// found. A forked child finds none of its parent's objects; it does not free them, since their
/// memory regions do not exist in the child.
struct HandleTable<Object: AnyObject> {
  private var entries: [(number: UInt, forks: UInt32, object: Object)] = []
  private var last: UInt = 0
  mutating func add(_ object: Object) -> OpaquePointer? {
    last += 1
    // An odd number is the address of no object.
    let number = last << 1 | 1
    entries.append((number, unsafe LoadedLibrary.forks, object))
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
