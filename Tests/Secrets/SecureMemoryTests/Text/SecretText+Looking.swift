@testable import SecureMemory

/// Access that only tests may have: to the text outside its region.
extension SecretText {
  var string: String {
    withBytes { bytes in unsafe bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }

  @discardableResult
  mutating func stage(bytes: [UInt8]) -> Bool {
    stage(bytes.span.bytes)
  }

  @discardableResult
  mutating func append(bytes: [UInt8]) -> Bool {
    (try? append(bytes.span.bytes)) != nil
  }
}

func text(_ string: String) throws -> SecretText {
  var text = try SecretText(capacity: 64)
  try text.append(utf8Of: string)
  return text
}
