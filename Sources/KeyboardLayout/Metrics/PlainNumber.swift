/// Reads numbers as people write them in data files: digits and perhaps a decimal point.
enum PlainNumber {
  /// `44` → 44, `0.5` → 0.5; `nil` for signs, exponents, more than 6 digits or 3 decimals.
  static func parse(_ text: some StringProtocol) -> Double? {
    var whole = 0
    var digits = 0
    var decimals: Int?
    var scale = 1.0
    for byte in text.utf8 {
      if byte == 0x2E, decimals == nil, digits > 0 {
        decimals = 0
      } else if (0x30...0x39).contains(byte), digits < 9 {
        whole = whole * 10 + Int(byte - 0x30)
        digits += 1
        if let count = decimals {
          decimals = count + 1
          scale *= 10
        }
      } else {
        return nil
      }
    }
    let count = decimals ?? 0
    guard (1...6).contains(digits - count), count <= 3, decimals != 0 else { return nil }
    return Double(whole) / scale
  }

  /// Two numbers with a separator between them: `375x812` → (375, 812).
  static func pair(_ text: String, separator: Character) -> (Double, Double)? {
    guard let place = text.firstIndex(of: separator), let first = parse(text[..<place]),
      let second = parse(text[text.index(after: place)...])
    else { return nil }
    return (first, second)
  }
}
