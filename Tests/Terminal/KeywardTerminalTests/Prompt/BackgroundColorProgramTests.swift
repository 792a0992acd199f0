import Glibc
import KeywardTerminal
import KeywardTestSupport
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

  /// A terminal that takes nothing gets its fifth of a second, after the quarter in which a key may
  /// still be for the question, but not the time for an answer as well.
  @Test func aTerminalThatTakesNothingIsNotWaitedForTwice() throws {
    let isPrompt = try Promptness.isReached(within: 0.5) {
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

  /// The seconds for which a program waited in vain after it had read `keys`, by its trace.
  private func wait(after keys: String, in trace: String) throws -> Double {
    let lines = trace.split(separator: "\n")
    let last = try #require(lines.lastIndex { $0.contains(keys) }, "\(trace)")
    let times = lines[last...].compactMap { line -> Double? in
      let parts = line.split(separator: ") ")
      guard line.hasSuffix("= 0 (Timeout)") else { return nil }
      return parts.first?.split(separator: " ").last.flatMap { Double($0) }
    }
    return times.reduce(0, +) / 1000
  }

  /// A trace of the waits has the same result on a busy machine.
  @Test(
    "Enter and Esc wait at most 0.1 s for a terminal that does not reply",
    .enabled(if: InstalledProgram.path("strace") != nil, "needs strace (apt-get install strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"),
    // Esc itself is decoded after half a second.
    arguments: [("a\\r", "a\r", 0.1), ("\\33", "\u{1b}", 0.6)])
  func silentTerminal(traced: String, keys: String, limit: Double) throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "/usr/bin/strace", Self.tracing(folder) + ["-n"],
      environment: ["COLORFGBG": nil], on: PseudoTerminal(), showing: Self.question)
    try run.waitForDisplay(of: Self.frameEnd)
    try run.end(typing: keys)
    let time = try wait(after: traced, in: folder.text("trace"))
    #expect(0.09...limit ~= time)
  }

  /// The words after `strace` that trace the waits of `keyward get`.
  private static func tracing(_ folder: TemporaryFolder) throws -> [String] {
    [
      "-qq", "-o", folder.path + "/trace", "-e", "trace=poll,read", "-e", "signal=none",
      try BuiltProgram.keyward(), "get", "--no-secret-memory",
    ]
  }

  private static let expecting = """
    set timeout 60
    eval spawn strace $argv
    expect "Esc cancel" { send "sesame\\r" }
    expect eof
    exit [lindex [wait] 3]
    """

  @Test(
    "expect, whose terminal does not reply, waits at most 0.1 s, and in line mode nothing is asked",
    .enabled(
      if: InstalledProgram.path("expect") != nil && InstalledProgram.path("strace") != nil,
      "needs expect and strace (apt-get install expect strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"))
  func expect() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.expecting, to: "script")
    let run = try ProgramRun.finished(
      try #require(InstalledProgram.path("expect")),
      [folder.path + "/script"] + Self.tracing(folder) + ["--show"],
      environment: ["COLORFGBG": nil])
    #expect(run.ending == .exited(0), "\(run.outputText)")
    #expect(run.outputText.contains(Self.question))
    #expect(try wait(after: "sesame\\r", in: folder.text("trace")) <= 0.1)
    let lines = try ProgramRun.finished(
      try #require(InstalledProgram.path("expect")),
      [
        "-c",
        "set timeout 60; spawn {\(try BuiltProgram.keyward())} get --plain --show; "
          + "expect Passphrase: { send sesame\\r }; expect eof",
      ], environment: ["COLORFGBG": nil])
    #expect(lines.outputText.contains("sesame") && !lines.outputText.contains("]11;"))
  }

  /// mosh shows the query to no terminal, and answers only the part that ends the wait.
  @Test(
    "Through mosh, nobody waits",
    .enabled(
      if: ["mosh-server", "mosh-client", "strace"].allSatisfy { InstalledProgram.path($0) != nil },
      "needs mosh and strace (apt-get install mosh strace)"),
    .enabled(if: getuid() == 0, "needs root to trace a hardened process"))
  func mosh() throws {
    let folder = try TemporaryFolder()
    let words = try (["strace"] + Self.tracing(folder) + ["-n"]).joined(separator: " ")
    let server = try ProgramRun.finished(
      try #require(InstalledProgram.path("mosh-server")),
      [
        "new", "-i", "127.0.0.1", "--", "/bin/sh", "-c", "exec \(words) >\(folder.path)/answer",
      ], environment: ["COLORFGBG": nil, "MOSH_SERVER_NETWORK_TMOUT": "60"])
    let line = try #require(
      server.outputText.split(whereSeparator: \.isNewline).first { $0.contains("MOSH CONNECT") })
    let connection = line.split(separator: " ").suffix(2).map(String.init)
    let run = try ProgramRun(
      try #require(InstalledProgram.path("mosh-client")), ["127.0.0.1", connection[0]],
      environment: ["MOSH_KEY": connection[1]],
      streams: (.terminal, .terminal, .pipe), on: PseudoTerminal(), showing: "Esc")
    try run.waitForQuiet(seconds: 0.5)
    try run.end(typing: "sesame\r")
    #expect(folder.text("answer") == "sesame")
    #expect(try wait(after: "e\\r", in: folder.text("trace")) < 0.09)
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
