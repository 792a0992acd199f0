import Testing

@testable import ConstraintLayout

/// Arrays of plain values do what arrays do, and copies go their own ways.
@Suite struct PlainArrayTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func changesLikeAnArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var plain = PlainArray<Int32>()
    var array: [Int32] = []
    for step in 0..<300 {
      let number = Int32(step)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        plain.append(number)
        array.append(number)
      case 3:
        let index = Int.random(in: 0...array.count, using: &random)
        plain.insert(number, at: index)
        array.insert(number, at: index)
      case 4 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        plain.remove(at: index)
        array.remove(at: index)
      case 5 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        plain[index] += 1
        array[index] += 1
      case 6:
        let last = plain.popLast()
        #expect(last == array.popLast())
      default:
        let rest = Int.random(in: array.count / 2...array.count, using: &random)
        plain.truncate(to: rest)
        array.removeSubrange(rest...)
      }
      #expect(Array(plain) == array)
    }
    plain.sort { $0 % 7 < $1 % 7 || $0 % 7 == $1 % 7 && $0 < $1 }
    array.sort { $0 % 7 < $1 % 7 || $0 % 7 == $1 % 7 && $0 < $1 }
    #expect(Array(plain) == array)
  }

  @Test func copiesGoTheirOwnWays() {
    var first = PlainArray<Int32>()
    for number in 1...4 as ClosedRange<Int32> { first.append(number) }
    var second = first
    // No room is left, so the first moves; then there is room, and both have a number of their own.
    first.append(5)
    second.append(6)
    var third = second
    third.append(7)
    second.append(8)
    second.remove(at: 0)
    third.makeUnique()
    third[1] = 9
    #expect(Array(first) == [1, 2, 3, 4, 5])
    #expect(Array(second) == [2, 3, 4, 6, 8])
    #expect(Array(third) == [1, 9, 3, 4, 6, 7])
  }

  @Test func roomIsKeptWhenElementsGo() {
    var array = PlainArray<Int32>()
    array.reserveCapacity(100)
    for number in 0..<100 as Range<Int32> { array.append(number) }
    array.truncate(to: 0)
    #expect(array.isEmpty)
    #expect(array.capacity == 100)
  }
}
