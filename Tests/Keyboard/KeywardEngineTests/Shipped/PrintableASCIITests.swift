import KeywardEngine
import KeywardTestSupport
import Testing

/// Drawn keys alone can type all of ASCII, on every keyboard with letters.
@Suite struct PrintableASCIITests {
  private static let withLetters = ShippedLayouts.keyboardNames.filter { name in
    (try? ShippedLayouts.keyboard(named: name))?.panel(.letters) != nil
  }

  @Test func thereAreKeyboards() { #expect(Self.withLetters.count >= 11) }

  @Test(.tags(.slow), arguments: withLetters)
  func isTypedKeyByKey(_ layout: String) throws {
    let library = ShippedLayouts.library(configHome: nil, home: nil)
    let keyboards = try library.keyboards(layout)
    var walk = try ASCIIWalk(keyboards[0], Array(keyboards.dropFirst()))
    #expect(try walk.missing() == [])
  }
}
