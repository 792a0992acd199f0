import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// A session on its own pseudo-terminal.
///
/// One after another: a process leaves one terminal.
@Suite(.serialized) struct TerminalSessionTests {
  private func environment(_ device: String) -> TerminalEnvironment {
    TerminalEnvironment { ["KEYWARD_TTY": device, "TERM": "xterm"][$0] }
  }

  @Test func theModeIsTheOneOfTheSpecification() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    var session = try TerminalSession(environment: environment(terminal.path))
    var ring = try InputRing(policy: .allowUnlocked)
    try session.begin()
    let mode = session.mode
    #expect(mode == .canonical)
    var settings = termios()
    #expect(tcgetattr(terminal.descriptor, &settings) == 0)
    #expect(settings.c_iflag == 0)
    #expect(settings.c_lflag == tcflag_t(ICANON) | 0o200000)
    let now = try terminal.settings()
    #expect(now.flags[1] == before.flags[1] && now.flags[2] == before.flags[2])
    #expect(now.controlCharacters[Int(VEOF)] == 0xff)
    #expect(now.controlCharacters[Int(VMIN)] == 1)
    #expect(now.controlCharacters[Int(VTIME)] == 0)
    session.leave(draining: &ring)
    #expect(try terminal.settings() == before)
  }

  /// A terminal may refuse a part of its new settings, which only a query shows.
  @Test func aModeThatEchoesIsNone() {
    for mode in [TerminalMode.canonical, .raw] {
      var settings = mode.settings(from: termios())
      #expect(TerminalMode.mode(of: settings) == mode)
      settings.c_lflag |= tcflag_t(ECHO)
      #expect(TerminalMode.mode(of: settings) == nil)
    }
  }

  @Test func unreadInputIsGoneAfterwards() throws {
    let terminal = try PseudoTerminal()
    var session = try TerminalSession(environment: environment(terminal.path))
    var ring = try InputRing(policy: .allowUnlocked)
    _ = "early".withCString { write(terminal.descriptor, $0, 5) }
    try session.begin(end: .init(sequence: Array("\u{1b}[0m".utf8)))
    #expect(try terminal.unreadBytes() == 0)
    _ = "late".withCString { write(terminal.descriptor, $0, 4) }
    let left = session.leave(draining: &ring)
    #expect(left)
    let again = session.leave(draining: &ring)
    #expect(!again, "the exit happens once")
    #expect(try terminal.unreadBytes() == 0)
  }

  @Test func ourOwnSettingsAreNeverTakenForThosePutBack() throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    var session = try TerminalSession(environment: environment(terminal.path))
    var ring = try InputRing(policy: .allowUnlocked)
    try session.begin()
    // Stopped and continued, and nobody touched the terminal meanwhile.
    try session.begin()
    session.leave(draining: &ring)
    #expect(try terminal.settings() == before)
  }

  @Test func theSizeIsAskedForAgain() throws {
    let terminal = try PseudoTerminal(columns: 33, rows: 7)
    let session = try TerminalSession(environment: environment(terminal.path))
    var size = session.size
    #expect(size == (33, 7))
    try terminal.resize(columns: 0, rows: 0)
    size = session.size
    #expect(size == (80, 24))
  }

  /// No terminal is so large: such numbers are somebody's mistakes.
  @Test func noMoreOfAWindowIsDrawnThanAScreenHas() throws {
    let terminal = try PseudoTerminal(columns: 65_535, rows: 65_535)
    let session = try TerminalSession(environment: environment(terminal.path))
    let size = session.size
    #expect(size == (1000, 400))
    #expect(throws: Never.self) {
      _ = try ScreenDescription(
        size: Size(width: Double(size.columns) * 8, height: Double(size.rows) * 16))
    }
    try terminal.resize(columns: 0, rows: 0)
    let large = try TerminalSession(
      environment: TerminalEnvironment {
        ["KEYWARD_TTY": terminal.path, "COLUMNS": "9999", "LINES": "9999"][$0]
      })
    let claimed = large.size
    #expect(claimed == (1000, 400))
  }

  @Test(arguments: ["/dev/null", "/dev/ptmx", "/nonexistent", "/etc/passwd", "/"])
  func aPathToNoTerminalIsRefused(_ path: String) {
    #expect(throws: TerminalError.self) { _ = try TerminalSession(environment: environment(path)) }
  }

  @Test func errorsNameTheNextStep() {
    let errors: [TerminalError] = [
      .cannotOpen(path: "/dev/tty", code: ENXIO), .notATerminal(path: "/dev/null"),
      .settings(code: EIO), .orphanedInBackground, .noDrawnKeyboard, .wait(code: ENOMEM), .busy,
      .changedByOthers,
    ]
    for error in errors { #expect(error.description.contains(";")) }
  }
}
