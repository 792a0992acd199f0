import Glibc
import KeywardTestSupport
import Testing

/// `--expect` of `get` and `exec`.
@Suite(.tags(.program)) struct EntryProgramTests {
  static let bitLocker = Array(repeating: "000011", count: 8).joined(separator: "-")
  static let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow"
  private static let modhex = Array(repeating: "cbdefghi", count: 8).joined(separator: "-")

  /// Starts `get` and waits for the label of its field.
  private static func asking(_ kind: String, _ options: [String]) throws -> ProgramRun {
    let labels = [
      "bitlocker": "Recovery key", "recovery-key": "Recovery key", "bip39": "Seed phrase",
      "id-card": "ID number", "digits:4": "PIN",
    ]
    // Line mode begins it with a small letter.
    let label = (labels[kind] ?? "Code").dropFirst()
    let run = try ProgramRun.keyward(["get", "--expect", kind] + options, showing: String(label))
    try run.waitForQuiet()
    return run
  }

  @Test(
    "A valid key is handed over in its canonical form, however it was typed",
    arguments: [
      ("bitlocker", bitLocker, bitLocker), ("bitlocker", bitLocker.filter { $0 != "-" }, bitLocker),
      ("recovery-key", modhex.replacing("-", with: " "), modhex),
      ("id-card", "110105 19491231 002x", "11010519491231002X"), ("digits:4", "l-O23", "1023"),
      ("groups:2x3", "aB3z-Z4", "aB3-zZ4"),
      ("bip39", "lega winn than year wave saus wort usef lega winn than yell", phrase),
      ("bip39", phrase.uppercased() + " ", phrase),
    ])
  func canonicalForms(kind: String, typed: String, secret: String) throws {
    for more in [
      [], ["--plain"], ["--form", "inline"], ["--mask", "fixed"], ["--no-secret-memory"],
    ] {
      let run = try Self.asking(kind, more)
      #expect(try run.end(typing: typed + "\r") == .exited(0), "\(kind) \(more)")
      #expect(run.outputText == secret + "\n", "\(kind) \(more)")
    }
    let bare = try Keyward.typing(["get", "--expect", kind, "--no-separators", "--no-keyboard"])
    #expect(try bare.end(typing: typed + "\r") == .exited(0))
    let separator = kind == "bip39" ? " " : "-"
    #expect(bare.outputText == secret.replacing(separator, with: "") + "\n")
  }

  @Test(
    "A wrong key is named by its group, and submitted by a second Enter",
    arguments: [
      ["--plain"], ["--form", "inline"], ["--mask", "hidden", "--no-keyboard"],
      ["--no-keyboard"],
    ])
  func wrongKey(options: [String]) throws {
    let wrong = "000011-000012" + Self.bitLocker.dropFirst(13)
    let run = try Self.asking("bitlocker", options)
    try run.type(wrong + "\r")
    try run.waitForDisplay(of: "Error in group 2: correct it, or press Enter again")
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.outputText == wrong + "\n")
  }

  @Test("A word that is wrong is named before Enter, and can be corrected")
  func wrongWord() throws {
    let run = try Keyward.typing(["get", "--expect", "bip39", "--no-keyboard"])
    try run.type("lega winer ")
    try run.waitForDisplay(of: "Error in word 2")
    try run.type("\u{17}winn than year wave saus wort usef lega winn than yell")
    #expect(try run.end(typing: "\r") == .exited(0))
    #expect(run.outputText == Self.phrase + "\n" && !run.displayedText.contains("lega"))
  }

  @Test("exec passes the canonical form, or the bare characters", arguments: [false, true])
  func exec(isBare: Bool) throws {
    for way in [
      ["--stdin", "--", "/bin/cat"], ["--env", "KEY", "--", "/bin/sh", "-c", "printf %s $KEY"],
    ] {
      let run = try Keyward.typing(
        ["exec", "--expect", "bitlocker"] + (isBare ? ["--no-separators"] : []) + way)
      #expect(try run.end(typing: Self.bitLocker + "\r") == .exited(0))
      #expect(run.outputText == (isBare ? Self.bitLocker.filter { $0 != "-" } : Self.bitLocker))
    }
  }

  @Test("The repetition follows the same form")
  func repetition() throws {
    let run = try Keyward.typing(["get", "--expect", "bitlocker", "--repeat", "--no-keyboard"])
    let typed = Self.bitLocker.filter { $0 != "-" }
    #expect(try run.end(typing: Self.bitLocker + "\r" + typed + "\r") == .exited(0))
    #expect(run.outputText == Self.bitLocker + "\n")
  }

  @Test("The name that is asked for first has no form")
  func name() throws {
    let run = try Keyward.typing(["get", "--user", "--expect", "digits:4", "--no-keyboard"])
    try run.type("me\r")
    try run.waitForDisplay(of: "PIN")
    #expect(try run.end(typing: "1234\r") == .exited(0))
    #expect(run.outputText == "me\n1234\n")
  }

  @Test(
    "A wrong kind, and options that the form decides, are usage errors",
    arguments: [
      (["--expect", "bip38"], "bip39"), (["--expect", "digits:0"], "digits:N"),
      (["--expect", "bip39", "--panel", "numbers"], "--panel"),
      (["--expect", "bip39", "--allow", "abc"], "--allow"),
      (["--expect", "bip39", "--generate", "words:6"], "--generate"),
      (["--no-separators"], "--expect"),
    ])
  func usage(options: [String], word: String) throws {
    for command in [["get"], ["exec"], ["type"]] {
      let run = try Keyward.run(command + options + (command == ["exec"] ? ["--", "true"] : []))
      #expect(run.ending == .exited(64), "\(options)")
      #expect(run.errorText.contains(word) && run.errorText.contains("--expect"))
    }
  }

  @Test(
    "Texts of one length write the same bytes until a group is complete",
    arguments: [
      ("bitlocker", "00001", "99999"), ("bip39", "abandon", "qqqqqqq"),
      ("recovery-key", "cbdefghijk", "vvvvvvvvvv"), ("id-card", "1101051949123", "9999999999999"),
    ], [["--no-keyboard"], ["--form", "inline"], ["--plain"], []])
  func equalOutput(texts: (String, String, String), options: [String]) throws {
    let displayed = try [texts.1, texts.2].map { text in
      let run = try Self.asking(texts.0, options)
      for character in text {
        let shown = run.displayed.count
        try run.type(String(character))
        // Line mode shows nothing; elsewhere, two keys in one frame would write fewer bytes.
        if options != ["--plain"] { try run.waitForDisplay(of: "\u{1b}[?2026l", after: shown) }
        try run.waitForQuiet(seconds: 0.03)
      }
      #expect(try run.end(typing: "\u{1b}") == .exited(130))
      return run.displayedWithoutNumbers
    }
    #expect(displayed[0] == displayed[1])
  }
}

/// One copy of a text of an expected form in its region, also while it is checked.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"))
struct EntryResidueTests {
  @Test(
    "A key that is typed, marked, checked and handed over leaves nothing",
    arguments: [
      ("bitlocker", "184756-027489-615923-047382-590381-330274-183645-902738", []),
      (
        "bip39", "legal qwinnerx thank year wavexq sausage worth useful legal winner thank yellow ",
        ["--no-keyboard"]
      ),
      ("bip39", EntryProgramTests.phrase, ["--form", "inline"]),
      ("id-card", "110105194912310029", ["--no-secret-memory"]),
      ("groups:4x6", "kQ7zp2-Wm4vXs-9LtRb8-dJ3hNf", ["--allow-reveal"]),
    ] as [(String, String, [String])])
  func typedAndChecked(kind: String, secret: String, options: [String]) throws {
    let held = try HeldSecret(secret, ["get", "--expect", kind] + options)
    try held.typeKeys(secret)
    try held.expectHeld()
    try held.run.type("\r")
    try held.run.waitForQuiet()
    if held.run.output.isEmpty {
      try held.expectHeld()
      try held.expectNothingAtEnd { try held.run.type("\r") }
    }
    #expect(held.run.outputText.contains(secret.split(separator: " ")[0]))
  }

  @Test("A pasted and completed phrase leaves nothing, nor do its short words")
  func completed() throws {
    let held = try HeldSecret(EntryProgramTests.phrase, ["get", "--expect", "bip39"])
    try held.paste("lega winn than year wave saus wort usef lega winn than yellow")
    try held.expectHeld()
    try held.run.type("\u{15}")
    try held.expectNothing()
    try held.expectNothingAtEnd { try held.run.type("\u{3}") }
  }
}
