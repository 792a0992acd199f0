import Glibc

/// The seeds from 0 on of a random test: all of them, or the first sixth.
///
///     seeds(60)    // 0..<60, or 0..<10 where KEYWARD_FEW_SEEDS is set
public func seeds(_ count: UInt64) -> Range<UInt64> {
  0..<(getenv("KEYWARD_FEW_SEEDS") == nil ? count : (count + 5) / 6)
}

/// All cases of an exhaustive test that takes long, or each sixth where KEYWARD_FEW_SEEDS is set.
public func sample<Case>(_ cases: [Case]) -> [Case] {
  getenv("KEYWARD_FEW_SEEDS") == nil
    ? cases : stride(from: 0, to: cases.count, by: 6).map { cases[$0] }
}
