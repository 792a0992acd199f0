@testable import SecureMemory

extension LockedRegion {
  /// All bytes of the region, whichever buffer, text or ring has it.
  package var contents: [UInt8] {
    open(.reading)
    defer { close(.reading) }
    return Array(UnsafeRawBufferPointer(start: base, count: capacity))
  }
}
