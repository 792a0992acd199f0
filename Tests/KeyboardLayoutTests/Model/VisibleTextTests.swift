import Testing

@testable import KeyboardLayout

@Suite struct VisibleTextTests {
  @Test func everyMarkAndNothingElseGetsABase() {
    for scalar in (0...0x10_ffff).lazy.compactMap(Unicode.Scalar.init) {
      let isMark =
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
      let text = String(scalar)
      let wanted = isMark ? "\u{25CC}" + text : text
      #expect(
        VisibleText.withBase(text).unicodeScalars.elementsEqual(wanted.unicodeScalars),
        "U+\(String(scalar.value, radix: 16))")
    }
  }
}
