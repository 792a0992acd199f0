import Glibc

/// The seeds from 0 on of a random test: all of them, or the first sixth for `make unit`.
///
///     seeds(60)    // 0..<60, or 0..<10 where KEYWARD_FEW_SEEDS is set
public func seeds(_ count: UInt64) -> Range<UInt64> {
  0..<(getenv("KEYWARD_FEW_SEEDS") == nil ? count : (count + 5) / 6)
}
