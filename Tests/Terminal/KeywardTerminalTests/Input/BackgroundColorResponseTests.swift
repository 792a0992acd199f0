import Testing

@testable import KeywardTerminal

@Suite struct BackgroundColorResponseTests {
  @Test(arguments: [
    ("11;rgb:ffff/0000/8080", Palette.RGB(255, 0, 128)),
    ("11;rgb:1e1e/1e1e/2e2e", .init(30, 30, 46)),
    ("11;rgb:ff/00/80", .init(255, 0, 128)), ("11;rgb:f/0/8", .init(255, 0, 136)),
    ("11;rgb:fff/000/808", .init(255, 0, 128)), ("11;rgb:FFFF/0000/ABCD", .init(255, 0, 171)),
    ("11;rgba:ffff/0000/8080/c000", .init(255, 0, 128)),
    ("11;rgba:ff/00/80/00", .init(255, 0, 128)),
    ("11;rgb:f/00/808", .init(255, 0, 128)),
  ])
  func aColourOfAnyDepthIsRead(_ answer: (text: String, color: Palette.RGB)) {
    for end in ["\u{7}", "\u{1b}\\"] {
      let decoded = DecodedInput("\u{1b}]\(answer.text)\(end)z")
      #expect(decoded.backgrounds == [answer.color])
      #expect(decoded.events == ["text"] && decoded.text == [0x7a])
      let bytes = Array("\u{1b}]\(answer.text)\(end)z".utf8)
      #expect(DecodedInput(bytes.map { [$0] }).backgrounds == [answer.color])
    }
  }

  @Test(arguments: [
    "10;rgb:ffff/0000/8080", "11;?", "11;", "11;rgb:", "11;rgb:ff", "11;rgb:ff/00", "11;rgb:ff/00/",
    "11;rgb:ff//00", "11;rgb:fffff/00/80", "11;rgb:ff/00/80/00", "11;rgba:ff/00/80",
    "11;rgba:1/2/3/4/5", "11;rgbaa:1/2/3/4", "11;rgb:gg/00/80", "11;rgb:ff/00/80 ", "11;#ff0080",
    "111;rgb:ff/00/80", "0;title", "11;rgb:ff/00/8\u{e9}",
  ])
  func anythingElseIsSwallowed(_ text: String) {
    for end in ["\u{7}", "\u{1b}\\"] {
      let decoded = DecodedInput("\u{1b}]\(text)\(end)z")
      #expect(decoded.backgrounds == [] && decoded.text == [0x7a])
    }
  }

  /// An interrupted answer does not count, nor do other strings.
  @Test(arguments: ["\u{18}", "\u{1a}", "\u{1b}[A", "\u{1b}]0;t\u{7}", "\u{1b}x"])
  func anAnswerThatIsBrokenOffIsNone(_ end: String) {
    let decoded = DecodedInput("\u{1b}]11;rgb:ff/00/80\(end)z")
    #expect(decoded.backgrounds == [] && decoded.text == [0x7a])
    for opener in ["P", "X", "^", "_"] {
      #expect(DecodedInput("\u{1b}\(opener)11;rgb:ff/00/80\u{7}").backgrounds == [])
    }
    // Alt and a backslash after it are not its end.
    #expect(DecodedInput("\u{1b}]11;rgb:ff/00/80\u{18}\u{1b}\\").backgrounds == [])
  }
}
