/// Reads numbers as options write them.
///
/// `"12.5"` → 12.5, `" 1"`, `"0x1p3"`, `"1e9"`, `"nan"`, `"∞"` → `nil`.
package enum Numbers {
  /// The number in `text`, in plain decimal notation; `nil` for any other text.
  package static func decimal(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 32,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") || $0 == 45 })
    else { return nil }
    return Double(text)
  }

  /// The numbers of a list separated by `separator`, if there are exactly `count`.
  package static func list(_ text: String, separatedBy separator: Character, count: Int)
    -> [Double]?
  {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { decimal($0) }
    return parts.count == count && numbers.count == count ? numbers : nil
  }
}
