@testable import SecureMemory

extension LockedRegion {
  package var contents: [UInt8] {
    open(.reading)
    defer { close(.reading) }
    return Array(UnsafeRawBufferPointer(start: base, count: capacity))
  }
}
