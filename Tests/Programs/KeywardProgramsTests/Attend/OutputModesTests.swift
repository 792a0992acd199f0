import Testing

@testable import KeywardPrograms

@Suite struct OutputModesTests {
  @Test(arguments: [
    ("", ""), ("text", ""), ("\u{1b}$B", "\u{1b}$B"), ("\u{1b}$(C", "\u{1b}$(C"),
    ("\u{1b}$)C", "\u{1b}$)C"), ("\u{1b}$B\u{1b}(B", ""), ("\u{1b}[1\u{e}mx", "\u{e}"),
    ("\u{1b}[1\u{18}\u{1b}(0", "\u{1b}(0"), ("\u{1b}(0qqq", "\u{1b}(0"), ("\u{1b}(0qq\u{1b}(B", ""),
    ("\u{1b})0\u{e}", "\u{1b})0\u{e}"), ("\u{1b})0\u{e}qq\u{f}", "\u{1b})0"), ("\u{e}", "\u{e}"),
    ("\u{e}\u{1b}c", ""), ("\u{1b}(0\u{1b}[1mx", "\u{1b}(0"), ("\u{1b}\u{1b}(0", "\u{1b}(0"),
    ("\u{1b}n", "\u{1b}n"), ("\u{1b}*0\u{1b}oqq", "\u{1b}o"), ("\u{1b}o\u{f}", ""),
    ("\u{1b}n\u{e}", "\u{e}"), ("\u{1b}(\u{1b})0", "\u{1b})0"), ("\u{1b}(\u{7}", ""),
    // A set whose name has two bytes; sets that the terminal restores with the cursor, or resets.
    ("\u{1b}(%5", "\u{1b}(%5"), ("\u{1b}(%5\u{1b}(B5", ""), ("\u{e}\u{1b}7\u{f}\u{1b}8", "\u{e}"),
    ("\u{1b}7\u{e}\u{1b}8", ""), ("\u{1b}[?1049h\u{1b}(0\u{1b}[?1049l", ""),
    ("\u{1b}n\u{1b}[s\u{1b}c\u{1b}[u", ""), ("\u{1b})0\u{e}\u{1b}[!p", ""),
    ("\u{1b}[s\u{1b}o\u{1b}[u", ""), ("\u{1b}o\u{1b}[>1u", "\u{1b}o"),
  ])
  func setsAreChosenAgain(output: String, selection: String) {
    var whole = OutputModes()
    whole.take(Array(output.utf8)[...])
    #expect(whole.selection == selection)
    #expect(whole.reset.isEmpty == selection.isEmpty)
    var pieces = OutputModes()
    for byte in output.utf8 { pieces.take([byte][...]) }
    #expect(pieces.selection == selection)
  }

  @Test(arguments: [
    ("", ""), ("\u{1b}[1;31mtext\u{1b}[?12h", ""), ("\u{1b}[?1049h", "\u{1b}[?1049l"),
    ("\u{1b}[?47h", "\u{1b}[?1049l"), ("\u{1b}[?1049h\u{1b}[?47l", ""),
    ("\u{1b}[?25l\u{1b}[?7l", "\u{1b}[?7h\u{1b}[?25h"), ("\u{1b}[?25l\u{1b}[?25h", ""),
    ("\u{1b}[?1002;1006h\u{1b}[?1006l", "\u{1b}[?1002l"), ("\u{1b}[?2004h\u{1b}c", ""),
    ("\u{1b}=\u{1b}[?1h", "\u{1b}[?1l\u{1b}>"), ("\u{1b}=\u{1b}>", ""),
    ("\u{1b}[>1u\u{1b}[>3u\u{1b}[<u", "\u{1b}[<1u"), ("\u{1b}[<2u", ""),
    ("\u{1b}[?1049h\u{1b}[>1u", "\u{1b}[<1u\u{1b}[?1049l\u{1b}[<1u"),
    ("\u{1b}[>4;2m", "\u{1b}[>4m"), ("\u{1b}[>4;2m\u{1b}[>4m", ""),
    ("\u{1b}(0", "\u{f}\u{1b}(B"), ("\u{1b}[?1\u{1b}[?1049h", "\u{1b}[?1049l"),
    ("\u{1b}[?" + String(repeating: "1", count: 70) + "h", ""),
  ])
  func modesAreTakenBack(output: String, end: String) {
    var whole = OutputModes()
    whole.take(Array(output.utf8)[...])
    var again = OutputModes()
    again.take(Array(whole.begin.utf8)[...])
    #expect(again.end == whole.end && again.selection == whole.selection)
    #expect(whole.end == (end.isEmpty ? "" : end + "\u{1b}[0m"))
    var pieces = OutputModes()
    for byte in output.utf8 { pieces.take([byte][...]) }
    #expect(pieces.end == whole.end)
  }
}
