import Glibc

/// A number as C's `%g` writes it: `0.25`, `400`, `1.67772e+07`.
func shortText(_ number: Double) -> String {
  var bytes = [CChar](repeating: 0, count: 32)
  let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
    unsafe withVaList([number]) { unsafe vsnprintf(buffer.baseAddress, buffer.count, "%g", $0) }
  }
  return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A priority with the digits a `Float` has: `750`, `999.5`.
func shortText(_ priority: LayoutPriority) -> String {
  shortText(Double(priority.rawValue))
}
