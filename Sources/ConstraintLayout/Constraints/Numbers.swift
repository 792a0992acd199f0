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

extension Double {
  /// Whether a number can be a length or a position: finite and at most 1,000,000,000 away from 0.
  var isLength: Bool { abs(self) <= LayoutSolver.constantLimit }

  /// Whether a number can be a multiplier: 0, or between 0.000001 and 1,000,000 either side of it.
  var isMultiplier: Bool { self == 0 || LayoutSolver.coefficientRange.contains(abs(self)) }
}
