/// Numbers the way people write them in data files: digits and perhaps a decimal point.
enum PlainNumber {
  /// `44` → 44, `0.5` → 0.5; `nil` for signs, exponents, more than 6 digits or 3 decimals.
  static func parse(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, (1...6).contains(parts[0].utf8.count),
      parts.count == 1 || (1...3).contains(parts[1].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    return Double(String(text))
  }

  /// Two numbers with a separator between them: `375x812` → (375, 812).
  static func pair(_ text: String, separator: Character) -> (Double, Double)? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parse(parts[0]), let second = parse(parts[1]) else {
      return nil
    }
    return (first, second)
  }
}
