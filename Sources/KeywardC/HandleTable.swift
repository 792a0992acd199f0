import CKeyward

/// The objects behind the handles of the C interface.
///
/// A handle is a number, which is never followed: whatever a host passes is looked up, and what was
/// destroyed is not found again, since no number is given twice. In a forked child the parent's are
/// not found either; they are kept, since their regions are not there to be given back.
struct HandleTable<Object: AnyObject> {
  private struct Entry {
    let number: UInt
    let forks: UInt32
    let object: Object
  }

  private var entries: [Entry] = []
  private var last: UInt = 0
  /// The lowest bits of every number, so that handles of two tables differ and none is aligned.
  private let kind: UInt

  init(kind: UInt) { self.kind = kind }

  /// Takes an object in.
  mutating func add(_ object: Object) -> OpaquePointer? {
    last += 1
    let number = last << 2 | kind
    entries.append(Entry(number: number, forks: keyward_forks(), object: object))
    return unsafe OpaquePointer(bitPattern: number)
  }

  /// The object of a handle; `nil` for anything else.
  func find(_ handle: OpaquePointer?) -> Object? {
    unsafe index(of: handle).map { entries[$0].object }
  }

  /// Takes an object out; `nil` where there is none.
  mutating func remove(_ handle: OpaquePointer?) -> Object? {
    unsafe index(of: handle).map { entries.remove(at: $0).object }
  }

  private func index(of handle: OpaquePointer?) -> Int? {
    guard !keyward_is_unloaded() else { return nil }
    let number = UInt(bitPattern: handle)
    let forks = keyward_forks()
    return entries.firstIndex { $0.number == number && $0.forks == forks }
  }
}
