@testable import SecureMemory

/// Access that only tests may have: to the text outside its region.
extension SecretText {
  var string: String {
    withBytes { bytes in String(decoding: Self.copy(bytes), as: UTF8.self) }
  }

  /// All bytes of the region, those after the text included.
  var region: [UInt8] {
    buffer.withBytes { Self.copy($0) }
  }

  @discardableResult
  mutating func stage(bytes: [UInt8]) -> Bool {
    stage(bytes.span.bytes)
  }

  @discardableResult
  mutating func append(bytes: [UInt8]) -> Bool {
    append(bytes.span.bytes)
  }

  private static func copy(_ bytes: RawSpan) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }
}
