import Glibc
import Testing

/// The program on a pseudo-terminal.
@Suite struct ScenePlayTests {
  private let cancelled: Int32 = 130 << 8

  @Test("A scene is played, and the terminal is restored", arguments: ["tour", "chat", "login"])
  func played(_ name: String) throws {
    let run = try StudioOnTerminal([name])
    try run.wait(for: "640 x 134 at 0, 250")
    #expect(run.text.contains("\u{1b}[?1002h") && !run.isRestored)
    try run.type("sesame", until: "••••••▏")
    // A split, and back to the field; the other direction, and a rotation.
    try run.type("\u{7}\t\t", until: " split, ")
    try run.type("\u{7}", until: "Ctrl-G move")
    try run.type("\u{f}", until: "right to left")
    try run.type("\u{12}", until: "portrait")
    try run.type("\u{3}")
    #expect(run.end() == cancelled)
    expectClean(run)
  }

  @Test("Enter submits a text, which is not printed")
  func submitted() throws {
    let run = try StudioOnTerminal(["login"])
    try run.wait(for: "640 x 134")
    // Nothing was typed yet, so Enter does not end the scene.
    try run.type("\rsesame", until: "••••••▏")
    try run.type("\r", until: "Submitted 6 characters")
    #expect(run.end() == 0)
    expectClean(run)
  }

  @Test("The mouse moves the keyboard")
  func mouse() throws {
    let run = try StudioOnTerminal(["tour"])
    try run.wait(for: "640 x 134")
    try run.type("\u{1b}[<0;40;16M\u{1b}[<32;40;11M", until: "undocked")
    try run.type("\u{1b}[<32;40;15M\u{1b}[<0;40;15m", until: " docked, near bottom")
    try run.type("\u{1b}")
    #expect(run.end() == cancelled)
    expectClean(run)
  }

  @Test("A signal restores the terminal", arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV])
  func signal(_ number: Int32) throws {
    let run = try StudioOnTerminal(["chat"])
    try run.wait(for: "640 x 134")
    try run.type("sesame", until: "••••••▏")
    run.send(signal: number)
    #expect(run.end() & 0x7f == number)
    expectClean(run)
  }

  @Test("--rotate turns the screen, and --timeout ends the scene with status 124")
  func times() throws {
    let run = try StudioOnTerminal(
      ["tour", "--rotate", "portrait@0.1", "--timeout", "1"])
    try run.wait(for: "portrait")
    #expect(run.end() == 124 << 8)
    expectClean(run)
  }

  @Test("Stopped with Ctrl-Z and continued, the scene goes on")
  func stopped() throws {
    let run = try StudioOnTerminal(["login"])
    try run.wait(for: "640 x 134")
    try run.type("ses", until: "•••▏")
    try run.type("\u{1a}")
    run.waitForStop()
    #expect(run.isRestored)
    let start = run.shown.count
    run.send(signal: SIGCONT)
    try run.wait(for: "•••▏", after: start)
    try run.type("\u{3}")
    #expect(run.end() == cancelled)
    expectClean(run)
  }

  @Test("Any size of the window is survived")
  func sizes() throws {
    let run = try StudioOnTerminal(["tour"])
    try run.wait(for: "640 x 134")
    for round in 0..<40 {
      run.resize(columns: UInt16(1 + round * 37 % 120), rows: UInt16(1 + round * 23 % 50))
      if round % 5 == 0 { try run.type("\u{7}\t\u{7}x") }
    }
    run.resize(columns: 80, rows: 24)
    try run.wait(for: "••••••••▏", after: run.shown.count)
    try run.type("\u{3}")
    #expect(run.end() == cancelled)
    expectClean(run)
  }

  private func expectClean(_ run: StudioOnTerminal) {
    #expect(run.isRestored)
    for mode in [1049, 2004, 1002, 1006] { #expect(run.text.contains("\u{1b}[?\(mode)l")) }
    #expect(!run.text.contains("sesame"))
  }
}
