@testable import SecureMemory

extension LockedRegion {
  /// All bytes of the region, whoever reads lines into it.
  var contents: [UInt8] {
    open(.reading)
    defer { close(.reading) }
    return Array(UnsafeRawBufferPointer(start: base, count: capacity))
  }
}
