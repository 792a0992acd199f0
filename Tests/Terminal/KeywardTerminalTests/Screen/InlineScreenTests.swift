import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// A screen in the rows at the cursor of a pseudo-terminal, below text of others.
private struct RowsBench: ~Copyable {
  static let modes = ScreenModes(kittyKeyboard: true, isInline: true)
  let terminal: PseudoTerminal
  let descriptor: Int32
  var screen: Screen
  var emulator: TerminalEmulator

  init(
    columns: Int, rows: Int, after text: String = "", palette: Palette = .monochrome
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    screen = Screen(descriptor: descriptor, palette: palette, modes: Self.modes)
    emulator = TerminalEmulator(
      columns: columns, rows: rows, isInline: true, width: CharacterWidth.of)
    emulator.echo(text)
  }

  deinit { close(descriptor) }

  /// The frames up to the one with a text; they take a moment through the kernel.
  func read(upTo text: String = "") -> [UInt8] {
    let end = Array("\u{1b}[?2026l".utf8)
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65536)
    while bytes.suffix(end.count) != end[...]
      || bytes.firstRange(of: Array(text.utf8)) == nil && !text.isEmpty
    {
      let limit = MonotonicTime.now + (bytes.isEmpty ? 0.1 : 10)
      guard !pollOne(terminal.descriptor, until: limit).isEmpty else { break }
      let count = Glibc.read(terminal.descriptor, &room, room.count)
      bytes += room.prefix(max(0, count))
    }
    return bytes
  }

  mutating func show(_ lines: [String]) {
    var buffer = CellBuffer(columns: emulator.columns, rows: lines.count)
    for (row, line) in lines.enumerated() { buffer.put(line, column: 0, row: row) }
    screen.show(buffer, cursor: (0, 0))
    emulator.feed(read())
  }

  mutating func leave() {
    screen.leave()
    emulator.feed(read())
  }

  var everything: [String] { emulator.everything }
}

@Suite struct InlineScreenTests {
  /// Texts before the rows, which leave the cursor at different places.
  private static let texts = [
    "", "one\r\ntwo\r\n", "one\r\ntwo", "one\r\na row as wide!", "one\r\na row as wide?\r\n",
    "1\r\n2\r\n3\r\n4\r\n5\r\n6", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n",
  ]

  @Test(arguments: texts)
  func theRowsBeginOnAFreshRowAndAreGoneAfterwards(_ text: String) throws {
    var bench = try RowsBench(columns: 14, rows: 6, after: text)
    let before = bench.everything
    let isFresh = bench.emulator.cursor.column == 0
    bench.show(["field", "error", "hint"])
    #expect(bench.everything == before + ["field", "error", "hint"])
    #expect(bench.emulator.modes == [2004])
    #expect(bench.emulator.keyboardFlags == 1)
    bench.leave()
    #expect(bench.everything == before)
    // The cursor is where it was, or at the beginning of the row below.
    let written = bench.emulator.history.count + bench.emulator.cursor.row
    #expect(bench.emulator.cursor.column == 0)
    #expect(written == (isFresh ? text.split(separator: "\r\n").count : before.count))
    #expect(bench.emulator.modes == [25, 7])
    #expect(bench.emulator.keyboardFlags == 0)
    #expect(bench.emulator.violations == [])
  }

  @Test(arguments: 1...12, 1...13)
  func textBeforeTheCursorIsKept(_ columns: Int, _ length: Int) throws {
    let text = String("abcdefghijklm".prefix(length))
    var bench = try RowsBench(columns: columns, rows: 9, after: text)
    let before = bench.everything
    bench.show(["x"])
    bench.leave()
    #expect(bench.everything == before)
    #expect(bench.emulator.cursor.column == 0)
    #expect(bench.emulator.violations == [])
  }

  @Test func inAWindowOfUnknownWidthTheyBeginOnTheNextRow() throws {
    #expect(ControlSequence.freshRow(columns: nil) == "\r\n")
    var emulator = TerminalEmulator(columns: 20, rows: 4, isInline: true)
    emulator.echo("text")
    emulator.feed(Array("\u{1b}[?2026h\(ControlSequence.freshRow(columns: nil))".utf8))
    #expect(emulator.lines == ["text", "", "", ""])
    #expect(emulator.cursor == (0, 1))
  }

  @Test func aFreshRowIsFoundOnce() throws {
    var bench = try RowsBench(columns: 14, rows: 6, after: "text")
    bench.emulator.feed(Array("\u{1b}[?2026h".utf8))
    for _ in 0..<3 {
      bench.emulator.feed(Array(ControlSequence.freshRow(columns: 14).utf8))
      #expect(bench.emulator.cursor == (0, 1))
    }
  }

  @Test func rowsThatAreNeededForAWhileAreErasedToo() throws {
    var bench = try RowsBench(columns: 20, rows: 4, after: "$ get\r\n")
    for lines in [["a", "b"], ["a", "error", "c", "b"], ["a"], ["a", "b"]] {
      bench.show(lines)
      #expect(bench.everything == ["$ get"] + lines)
    }
    bench.leave()
    #expect(bench.everything == ["$ get"])
    #expect(bench.emulator.violations == [])
  }

  @Test func theTerminalShowsWhateverWasDrawnLast() throws {
    var bench = try RowsBench(
      columns: 30, rows: 8, after: "above\r\n", palette: Palette(depth: .direct, isLight: false))
    let words = ["abc", "  ", "語", "│ x │", "é", "•••", "👩\u{200d}🚀", "का", "end"]
    for seed in 0..<300 as Range<UInt64> {
      var generator = SplitMix(state: seed)
      let count = Int.random(in: 1...5, using: &generator)
      let lines = (0..<count).map { _ in
        (0..<5).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
          .trimmed(to: 30) + "."
      }
      bench.show(lines)
      #expect(bench.everything == ["above"] + lines, "seed \(seed) after those before it")
    }
    #expect(bench.emulator.violations == [])
  }

  @Test func anUnchangedScreenSendsNothing() throws {
    var bench = try RowsBench(columns: 10, rows: 4)
    bench.show(["one", "two"])
    bench.screen.show(CellBuffer(columns: 10, rows: 2), cursor: (4, 1))
    #expect(!bench.read().isEmpty)
    bench.screen.show(CellBuffer(columns: 10, rows: 2), cursor: (7, 1))
    #expect(bench.read().isEmpty)
  }

  /// The end may come in the middle of any frame.
  @Test func aCutFrameLeavesTheRowsAboveUnchanged() throws {
    for text in ["one\r\ntwo\r\n", "one\r\ntwo"] {
      var bench = try RowsBench(columns: 20, rows: 5, after: text)
      let above = bench.everything
      let first = bench.emulator
      bench.screen.show(Self.buffer("field", "error", "hint"), cursor: (0, 0))
      let frame = bench.read()
      for cut in 0...frame.count {
        var emulator = first
        emulator.feed(frame.prefix(cut))
        let end = bench.screen.end
        emulator.feed(end.entering + end.sequence)
        #expect(Array((emulator.history + emulator.lines).prefix(above.count)) == above)
        #expect(emulator.cursor.column == 0)
      }
    }
  }

  @Test func changesOfACutLaterFrameAreErased() throws {
    var bench = try RowsBench(columns: 20, rows: 5, after: "one\r\ntwo\r\n")
    bench.show(["field", "error", "hint"])
    let shown = bench.emulator
    bench.screen.show(Self.buffer("FIELD", "ERROR", "HINT"), cursor: (0, 0))
    let frame = bench.read()
    for cut in 0...frame.count {
      var emulator = shown
      emulator.feed(frame.prefix(cut))
      let row = emulator.cursor.row
      emulator.feed(bench.screen.end.sequence)
      let lines = emulator.history + emulator.lines
      #expect(lines.starts(with: ["one", "two"]))
      // Rows above the cut are drawn again, the others are gone.
      #expect(!lines.dropFirst(row).contains { !$0.isEmpty })
    }
  }

  @Test func outputOfOtherProgramsIsKept() throws {
    for text in ["from another program", "from another program\r\n"] {
      var bench = try RowsBench(columns: 30, rows: 8, after: "$ get\r\n")
      bench.show(["field", "hint"])
      bench.emulator.echo(text)
      bench.screen.invalidate()
      bench.show(["field", "hint"])
      #expect(bench.everything == ["$ get", "from another program", "field", "hint"])
      bench.emulator.echo("more")
      bench.screen.invalidate()
      bench.leave()
      #expect(bench.everything == ["$ get", "from another program", "more"])
      #expect(bench.emulator.violations == [])
    }
  }

  @Test func aLineStaysWhereItIsAskedFor() throws {
    var bench = try RowsBench(columns: 30, rows: 3, after: "$ get\r\n")
    bench.show(["field", "hint"])
    bench.screen.keep("Passphrase: ✓")
    bench.leave()
    #expect(bench.everything == ["$ get", "Passphrase: ✓"])
    #expect(bench.emulator.cursor == (0, 2))
    bench.show(["another"])
    bench.leave()
    #expect(bench.everything == ["$ get", "Passphrase: ✓"])
    #expect(bench.emulator.violations == [])
  }

  @Test func aNewSizeRestartsBelowEarlierOutput() throws {
    var bench = try RowsBench(columns: 30, rows: 8, after: "$ get\r\ntext")
    bench.show(["field", "error", "hint"])
    for (columns, rows) in [(20, 8), (40, 8), (30, 2), (10, 1), (30, 8)] {
      try bench.terminal.resize(columns: columns, rows: rows)
      bench.emulator.resize(columns: columns, rows: rows)
      bench.screen.invalidate()
      bench.show(Array(["field", "error", "hint"].prefix(rows)))
      #expect(bench.everything.starts(with: ["$ get", "text", "field"]))
      #expect(bench.everything.filter { $0 == "hint" }.count == (rows > 2 ? 1 : 0))
    }
    bench.leave()
    #expect(bench.everything == ["$ get", "text"])
    #expect(bench.emulator.violations == [])
  }

  @Test func aRevealedSecretIsErasedBeforeAnythingElseIsDrawn() throws {
    var bench = try RowsBench(columns: 20, rows: 5, after: "$ get\r\n")
    var secret = try SecretBuffer(capacity: 16, policy: .allowUnlocked)
    secret.withMutableBytes { bytes in
      for (index, byte) in "sesame".utf8.enumerated() {
        bytes.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
    for number in 0..<2 {
      let shown = bench.emulator
      let buffer = Self.buffer("made \(number)", "P │        │", "hint \(number)")
      _ = bench.screen.show(
        buffer, cursor: (0, 0), rings: false, revealing: secret, byteCount: 6, at: (4, 1),
        within: 1)
      let frame = bench.read(upTo: "sesame")
      for cut in 0...frame.count {
        var emulator = shown
        emulator.feed(frame.prefix(cut))
        emulator.feed(bench.screen.end.sequence)
        #expect(!emulator.lines.contains { $0.contains("s") }, "cut at \(cut) of \(frame.count)")
      }
      bench.emulator.feed(frame)
      #expect(bench.everything.dropFirst(2).first == "P │ sesame │")
    }
    bench.leave()
    #expect(bench.everything == ["$ get"])
  }

  private static func buffer(_ lines: String...) -> CellBuffer {
    var buffer = CellBuffer(columns: 20, rows: lines.count)
    for (row, line) in lines.enumerated() { buffer.put(line, column: 0, row: row) }
    return buffer
  }
}

extension String {
  /// The beginning of the text in fewer than `cells` cells.
  fileprivate func trimmed(to cells: Int) -> String {
    var text = self
    while CharacterWidth.of(text) >= cells { text.removeLast() }
    return text
  }
}
