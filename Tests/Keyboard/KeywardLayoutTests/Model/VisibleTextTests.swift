import Testing

@testable import KeywardLayout

/// The known blocks agree with Unicode's properties.
@Suite struct VisibleTextTests {
  private func exceptions(_ holds: (Unicode.Scalar) -> Bool) -> [String] {
    (0...0x10_ffff).compactMap(Unicode.Scalar.init).filter { !holds($0) }.map(\.codePoint)
  }

  @Test func everyMarkAndNothingElseGetsABase() {
    let exceptions = exceptions { scalar in
      let isMark =
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
      let text = String(scalar)
      return text.withBase.isExactly(isMark ? "\u{25CC}" + text : text)
    }
    #expect(exceptions.isEmpty)
  }

  @Test func everyInvisibleCharacterAndNothingElseGetsAName() {
    let exceptions = exceptions { scalar in
      let isInvisible =
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .format, .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
      let text = String(scalar)
      return text.visible.isExactly(text) != isInvisible
    }
    #expect(exceptions.isEmpty)
  }
}
