import Glibc
import KeywardTestSupport
import PromptUI
import Testing

/// The query for the terminal's background colour in the built program, and every fate of the
/// answer.
@Suite(.tags(.program)) struct BackgroundColorProgramTests {
  private static let question = "\u{1b}]11;?\u{1b}\\\u{1b}[c"
  private static let white = "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\\u{1b}[?62;22c"
  private static let frameEnd = "\u{1b}[?2026l"

  /// Starts the program on a terminal whose background colour is not known.
  private func start(
    _ arguments: [String] = ["get", "-n"], _ environment: [String: String?] = [:]
  ) throws -> ProgramRun {
    let asked: [String: String?] = ["COLORFGBG": nil, "COLORTERM": "truecolor"]
    return try ProgramRun.keyward(
      arguments, environment: asked.merging(environment) { $1 },
      on: PseudoTerminal(columns: 80, rows: 24))
  }

  private func emulator(of run: ProgramRun) -> TerminalEmulator {
    var emulator = TerminalEmulator(columns: 80, rows: 24, width: CharacterWidth.of)
    emulator.feed(run.displayed)
    return emulator
  }

  @Test func itIsAskedOnceWithTheFirstFrame() throws {
    let run = try start()
    try run.waitForDisplay(of: Self.frameEnd)
    // In the same write.
    #expect(run.displayedText.firstRange(of: Self.question) != nil)
    try run.type("ab\u{c}c\u{1a}")
    try run.waitFor(.stopped(SIGTSTP))
    let shown = run.displayed.count
    try run.foreground()
    try run.waitForDisplay(of: Self.frameEnd, after: shown)
    try run.waitForQuiet()
    try run.type("\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "abc")
    let emulator = emulator(of: run)
    #expect(emulator.questions == 1)
    #expect(emulator.violations == [])
    #expect(emulator.modes == [25])
  }

  @Test(arguments: [
    ["TERM": "linux"], ["TERM": "tmux-256color"], ["TERM": "screen"], ["TERM": "vt100"],
    ["TMUX": "/tmp/tmux,1,0"], ["STY": "1.pts"], ["NO_COLOR": "1"], ["COLORFGBG": "0;15"],
    ["KEYWARD_PLAIN": "1"], ["KEYWARD_OPTIONS": "--theme light"],
    ["KEYWARD_OPTIONS": "--theme dark"],
  ])
  func itIsNotAskedWhereThatMakesNoSense(_ environment: [String: String]) throws {
    let run = try start(["get", "-n"], environment)
    try run.waitForDisplay(of: environment["KEYWARD_PLAIN"] == nil ? Self.frameEnd : "Passphrase: ")
    try run.type("a\r")
    #expect(try run.wait() == .exited(0))
    #expect(!run.displayedText.contains("]11;"))
  }

  /// The answer comes right after the question.
  ///
  /// A machine too busy for 0.3 s gets another try.
  @Test(arguments: [["get", "-n"], ["confirm", "Go on?"], ["type"]])
  func anAnswerAtOnceChangesTheThemeInOneRedraw(_ arguments: [String]) throws {
    let isReached = try (0..<5).contains { _ in
      let run = try start(arguments)
      try run.waitForDisplay(of: Self.question)
      try run.type(Self.white)
      try run.waitForDisplay(of: Self.frameEnd)
      try run.waitForQuiet()
      let frames = emulator(of: run).frames
      let isRepainted = run.displayedText.ranges(of: "\u{1b}[1C\u{1b}[J").count == 2
      // The light panel's background, or black on the light cap's.
      return frames == 2 && isRepainted && run.displayedText.contains("48;2;255;255;255")
    }
    #expect(isReached)
  }

  /// The answer comes when the program is about to end, and is not typed into the next one.
  @Test(arguments: ["a\r", "\u{1b}[27u", "\u{3}", "TERM"], [1, 30]) func theExitAwaitsIt(
    _ way: String, _ piece: Int
  ) throws {
    var attempts = 0
    for _ in 0..<20 where attempts < 3 {
      let run = try start()
      try run.waitForDisplay(of: Self.question)
      if way == "TERM" { run.send(signal: SIGTERM) } else { try run.type(way) }
      try run.waitForDisplay(of: "\u{1b}[?1049l")
      let bytes = Array(Self.white.utf8)
      for start in stride(from: 0, to: bytes.count, by: piece) {
        try run.type(Array(bytes[start..<min(start + piece, bytes.count)]))
      }
      try run.pump(seconds: 0)
      // Too busy for 0.3 s: the attempt does not count.
      guard run.ending == nil else { continue }
      attempts += 1
      let ending = try run.wait()
      #expect(way != "TERM" || ending == .killed(SIGTERM))
      #expect(try run.terminal?.unreadBytes() == 0)
    }
    #expect(attempts > 0)
  }

  /// A terminal that takes nothing gets its fifth of a second, but not the time for an answer as
  /// well.
  @Test func aTerminalThatTakesNothingIsNotWaitedForTwice() throws {
    let isPrompt = try Promptness.isReached(within: 0.25) {
      let run = try start()
      try run.waitForDisplay(of: Self.question)
      return try Promptness.seconds {
        let terminal = try #require(run.terminal)
        let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        #expect(tcflow(descriptor, TCOOFF) == 0)
        run.send(signal: SIGTERM)
        #expect(try run.wait() == .killed(SIGTERM))
      }
    }
    #expect(isPrompt)
  }

  @Test(
    "Enter and Esc take at most 0.1 s longer on a terminal that does not reply",
    arguments: ["a\r", "\u{1b}"])
  func silentTerminal(_ keys: String) throws {
    // Esc itself is decoded after half a second.
    let limit = keys == "a\r" ? 0.3 : 0.8
    let isPrompt = try Promptness.isReached(within: limit) {
      let run = try start()
      try run.waitForDisplay(of: Self.frameEnd)
      return try Promptness.seconds {
        try run.type(keys)
        try run.wait()
      }
    }
    #expect(isPrompt)
  }

  /// After the answer a program leaves at once.
  @Test func nobodyWaitsForNothing() throws {
    let isPrompt = try Promptness.isReached(within: 0.2) {
      let run = try start()
      try run.waitForDisplay(of: Self.frameEnd)
      try run.type(Self.white)
      try run.pump(seconds: 0.05)
      return try Promptness.seconds {
        try run.type("a\r")
        try run.waitForDisplay(of: "\u{1b}[?1049l")
        try run.pump(until: { run.ending != nil }, seconds: 1)
      }
    }
    #expect(isPrompt)
  }
}
