import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program), .serialized, .needs("gpg")) struct GnuPGProgramTests {
  private static let passphrase = "pass%+ wört\\ 12"

  private func makeKey(in home: GnuPGHome, _ answers: [(String, String)]? = nil) throws {
    let word = Self.passphrase
    let run = try home.gpg(
      ["--quick-gen-key", "Test <test@example.org>", "ed25519", "sign", "never"],
      answers ?? [(PinentryRun.asks, word + "\r"), ("▏", word + "\r")])
    #expect(run.ending == .exited(0))
  }

  @Test func signsChangesAndTakesNoEmptyPassphrase() throws {
    let home = try GnuPGHome()
    try makeKey(in: home)
    #expect(home.starts.count == 1)
    try home.forget()
    let word = Self.passphrase
    let sign = try home.sign([
      (PinentryRun.asks, "wrong\r"), ("try 2 of 3", "wrong\r"), ("try 3 of 3", word + "\r"),
    ])
    #expect(sign.ending == .exited(0))
    #expect(home.starts.count == 2)
    #expect(sign.displayedText.contains("asked by gpg, pid"))
    #expect(
      sign.displayedText.contains("for: gpg ") || sign.displayedText.contains("for: /usr/bin/gpg "))
    try home.forget()
    let change = try home.gpg(
      ["--passwd", "test@example.org"],
      [
        (PinentryRun.asks, word + "\r"), ("Repeat", "new" + word + "\r"),
        ("▏", "new" + word + "\r"),
      ])
    #expect(change.ending == .exited(0))
    try home.forget()
    let unchanged = try home.gpg(
      ["--passwd", "test@example.org"],
      [
        (PinentryRun.asks, "new" + word + "\r"), ("Repeat", "\r"), ("▏", "\r"),
        ("Enter choose", "\u{1b}"), (PinentryRun.asks, "\u{1b}"),
      ])
    #expect(unchanged.displayedText.contains("not entered a passphrase"))
  }

  @Test("Enter alone does not accept a weak passphrase: the focus is on the safe button")
  func aWeakPassphraseIsWarnedOf() throws {
    let home = try GnuPGHome()
    let word = Self.passphrase
    // First another passphrase, then the weak one after all.
    try makeKey(
      in: home,
      [
        (PinentryRun.asks, "abc\r"), ("▏", "abc\r"), ("Enter choose", "\r"),
        (PinentryRun.asks, "abd\r"), ("▏", "abd\r"), ("Enter choose", "y\r"),
      ])
    try home.forget()
    let sign = try home.sign([(PinentryRun.asks, word + "\r"), ("try 2 of 3", "abd\r")])
    #expect(sign.ending == .exited(0))
  }

  @Test("Enter in every dialogue of a new key creates no unprotected key")
  func onlyEnterMakesNoKey() throws {
    let home = try GnuPGHome()
    let run = try home.gpg(
      ["--quick-gen-key", "Test <test@example.org>", "ed25519", "sign", "never"],
      [
        (PinentryRun.asks, "\r"), ("▏", "\r"), ("not entered a passphrase", "\r"),
        (PinentryRun.asks, "\u{1b}"),
      ])
    #expect(run.ending != .exited(0))
    #expect(TemporaryFolder.names(in: home.path + "/private-keys-v1.d").isEmpty)
  }

  @Test("Enter alone deletes no secret key")
  func enterDeletesNoKey() throws {
    let home = try GnuPGHome()
    try makeKey(in: home)
    let keys = TemporaryFolder.names(in: home.path + "/private-keys-v1.d")
    #expect(!keys.isEmpty)
    let print = try ProgramRun.finished(
      "/usr/bin/gpg", ["--list-secret-keys", "--with-colons"],
      environment: ["GNUPGHOME": home.path]
    ).outputText.split(separator: "\n").first { $0.hasPrefix("fpr:") }
    let fingerprint = try #require(print?.split(separator: ":").last.map(String.init))
    func delete(_ keys: String) throws -> ProgramRun {
      try home.gpg(
        ["--delete-secret-keys", fingerprint],
        [("(y/N)", "y\r"), ("really delete", "y\r"), ("Enter choose", keys)])
    }
    _ = try delete("\r")
    #expect(TemporaryFolder.names(in: home.path + "/private-keys-v1.d") == keys)
    _ = try delete("y\r")
    #expect(TemporaryFolder.names(in: home.path + "/private-keys-v1.d").isEmpty)
  }

  @Test func aPassphraseTypedAheadBetweenTwoTriesIsDropped() throws {
    let home = try GnuPGHome()
    try makeKey(in: home)
    try home.forget()
    let sign = try home.sign([
      (PinentryRun.asks, "wrong\rtyped ahead\r"), ("try 2 of 3", Self.passphrase + "\r"),
    ])
    #expect(sign.ending == .exited(0))
    #expect(!sign.displayedText.contains("ahead"))
    #expect(try sign.terminal?.unreadBytes() == 0)
  }

  @Test func encryptsAndDecryptsWithAPassphrase() throws {
    let home = try GnuPGHome()
    let word = Self.passphrase
    let encrypt = try home.encrypt([(PinentryRun.asks, word + "\r"), ("▏", word + "\r")])
    #expect(encrypt.ending == .exited(0))
    #expect(home.starts.count == 1)
    try home.forget()
    let decrypt = try home.decrypt([(PinentryRun.asks, word + "\r")])
    #expect(decrypt.ending == .exited(0))
    #expect(home.text("back") == "some text\n")
  }

  @Test func enforcedConstraintsAreChecked() throws {
    let home = try GnuPGHome()
    try home.configure(
      "enforce-passphrase-constraints\nmin-passphrase-len 12\nmin-passphrase-nonalpha 1\n")
    let word = Self.passphrase
    let run = try home.encrypt([
      (PinentryRun.asks, "short\r"), ("▏", "short\r"),
      // The bar of the second field is where the first one's was, and is not drawn again.
      ("at least 12", word + "\r" + word + "\r"),
    ])
    #expect(run.ending == .exited(0))
  }

  @Test func controlCEndsGPGAndTheShellGetsNoKey() throws {
    let home = try GnuPGHome()
    let run = try home.encrypt([(PinentryRun.asks, "abc\u{3}def")])
    #expect(run.ending == .exited(2))
    #expect(run.displayedText.contains("ancelled"))
    #expect(try run.terminal?.unreadBytes() == 0)
  }

  /// If one of the three goes, the terminal is as before and the pinentry gone within a second.
  @Test(arguments: ["gpg", "agent", "agent, by force", "terminal"])
  func noDialogueIsLeftRunning(_ who: String) throws {
    #expect(try Promptness.isReached(within: 1) { try secondsToTheEnd(without: who) })
  }

  /// The seconds from the end of one of the three to that of the pinentry.
  private func secondsToTheEnd(without who: String) throws -> Double {
    let home = try GnuPGHome()
    let terminal = try PseudoTerminal()
    let run = try home.start(home.encrypting, on: terminal)
    try run.waitForDisplay(of: PinentryRun.asks)
    try run.type("abc")
    try run.waitForQuiet(seconds: 0.05)
    #expect(try terminal.settings() != terminal.initial)
    let pinentry = try #require(home.starts.first)
    switch who {
    case "gpg": run.send(signal: SIGKILL)
    case "terminal": terminal.hangUp()
    default:
      let words = try home.agent("getinfo pid").split(whereSeparator: \.isWhitespace)
      let agent = try #require(words.dropFirst().first.flatMap { Int32($0) })
      kill(agent, who == "agent" ? SIGTERM : SIGKILL)
      // An agent that was asked to end does so when its clients have gone.
      if who == "agent" { run.send(signal: SIGKILL) }
    }
    let start = Moment.now
    try run.pump(until: { !isAlive(pinentry) }, seconds: ProgramRun.longest)
    let taken = Moment.now - start
    guard who != "terminal" else { return taken }
    try run.waitForQuiet(seconds: 0.05)
    #expect(try terminal.settings() == terminal.initial)
    #expect(run.displayedText.contains("\u{1b}[?1049l"))
    #expect(try terminal.unreadBytes() == 0)
    return taken
  }

  /// True if a process runs; one that nobody has waited for yet does not.
  private func isAlive(_ process: Int32) -> Bool {
    guard let stream = fopen("/proc/\(process)/stat", "re") else { return false }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = fread(&bytes, 1, bytes.count, stream)
    return !String(decoding: bytes.prefix(count), as: UTF8.self).contains(") Z ")
  }

  @Test func twoAgentsAskEachOnTheirOwnTerminal() throws {
    let (home, other) = (try GnuPGHome(), try GnuPGHome())
    let terminals = [try PseudoTerminal(), try PseudoTerminal()]
    let runs = try zip([home, other], terminals).map { home, terminal in
      try home.start(home.encrypting, on: terminal)
    }
    for run in runs { try run.waitForDisplay(of: PinentryRun.asks) }
    let words = ["one word 1!", "zwei Wörter 2!"]
    for step in 0..<2 {
      for (run, word) in zip(runs, words) {
        if step == 1 { try run.waitForDisplay(of: "▏") }
        try run.waitForQuiet(seconds: 0.05)
        try run.type(word + "\r")
      }
    }
    for (run, home) in zip(runs, [home, other]) {
      #expect(try run.wait() == .exited(0))
      #expect(home.starts.count == 1)
      try home.forget()
    }
    for (home, word) in zip([home, other], words) {
      let back = try home.decrypt([(PinentryRun.asks, word + "\r")])
      #expect(back.ending == .exited(0))
      #expect(home.text("back") == "some text\n")
    }
  }

  /// gpg-agent takes passphrases of up to 255 bytes.
  @Test("A text that is too long for gpg-agent is cut with a sentence, and returned as shown")
  func longPassphrase() throws {
    let home = try GnuPGHome()
    let (typed, terminal) = (String(repeating: "0123456789", count: 30), try PseudoTerminal())
    let run = try ProgramRun(
      "/usr/bin/gpg-connect-agent", ["GET_PASSPHRASE --data id X Text Description", "/bye"],
      environment: ["GNUPGHOME": home.path, "HOME": home.path, "GPG_TTY": terminal.path],
      on: terminal, showing: PinentryRun.asks)
    try run.waitForQuiet()
    try run.type("\u{1b}[200~" + typed + "\u{1b}[201~\r", until: "cut off")
    try run.waitForQuiet()
    #expect(try run.end(typing: "\r") == .exited(0))
    let line = run.outputText.split(separator: "\n").first { $0.hasPrefix("D ") } ?? ""
    let answer = line.dropFirst(2)
    #expect(typed.hasPrefix(answer) && (250...255).contains(answer.count), "\(run.outputText)")
  }

  @Test(.needs("ssh-add")) func anSSHKeyOfTheAgentIsConfirmed() throws {
    let home = try GnuPGHome()
    try home.configure("enable-ssh-support\nmin-passphrase-len 1\nmin-passphrase-nonalpha 0\n")
    let key = home.path + "/id"
    _ = try ProgramRun.finished(
      "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "my key", "-f", key])
    let terminal = try WatchedTerminal()
    let variables =
      [
        "GNUPGHOME": home.path, "GPG_TTY": terminal.path,
        "SSH_AUTH_SOCK": home.path + "/S.gpg-agent.ssh",
      ] as [String: String?]
    _ = try ProgramRun.finished(
      "/usr/bin/gpg-connect-agent", ["updatestartuptty", "/bye"], environment: variables)
    func start(_ program: String, _ arguments: [String]) throws -> ProgramRun {
      try ProgramRun(program, arguments, environment: variables)
    }
    let add = try start("/usr/bin/ssh-add", ["-q", "-c", key])
    try terminal.answer("sesame 1\r", to: PinentryRun.asks)
    try terminal.answer("sesame 1\r", to: "▏", after: terminal.shown.count)
    #expect(try add.wait() == .exited(0))
    #expect(terminal.text.contains("my key"))
    func sign(_ keys: String, asks: Bool) throws -> ProgramRun {
      let shown = terminal.shown.count
      let run = try start(
        "/usr/bin/ssh-keygen",
        ["-Y", "sign", "-f", key + ".pub", "-n", "test", home.path + "/plain"])
      try terminal.answer(keys, to: "Allow", after: shown)
      if asks { try terminal.answer("sesame 1\r", to: PinentryRun.asks, after: shown) }
      try run.wait()
      return run
    }
    #expect(try sign("n\r", asks: false).ending != .exited(0))
    #expect(try sign("y\r", asks: false).ending == .exited(0))
    #expect(home.text("plain.sig").contains("BEGIN SSH SIGNATURE"))
  }
}
