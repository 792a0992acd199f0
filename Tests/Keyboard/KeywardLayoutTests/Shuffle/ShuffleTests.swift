import KeywardGeometry
import KeywardSodium
import KeywardTestSupport
import Testing

@testable import KeywardLayout

struct SeededRandom: RandomSource {
  var generator: SplitMix

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
}

struct SodiumNumbers: RandomSource {
  init() { _ = sodium_init() }

  mutating func next(below bound: Int) -> Int { Int(randombytes_uniform(UInt32(bound))) }
}

@Suite struct ShuffleTests {
  private struct Fixed: RandomSource {
    let number: (Int) -> Int
    mutating func next(below bound: Int) -> Int { number(bound) }
  }

  @Test func theBoundMinusOneIsTheIdentity() {
    var source = Fixed { $0 - 1 }
    #expect(Shuffle.order(of: 26, random: &source) == Array(0..<26))
  }

  @Test func zeroTurnsTheOrder() {
    var source = Fixed { _ in 0 }
    #expect(Shuffle.order(of: 4, random: &source) == [1, 2, 3, 0])
  }

  @Test func fewKeysStay() {
    var source = Fixed { _ in 0 }
    #expect(Shuffle.order(of: 0, random: &source) == [])
    #expect(Shuffle.order(of: 1, random: &source) == [0])
  }

  /// The greatest χ² over the slots, for the number of times each key came there.
  private func greatestChiSquare(
    keys: Int, draws: Int, order: () -> [Int]
  ) -> Double {
    var counts = [Int](repeating: 0, count: keys * keys)
    for _ in 0..<draws {
      for (slot, key) in order().enumerated() { counts[slot * keys + key] += 1 }
    }
    let expected = Double(draws) / Double(keys)
    return (0..<keys).map { slot in
      counts[(slot * keys)..<((slot + 1) * keys)].reduce(0.0) { sum, count in
        sum + (Double(count) - expected) * (Double(count) - expected) / expected
      }
    }.max() ?? .infinity
  }

  @Test(.tags(.slow), arguments: [(10, 44.8), (26, 73.9)])
  func everyKeyIsInEverySlotEquallyOften(keys: Int, bound: Double) {
    var seeded = SeededRandom(seed: UInt64(keys))
    #expect(
      greatestChiSquare(keys: keys, draws: 100_000) {
        Shuffle.order(of: keys, random: &seeded)
      } < bound)
    var sodium = SodiumNumbers()
    #expect(
      greatestChiSquare(keys: keys, draws: 100_000) {
        Shuffle.order(of: keys, random: &sodium)
      } < bound)
  }

  private func chiSquareOfOrders(_ order: () -> [Int]) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for _ in 0..<240_000 { counts[order().reduce(0) { $0 * 4 + $1 }] += 1 }
    let seen = counts.filter { $0 > 0 }
    guard seen.count == 24 else { return .infinity }
    return seen.reduce(0.0) { $0 + Double(($1 - 10_000) * ($1 - 10_000)) / 10_000 }
  }

  @Test func everyOrderOfFourIsEquallyLikely() {
    var seeded = SeededRandom(seed: 4)
    #expect(chiSquareOfOrders { Shuffle.order(of: 4, random: &seeded) } < 70.5)
    var sodium = SodiumNumbers()
    #expect(chiSquareOfOrders { Shuffle.order(of: 4, random: &sodium) } < 70.5)
  }

  @Test func sortingByCoinFlipFails() {
    var random = SeededRandom(seed: 1)
    let coin = { (0..<10).sorted { _, _ in random.generator.next() & 1 == 0 } }
    #expect(greatestChiSquare(keys: 10, draws: 100_000, order: coin) > 44.8)
  }

  private func shuffled(
    _ name: String, _ selection: PanelSelection, _ mode: ShuffleMode, seed: UInt64 = 7
  ) throws -> (before: PanelLayout, after: PanelLayout) {
    let keyboard = try Shipped.keyboard(name)
    let set = try PanelSet(of: keyboard, startingWith: selection.panel, fullWidth: true)
    let page = try #require(keyboard.page(selection, in: set))
    let layout = try Shipped.geometry("iphone-xs", .portrait).layout(of: page)
    var random = SeededRandom(seed: seed)
    let shuffle = Shuffle(of: keyboard, mode: mode, random: &random)
    return (layout, shuffle.apply(to: layout, of: selection))
  }

  private func moved(_ pair: (before: PanelLayout, after: PanelLayout)) -> Set<String> {
    #expect(pair.before.keys.map(\.frame) == pair.after.keys.map(\.frame))
    #expect(Set(pair.before.keys.map(\.key)) == Set(pair.after.keys.map(\.key)))
    return Set(
      zip(pair.before.keys, pair.after.keys).filter { $0.key != $1.key }.map(\.0.key.id))
  }

  @Test(arguments: [("number", PanelName.numbers), ("id-card", .idCard)])
  func digitsMoveThePadsDigitsOnly(_ name: String, _ panel: PanelName) throws {
    for mode in [ShuffleMode.digits, .all] {
      for seed in 0..<50 {
        let pair = try shuffled(name, PanelSelection(panel: panel), mode, seed: UInt64(seed))
        #expect(moved(pair).isSubset(of: Set("0123456789".map(String.init))))
      }
    }
  }

  @Test func digitsLeaveLettersAndSymbols() throws {
    #expect(try moved(shuffled("latin-qwerty", PanelSelection(panel: .letters), .digits)).isEmpty)
    #expect(try moved(shuffled("latin-qwerty", PanelSelection(panel: .symbols), .digits)).isEmpty)
    #expect(try moved(shuffled("latin-qwerty", PanelSelection(panel: .numbers), .none)).isEmpty)
  }

  @Test func allMovesLettersAcrossRows() throws {
    let pair = try shuffled("latin-qwerty", PanelSelection(panel: .letters), .all)
    #expect(moved(pair).count > 20)
    #expect(
      pair.after.keys.filter { $0.key.role != .input }.map(\.key.id)
        == ["shift", "delete", "panel-symbols", "space", "return"])
  }

  @Test func digitsAndSymbolsOfAPageMoveSeparately() throws {
    for page in SymbolPage.allCases {
      for width in PanelWidth.allCases {
        let selection = PanelSelection(panel: .symbols, page: page, width: width)
        let pair = try shuffled("latin-qwerty", selection, .all)
        #expect(!moved(pair).isEmpty)
        let digits = Set("0123456789".map(String.init))
        for (before, after) in zip(pair.before.keys, pair.after.keys) {
          #expect(digits.contains(before.key.id) == digits.contains(after.key.id))
          #expect(before.key.role == after.key.role)
        }
      }
    }
  }

  @Test func everyPageIsDrawnIndependently() throws {
    let keyboard = try Shipped.keyboard("latin-qwerty")
    var random = SeededRandom(seed: 3)
    let shuffle = Shuffle(of: keyboard, mode: .all, random: &random)
    let set = try PanelSet(of: keyboard, fullWidth: true)
    let geometry = try Shipped.geometry("iphone-xs", .portrait)
    let rows = try SymbolPage.allCases.flatMap { page in
      try PanelWidth.allCases.map { width in
        let selection = PanelSelection(panel: .symbols, page: page, width: width)
        let content = try #require(keyboard.page(selection, in: set))
        return shuffle.apply(to: try geometry.layout(of: content), of: selection)
          .keys.prefix(10).map(\.key.id)
      }
    }
    #expect(Set(rows).count == 4)
  }

  @Test func drawnAgainForTheSameNumbers() throws {
    let keyboard = try Shipped.keyboard("latin-qwerty")
    var first = SeededRandom(seed: 5)
    var second = SeededRandom(seed: 5)
    #expect(
      Shuffle(of: keyboard, mode: .all, random: &first)
        == Shuffle(of: keyboard, mode: .all, random: &second))
  }
}
