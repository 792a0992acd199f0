extension StringProtocol {
  /// Tells whether two texts have the same bytes; `==` takes U+00E9 for `e` with an accent.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension String {
  /// Tells whether all characters are printable ones of ASCII, U+0020 to U+007E.
  package var isPrintableASCII: Bool {
    allBytes { (0x20...0x7E).contains($0) }
  }

  /// Tells whether all bytes are as asked for.
  ///
  /// A start asks this of every text of every key, and a loop over `utf8` takes three times as long.
  func allBytes(_ isWanted: (UInt8) -> Bool) -> Bool {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(isWanted) }
      ?? utf8.allSatisfy(isWanted)
  }
}
