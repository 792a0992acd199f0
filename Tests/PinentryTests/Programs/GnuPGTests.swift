import Glibc
import TestSupport
import Testing

/// GnuPG with its own agent, asking through our pinentry.
@Suite(.serialized) final class GnuPGTests {
  private static let passphrase = "pass%+ wört\\ 12"
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try home.write(
      "#!/bin/sh\necho start >> \(home.path)/starts\nexec \(try Programs.pinentry()) \"$@\"\n",
      to: "pin.sh", mode: 0o755)
    try home.write("pinentry-program \(home.path)/pin.sh\n", to: "gpg-agent.conf")
    try home.write("some text\n", to: "plain")
  }

  deinit {
    _ = try? ProgramRun.finished(
      "/usr/bin/gpgconf", ["--kill", "gpg-agent"], environment: ["GNUPGHOME": home.path])
  }

  private var starts: Int { home.text("starts").split(separator: "\n").count }

  private func forget() throws {
    _ = try ProgramRun.finished(
      "/usr/bin/gpgconf", ["--reload", "gpg-agent"], environment: ["GNUPGHOME": home.path])
  }

  /// Runs gpg and answers its dialogues: what must be shown, and the keys typed then.
  private func gpg(_ arguments: [String], _ answers: [(String, String)]) throws -> ProgramRun {
    let terminal = try PseudoTerminal()
    let options = ProgramOptions(
      arguments,
      environment: ["GNUPGHOME": home.path, "HOME": home.path, "GPG_TTY": terminal.path],
      streams: (.terminal, .terminal, .terminal))
    let run = try ProgramRun("/usr/bin/gpg", options, on: terminal)
    var shown = 0
    for (text, keys) in answers {
      shown = try run.waitForDisplay(of: text, after: shown)
      try run.waitForQuiet(seconds: 0.05)
      shown = run.displayed.count
      try run.type(keys)
    }
    try run.wait(seconds: 30)
    #expect(try terminal.settings().echoes)
    return run
  }

  private func makeKey() throws {
    let word = Self.passphrase
    let run = try gpg(
      ["--quick-gen-key", "Test <test@example.org>", "ed25519", "sign", "never"],
      [(PinentryRun.asks, word + "\r"), ("▏", word + "\r")])
    #expect(run.ending == .exited(0))
    #expect(starts == 1)
  }

  @Test func generatesSignsAndChanges() throws {
    guard Programs.path("gpg") != nil else { return }
    try makeKey()
    try forget()
    let word = Self.passphrase
    let sign = try gpg(
      ["-o", home.path + "/signed", "-s", home.path + "/plain"],
      [
        (PinentryRun.asks, "wrong\r"), ("try 2 of 3", "wrong\r"), ("try 3 of 3", word + "\r"),
      ])
    #expect(sign.ending == .exited(0))
    #expect(starts == 2)
    #expect(sign.displayedText.contains("asked by gpg, pid"))
    try forget()
    let change = try gpg(
      ["--passwd", "test@example.org"],
      [
        (PinentryRun.asks, word + "\r"), ("Repeat", "new" + word + "\r"),
        ("▏", "new" + word + "\r"),
      ])
    #expect(change.ending == .exited(0))
    try forget()
    let unchanged = try gpg(
      ["--passwd", "test@example.org"],
      [
        (PinentryRun.asks, "new" + word + "\r"), ("Repeat", "\r"), ("▏", "\r"),
        ("Enter choose", "\u{1b}"), (PinentryRun.asks, "\u{1b}"),
      ])
    #expect(unchanged.displayedText.contains("not entered a passphrase"))
  }

  @Test func encryptsAndDecryptsWithAPassphrase() throws {
    guard Programs.path("gpg") != nil else { return }
    let word = Self.passphrase
    let encrypt = try gpg(
      ["-o", home.path + "/secret", "-c", home.path + "/plain"],
      [(PinentryRun.asks, word + "\r"), ("▏", word + "\r")])
    #expect(encrypt.ending == .exited(0))
    #expect(starts == 1)
    try forget()
    let decrypt = try gpg(
      ["-o", home.path + "/back", "-d", home.path + "/secret"], [(PinentryRun.asks, word + "\r")])
    #expect(decrypt.ending == .exited(0))
    #expect(home.text("back") == "some text\n")
  }

  @Test func enforcedConstraintsAreChecked() throws {
    guard Programs.path("gpg") != nil else { return }
    try home.write(
      "pinentry-program \(home.path)/pin.sh\nenforce-passphrase-constraints\n"
        + "min-passphrase-len 12\nmin-passphrase-nonalpha 1\n", to: "gpg-agent.conf")
    let word = Self.passphrase
    let run = try gpg(
      ["-o", home.path + "/secret", "-c", home.path + "/plain"],
      [
        (PinentryRun.asks, "short\r"), ("▏", "short\r"), ("at least 12", word + "\r"),
        ("▏", word + "\r"),
      ])
    #expect(run.ending == .exited(0))
  }

  @Test func controlCEndsGPGAndTheShellGetsNoKey() throws {
    guard Programs.path("gpg") != nil else { return }
    let run = try gpg(
      ["-o", home.path + "/secret", "-c", home.path + "/plain"],
      [(PinentryRun.asks, "abc\u{3}def")])
    #expect(run.ending == .exited(2))
    #expect(run.displayedText.contains("ancelled"))
    #expect(try run.terminal?.unreadBytes() == 0)
  }

  @Test func aKilledAgentLeavesTheTerminalAsItWas() throws {
    guard Programs.path("gpg") != nil else { return }
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let options = ProgramOptions(
      ["-o", home.path + "/secret", "-c", home.path + "/plain"],
      environment: ["GNUPGHOME": home.path, "HOME": home.path, "GPG_TTY": terminal.path],
      streams: (.terminal, .terminal, .terminal))
    let run = try ProgramRun("/usr/bin/gpg", options, on: terminal)
    try run.waitForDisplay(of: PinentryRun.asks)
    #expect(try terminal.settings() != before)
    run.send(signal: SIGKILL)
    try run.wait()
    let start = Moment.now
    while try terminal.settings() != before, Moment.now - start < 3 { usleep(20_000) }
    #expect(try terminal.settings() == before)
    #expect(Moment.now - start < 1.5)
  }
}
