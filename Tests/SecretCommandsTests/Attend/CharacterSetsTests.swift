import Testing

@testable import SecretCommands

/// The character sets that a program has chosen on its terminal.
@Suite struct CharacterSetsTests {
  @Test(arguments: [
    ("", ""), ("text", ""), ("\u{1b}(0qqq", "\u{1b}(0"), ("\u{1b}(0qq\u{1b}(B", ""),
    ("\u{1b})0\u{e}", "\u{1b})0\u{e}"), ("\u{1b})0\u{e}qq\u{f}", "\u{1b})0"), ("\u{e}", "\u{e}"),
    ("\u{e}\u{1b}c", ""), ("\u{1b}(0\u{1b}[1mx", "\u{1b}(0"), ("\u{1b}\u{1b}(0", "\u{1b}(0"),
    ("\u{1b}(\u{1b})0", "\u{1b})0"), ("\u{1b}(\u{7}", ""),
  ])
  func theyAreChosenAgain(output: String, selection: String) {
    var whole = CharacterSets()
    whole.take(Array(output.utf8)[...])
    #expect(whole.selection == selection)
    #expect(whole.reset.isEmpty == selection.isEmpty)
    var pieces = CharacterSets()
    for byte in output.utf8 { pieces.take([byte][...]) }
    #expect(pieces.selection == selection)
  }
}
