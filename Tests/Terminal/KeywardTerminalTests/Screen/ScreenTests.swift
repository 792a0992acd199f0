import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

private struct Bench: ~Copyable {
  private let pipe = Pipe()
  var screen: Screen
  var emulator: TerminalEmulator

  init(
    columns: Int, rows: Int, palette: Palette = .monochrome, modes: ScreenModes = ScreenModes(),
    width: @escaping (Character) -> Int = CharacterWidth.of
  ) {
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    screen = Screen(descriptor: pipe.writing, palette: palette, modes: modes)
    emulator = TerminalEmulator(columns: columns, rows: rows, width: width)
  }

  /// The written bytes not read yet, at most `limit`.
  func read(_ limit: Int = 1_000_000) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(pipe.reading, &bytes, limit)
    return Array(bytes.prefix(max(0, count)))
  }

  mutating func show(_ buffer: CellBuffer) {
    screen.show(buffer, cursor: (0, 0))
    emulator.feed(read())
  }
}

@Suite struct ScreenTests {
  @Test func theMouseReportsMotionAndIsOffByEitherNumber() {
    #expect(ControlSequence.mouse(isOn: true) == "\u{1b}[?1002h\u{1b}[?1006h")
    let leave = ControlSequence.leave(modes: ScreenModes())
    #expect(leave.contains("?1006l\u{1b}[?1002l\u{1b}[?1000l"))
    #expect(!ControlSequence.leave(modes: ScreenModes(mouse: false)).contains("?100"))
  }

  @Test(arguments: [true, false]) func theMouseIsOnOnlyWhileItIsWanted(isPossible: Bool) {
    let buffer = CellBuffer(columns: 10, rows: 2)
    var bench = Bench(columns: 10, rows: 2, modes: ScreenModes(mouse: isPossible))
    let mouse: Set<Int> = isPossible ? [1002, 1006] : []
    bench.screen.wantsMouse = false
    bench.show(buffer)
    #expect(bench.emulator.modes == [1049, 2004])
    #expect(!String(decoding: bench.screen.end.sequence, as: UTF8.self).contains("?100"))
    bench.screen.wantsMouse = true
    bench.show(buffer)
    #expect(bench.emulator.modes == mouse.union([1049, 2004]))
    bench.screen.wantsMouse = false
    bench.show(buffer)
    #expect(bench.emulator.modes == [1049, 2004])
    // The frame before may not have arrived: every end switches it off.
    let end = String(decoding: bench.screen.end.sequence, as: UTF8.self)
    #expect(end.contains("?1002l") == isPossible)
    bench.screen.leave()
    bench.emulator.feed(bench.read())
    bench.show(buffer)
    #expect(bench.emulator.modes == [1049, 2004])
    #expect(bench.emulator.violations == [])
  }

  private func random(
    columns: Int, rows: Int, using generator: inout some RandomNumberGenerator
  ) -> CellBuffer {
    var buffer = CellBuffer(columns: columns, rows: rows)
    let words = ["abc", "  ", "語", "│ x │", "é", "•••", "👩\u{200d}🚀", "का", "─────", "end"]
    let backgrounds = Ink.allCases + Array(repeating: .own, count: 12)
    // The ink of a panel's edges is no text's.
    let inks = backgrounds.filter { $0 != .panel }
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      buffer.put(
        words.randomElement(using: &generator) ?? "",
        column: Int.random(in: -2..<columns, using: &generator),
        row: Int.random(in: 0..<rows, using: &generator),
        style: Style(
          foreground: inks.randomElement(using: &generator) ?? .own,
          background: backgrounds.randomElement(using: &generator) ?? .own,
          attributes: Style.Attributes(rawValue: UInt8.random(in: 0...7, using: &generator))))
    }
    return buffer
  }

  @Test(arguments: Palette.Depth.allCases)
  func theTerminalShowsWhateverWasDrawnLast(_ depth: Palette.Depth) {
    var bench = Bench(columns: 30, rows: 6, palette: Palette(depth: depth, isLight: false))
    for seed in 0..<300 as Range<UInt64> {
      var generator = SplitMix(state: seed)
      let buffer = random(columns: 30, rows: 6, using: &generator)
      bench.show(buffer)
      #expect(bench.emulator.lines == buffer.lines, "seed \(seed) after those before it")
    }
    #expect(bench.emulator.violations == [])
    #expect(!bench.emulator.isInFrame)
  }

  @Test(arguments: Palette.Depth.allCases)
  func stylesReachTheTerminalToo(_ depth: Palette.Depth) {
    let palette = Palette(depth: depth, isLight: true)
    var bench = Bench(columns: 20, rows: 4, palette: palette)
    for seed in 0..<200 as Range<UInt64> {
      var generator = SplitMix(state: seed)
      let buffer = random(columns: 20, rows: 4, using: &generator)
      bench.show(buffer)
      for row in 0..<4 {
        for column in 0..<20 where buffer[column, row].kind != .tail {
          let cell = buffer[column, row]
          var expected = GraphicRendition()
          let sequence = palette.graphicRendition(of: cell.style)
          #expect(sequence.isEmpty || expected.select(String(sequence.dropFirst(2).dropLast())))
          let shown = bench.emulator[column, row].rendition
          // A blank shows no ink, unless ink and background are exchanged.
          let isBlank =
            buffer.character(column, row) == " " && !cell.style.attributes.contains(.reverse)
          #expect(
            isBlank
              ? shown.background == expected.background && !shown.attributes.contains(7)
              : shown == expected, "seed \(seed) after those before it, at \(column),\(row)")
        }
      }
    }
    #expect(bench.emulator.violations == [])
  }

  @Test func anUnchangedScreenSendsNothing() {
    var bench = Bench(columns: 10, rows: 2)
    var buffer = CellBuffer(columns: 10, rows: 2)
    bench.show(buffer)
    bench.screen.show(buffer, cursor: (0, 0))
    #expect(bench.read().isEmpty)
    buffer.put("x", column: 3, row: 1)
    bench.screen.show(buffer, cursor: (0, 0))
    #expect(
      String(decoding: bench.read(), as: UTF8.self)
        == "\u{1b}[?2026h\u{1b}[2;4Hx\u{1b}[1;1H\u{1b}[?2026l")
  }

  /// A bar at the left edge of its cell may have coloured the edge of the blank before.
  @Test func theBlankBeforeABarIsDrawnAgainWhenTheBarGoes() {
    var bench = Bench(columns: 12, rows: 1)
    func frame(_ line: String) -> String {
      var buffer = CellBuffer(columns: 12, rows: 1)
      buffer.put(line, column: 0, row: 0)
      bench.screen.show(buffer, cursor: (0, 0))
      let bytes = bench.read()
      bench.emulator.feed(bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    _ = frame("│ ▏")
    #expect(frame("│ •▏").contains("\u{1b}[1;2H •\u{1b}[1;4H▏"))
    // The next bar comes after a dot, which its terminal draws again with its neighbour.
    #expect(frame("│ ••▏").contains("\u{1b}[1;4H•\u{1b}[1;5H▏"))
    #expect(frame("│ ▏").contains("\u{1b}[1;3H▏"))
    #expect(bench.emulator.lines == ["│ ▏"])
  }

  /// Some terminals join a vowel sign to its letter, others give it a cell.
  @Test(arguments: [1, 2])
  func besideAVowelSignIsABlankOrItsOtherHalf(cells: Int) {
    var buffer = CellBuffer(columns: 10, rows: 1)
    let cap = Style(background: .panel)
    buffer.put("xxxxxx", column: 0, row: 0, style: cap)
    var bench = Bench(columns: 10, rows: 1) { $0.unicodeScalars.count > 1 ? cells : 1 }
    bench.show(buffer)
    buffer.put(" \u{25cc}\u{93e} ", column: 1, row: 0, style: cap)
    bench.show(buffer)
    #expect(bench.emulator[2, 0].text == "\u{25cc}\u{93e}")
    #expect(bench.emulator[3, 0].text == (cells == 1 ? " " : ""))
    #expect(bench.emulator[4, 0].text == " " && bench.emulator[5, 0].text == "x")
    #expect(bench.emulator.violations == [])
  }

  @Test func aTerminalThatThinksOtherwiseOfAWidthShiftsNothingElse() {
    var buffer = CellBuffer(columns: 30, rows: 2)
    buffer.put("名前 name │ ❤\u{fe0f} end", column: 0, row: 0)
    // It believes that everything takes one cell.
    var bench = Bench(columns: 30, rows: 2) { _ in 1 }
    bench.show(buffer)
    for text in ["name", "│", "end"] {
      let column = buffer.columnOf(text, row: 0)
      let first = String(text.prefix(1))
      #expect(bench.emulator[column, 0].text == first)
    }
    #expect(bench.emulator.violations == [])
  }

  @Test func theFirstFrameEntersAndTheLastLeaves() {
    let modes = ScreenModes(kittyKeyboard: true)
    var bench = Bench(columns: 10, rows: 2, modes: modes)
    bench.show(CellBuffer(columns: 10, rows: 2))
    #expect(bench.emulator.modes == [1049, 2004, 1002, 1006])
    #expect(bench.emulator.keyboardFlags == 1)
    let end = bench.screen.end
    bench.screen.leave()
    let bytes = bench.read()
    #expect(bytes == end.sequence)
    #expect(bytes.count <= Int(PLATFORM_TERMINAL_BYTES))
    bench.emulator.feed(bytes)
    // 25 is the cursor, which is shown again.
    #expect(bench.emulator.modes == [25])
    #expect(bench.emulator.keyboardFlags == 0)
    #expect(bench.emulator.frames == 2)
    #expect(bench.emulator.violations == [])
    bench.screen.leave()
    #expect(bench.read().isEmpty, "the exit happens once")
  }

  @Test func aSlowTerminalGetsEveryByteInOrder() {
    var bench = Bench(columns: 200, rows: 100)
    var buffer = CellBuffer(columns: 200, rows: 100)
    // More than a pipe holds.
    for row in 0..<100 {
      for column in 0..<200 {
        let ink: Ink = (row + column) % 2 == 0 ? .own : .error
        buffer.put("é", column: column, row: row, style: Style(foreground: ink, attributes: .bold))
      }
    }
    for round in 0..<3 {
      buffer.put("round \(round)", column: 0, row: 0)
      var progress = bench.screen.show(buffer, cursor: (0, 0))
      while progress == .waiting {
        let isWaiting = bench.screen.isWaiting
        #expect(isWaiting)
        bench.emulator.feed(bench.read(997))
        progress = bench.screen.flush()
      }
      #expect(progress == .done)
      while case let bytes = bench.read(), !bytes.isEmpty { bench.emulator.feed(bytes) }
      #expect(bench.emulator.lines == buffer.lines)
    }
    #expect(bench.emulator.frames == 3)
    #expect(bench.emulator.violations == [])
  }

  /// Shut down and not closed: children of other tests may still have the reading side.
  @Test func aTerminalThatIsGoneIsNoticed() {
    signal(SIGPIPE, SIG_IGN)
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    defer { for end in pair { close(end) } }
    shutdown(pair[0], Int32(SHUT_RD))
    var screen = Screen(descriptor: pair[1], palette: .monochrome, modes: ScreenModes())
    let progress = screen.show(CellBuffer(columns: 2, rows: 2), cursor: (0, 0))
    #expect(progress == .failed(EPIPE))
  }

  @Test func theBellGoesWithItsFrame() {
    var bench = Bench(columns: 4, rows: 1)
    let buffer = CellBuffer(columns: 4, rows: 1)
    bench.show(buffer)
    bench.screen.show(buffer, cursor: (0, 0), rings: true)
    bench.emulator.feed(bench.read())
    #expect(bench.emulator.bells == 1)
    #expect(bench.emulator.violations == [])
  }
}

extension CellBuffer {
  fileprivate func columnOf(_ text: String, row: Int) -> Int {
    let characters = Array(text)
    for start in 0..<columns - characters.count + 1
    where characters.indices.allSatisfy({
      character(start + $0, row) == characters[$0]
    }) {
      return start
    }
    return -1
  }
}
