import CSodium

/// Base64 of public bytes.
enum Base64 {
  /// [0xfb] → "-w" with `sodium_base64_VARIANT_URLSAFE_NO_PADDING`.
  static func encode(_ bytes: [UInt8], variant: Int32) -> String {
    let capacity = sodium_base64_encoded_len(bytes.count, variant)
    var text = [CChar](repeating: 0, count: capacity)
    _ = unsafe sodium_bin2base64(&text, capacity, bytes, bytes.count, variant)
    return String(decoding: text.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// "-w", "+w" and "+w==" → [0xfb]; nil for anything that is not base64.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var digits: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "+"): digits.append(UInt8(ascii: "-"))
      case UInt8(ascii: "/"): digits.append(UInt8(ascii: "_"))
      // libsodium 1.0.18 takes these for digits.
      case 0x80...: return nil
      default: digits.append(byte)
      }
    }
    if digits.count.isMultiple(of: 4) {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    var count = 0
    var bytes = [UInt8](repeating: 0, count: digits.count)
    let result = unsafe digits.withUnsafeBytes { digits in
      unsafe sodium_base642bin(
        &bytes, bytes.count, digits.bindMemory(to: CChar.self).baseAddress, digits.count, nil,
        &count, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
    }
    guard result == 0 else { return nil }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
