import KeywardEngine
import KeywardTestSupport
import Testing

/// The shuffle fed by libsodium; the bounds are those of a fair draw at a significance of 10⁻⁶.
@Suite struct SodiumRandomTests {
  /// χ² of one slot over the keys that came to sit in it.
  private func chiSquared(_ counts: [Int]) -> Double {
    let expected = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0.0) { sum, count in
      let difference = Double(count) - expected
      return sum + difference * difference / expected
    }
  }

  /// The worst χ² of all slots over many draws.
  private func worstSlot(
    keys: Int, draws: Int, order: (inout SodiumRandom) -> [Int]
  ) -> Double {
    var random = SodiumRandom()
    var counts = Array(repeating: Array(repeating: 0, count: keys), count: keys)
    for _ in 0..<draws {
      for (slot, key) in order(&random).enumerated() { counts[slot][key] += 1 }
    }
    return counts.map(chiSquared).max() ?? 0
  }

  @Test(.tags(.slow), arguments: [(10, 44.8), (26, 73.9)])
  func everyKeyComesToEverySlotEquallyOften(keys: Int, bound: Double) {
    let worst = worstSlot(keys: keys, draws: 100_000) { random in
      Shuffle.order(of: keys, random: &random)
    }
    #expect(worst < bound)
  }

  @Test func everyOrderIsEquallyLikely() {
    var random = SodiumRandom()
    var counts: [[Int]: Int] = [:]
    for _ in 0..<240_000 { counts[Shuffle.order(of: 4, random: &random), default: 0] += 1 }
    #expect(counts.count == 24)
    #expect(chiSquared(Array(counts.values)) < 70.5)
  }

  @Test func sortingByCoinFlipFails() {
    let worst = worstSlot(keys: 10, draws: 20_000) { random in
      (0..<10).sorted { _, _ in random.next(below: 2) == 0 }
    }
    #expect(worst > 44.8)
  }

  @Test func numbersAreBelowTheirBound() {
    let random = SodiumRandom()
    #expect(random.next(below: 1) == 0)
    for _ in 0..<1000 { #expect((0..<3).contains(random.next(below: 3))) }
  }
}
