/// The check character of a Chinese ID card number, after ISO 7064 MOD 11-2.
enum IDCardNumber {
  /// The weights of the first 17 digits.
  private static let weights: [UInt8] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

  /// The check characters by remainder.
  private static let checks: [UInt8] = Array("10X98765432".utf8)

  /// Tells whether the bytes are 17 digits and the right check character, `x` in any case.
  ///
  /// It reads the bytes in place; only the sum is kept.
  static func isValid(_ bytes: RawSpan) -> Bool {
    guard bytes.byteCount == 18 else { return false }
    var sum = 0
    for index in 0..<17 {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      guard (0x30...0x39).contains(byte) else { return false }
      sum += Int(byte - 0x30) * Int(weights[index])
    }
    let last = unsafe bytes.unsafeLoad(fromByteOffset: 17, as: UInt8.self)
    return (last == 0x78 ? 0x58 : last) == checks[sum % 11]
  }
}
