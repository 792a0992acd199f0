import Foundation
import Glibc
import KeywardTestSupport
import Testing

@Suite(
  .tags(.program),
  .enabled(
    if: dlopen("libxkbcommon.so.0", RTLD_NOW) != nil
      && access("/usr/share/X11/xkb/rules/evdev.lst", R_OK) == 0,
    "needs libxkbcommon0, xkb-data and libx11-data (Scripts/install-packages test)"))
struct LayoutsImportTests {
  private let home: TemporaryFolder
  private let folder = "keyward/keyboards"

  init() throws { home = try TemporaryFolder() }

  private func keyward(_ words: [String]) throws -> ProgramRun {
    try Keyward.run(words, environment: ["XDG_CONFIG_HOME": home.path])
  }

  private func run(_ words: String...) throws -> ProgramRun {
    try keyward(["layouts", "import"] + words)
  }

  private func run(after limits: String, _ words: String) throws -> ProgramRun {
    try ProgramRun.finished(
      "/bin/sh", ["-c", "\(limits); exec '\(BuiltProgram.keyward())' layouts import \(words)"],
      environment: ["XDG_CONFIG_HOME": home.path])
  }

  @Test func aLayoutBecomesAFileThatIsUsed() throws {
    let run = try run("xkb:de+nodeadkeys")
    #expect(run.ending == .exited(0) && run.errorText.isEmpty, "\(run.errorText)")
    let path = "\(folder)/xkb-de-nodeadkeys.yaml"
    #expect(run.outputText.contains("\(home.path)/\(path)"))
    let first = home.text(path).prefix { $0 != "\n" }
    #expect(first.hasPrefix("# Made from xkb:de+nodeadkeys of xkb-data "))
    #expect(first.contains(#/ on \d{4}-\d\d-\d\d by keyward/#))
    #expect(home.names == ["keyward"] && home.text(path).contains("AD01: \"q Q @ Ω\""))
    let shown = try keyward(["layouts", "show", "xkb-de-nodeadkeys", "--format", "json"])
    #expect(
      shown.outputText.contains(
        #"{"id":"AD01","plain":"q","shift":"Q","altgr":"@","altgrShift":"Ω"}"#))
  }

  /// Runs in its own file system, with an `/etc` of the test.
  @Test(
    .enabled(if: OwnMounts.arePossible, "needs root, and unshare, for its own /etc"),
    arguments: [
      ("XKBLAYOUT=us,ru\nXKBVARIANT=,phonetic", 0, "/etc/default/keyboard has us,ru+phonetic."),
      ("XKBLAYOUT=nothing", 1, "Unknown layout “nothing”."),
      ("XKBLAYOUT=us,de{}", 1, "has “de{}”, which is not the name of a layout."),
      ("", 1, "Neither /etc/default/keyboard nor /etc/vconsole.conf names the keyboard"),
    ] as [(String, Int32, String)])
  func theSystemsLayoutIsReadFromItsFiles(
    settings: String, status: Int32, sentence: String
  ) throws {
    let program = try BuiltProgram.keyward()
    let made = """
      mount -t tmpfs none /etc && mkdir /etc/default && printf '%s\\n' '\(settings)' \
        >/etc/default/keyboard && exec '\(program)' layouts import --system
      """
    let run = try ProgramRun.finished(
      "/usr/bin/unshare", ["-m", "/bin/sh", "-c", made],
      environment: ["XDG_CONFIG_HOME": home.path])
    #expect(run.ending == .exited(status), "\(run.errorText)")
    let answer = run.outputText + run.errorText
    #expect(answer.contains(sentence), "\(answer)")
    let isMade = !home.text("\(folder)/xkb-ru-phonetic.yaml").isEmpty
    #expect(isMade == (status == 0))
  }

  @Test(arguments: ["xkb:de+neo", "xkb:de(neo)"])
  func bothWaysOfNamingAVariantAreOne(source: String) throws {
    let run = try run(source, "--verbose")
    #expect(run.ending == .exited(0))
    #expect(home.text("\(folder)/xkb-de-neo.yaml").contains("keyboard: xkb-de-neo\n"))
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count > 10)
    #expect(lines.allSatisfy { $0.contains(#/^xkb-de-neo: [A-Z0-9]{4} level [5-8]: /#) })
    let brief = try self.run(source).errorText
    #expect(
      brief == "keyward: warning: xkb-de-neo: some entries cannot be imported: \(lines.count) at "
        + "levels 5 to 8; --verbose lists them\n")
  }

  @Test func withStrictNothingLossyIsWritten() throws {
    #expect(try run("xkb:de+neo", "--strict").ending == .exited(1))
    #expect(home.names.isEmpty)
    #expect(try run("xkb:de", "--strict").ending == .exited(0))
  }

  @Test func aKeyThatTheFormLacksIsALineByItsPosition() throws {
    let run = try run("xkb:de", "--form", "ansi", "--out", "-", "--verbose")
    #expect(run.ending == .exited(0))
    #expect(
      run.errorText.contains(
        "xkb-de: LSGT plain: “<” is not drawn, since form ansi has no such key."))
    let keys = run.outputText.components(separatedBy: "undrawn:")
    #expect(keys[0].contains("form: ansi") && !keys[0].contains("LSGT") && keys[1].contains("LSGT"))
    #expect(home.names.isEmpty)
  }

  @Test func twoLayoutsPairUp() throws {
    #expect(try run("xkb:us,ru").ending == .exited(0))
    #expect(home.text("\(folder)/xkb-us.yaml").contains("\npair: xkb-ru\n"))
    #expect(home.text("\(folder)/xkb-ru.yaml").contains("\npair: xkb-us\n"))
    #expect(try run("xkb:gr", "--with", "latin-qwertz").ending == .exited(0))
    #expect(home.text("\(folder)/xkb-gr.yaml").contains("\npair: latin-qwertz\n"))
    #expect(try run("xkb:il", "--with", "us(dvorak)").ending == .exited(0))
    #expect(home.text("\(folder)/xkb-il.yaml").contains("\npair: xkb-us-dvorak\n"))
    #expect(!home.text("\(folder)/xkb-us-dvorak.yaml").isEmpty)
  }

  @Test func aFileIsNamedByItsKeyboardAndTheOtherWayRound() throws {
    let run = try run("xkb:fr", "--out", "\(home.path)/mine.yaml")
    #expect(run.ending == .exited(0))
    #expect(home.text("mine.yaml").contains("\nkeyboard: mine\n"))
    let check = try Keyward.run("layouts", "check", "\(home.path)/mine.yaml")
    #expect(check.ending == .exited(0), "\(check.errorText)")
    let mistake = try self.run("xkb:fr", "--out", "\(home.path)/My Keyboard.yaml")
    #expect(mistake.ending == .exited(64) && home.names == ["mine.yaml"])
  }

  /// Outside of the user's folder the files are side by side, and each works alone.
  @Test func aPairInAFileIsTwoFilesSideBySide() throws {
    let run = try run("xkb:us,gr", "--out", home.path + "/mine.yaml")
    #expect(run.ending == .exited(0), "\(run.errorText)")
    #expect(home.names.sorted() == ["mine.yaml", "xkb-gr.yaml"])
    let paths = home.names.sorted().map { "\(home.path)/\($0)" }
    let lines = run.outputText.split(separator: "\n")
    for (path, line) in zip(paths, lines) { #expect(line.hasPrefix("\(path): “")) }
    #expect(lines.last == "Type with --layout \(paths.joined(separator: ","))")
    func type(_ layout: String, _ steps: String...) throws -> ProgramRun {
      try Keyward.run(
        ["simulate", "--layout", layout, "show"] + steps,
        environment: ["XDG_CONFIG_HOME": "\(home.path)/none"])
    }
    for path in paths {
      let alone = try type(path)
      #expect(alone.ending == .exited(0), "\(alone.errorText)")
    }
    #expect(try type(paths.joined(separator: ","), "press:next-keyboard").ending == .exited(0))
  }

  @Test func aPairInTheUsersFolderIsNamed() throws {
    let file = "\(home.path)/\(folder)/mine.yaml"
    let run = try run("xkb:us,ru", "--out", file)
    #expect(run.ending == .exited(0) && run.outputText.hasSuffix("Type with --layout mine\n"))
    #expect(home.text("\(folder)/mine.yaml").contains("\npair: xkb-ru\n"))
    #expect(home.text("\(folder)/xkb-ru.yaml").contains("\npair: mine\n"))
    for name in ["mine", file, "xkb-ru"] {
      let shown = try keyward(["simulate", "--layout", name, "show", "press:next-keyboard"])
      #expect(shown.ending == .exited(0), "\(shown.errorText)")
    }
  }

  @Test func othersMayReadButNotWrite() throws {
    func mode() -> mode_t {
      var status = stat()
      return stat("\(home.path)/\(folder)/xkb-us.yaml", &status) == 0 ? status.st_mode & 0o777 : 0
    }
    for (mask, wanted) in [("000", 0o644), ("022", 0o644), ("027", 0o640), ("077", 0o600)] {
      #expect(try run(after: "umask \(mask)", "xkb:us").ending == .exited(0))
      #expect(mode() == mode_t(wanted), "\(mask)")
    }
  }

  @Test func aFullDiskLeavesTheOldFile() throws {
    let old = "# by hand\nkeyboard: xkb-us\n"
    try home.write(old, to: "\(folder)/xkb-us.yaml")
    let run = try run(after: "ulimit -f 0", "xkb:us")
    #expect(run.ending == .exited(1))
    #expect(
      run.errorText.contains(
        "xkb-us.yaml cannot be written (File too large)\nhint: Raise the limit"))
    #expect(home.text("\(folder)/xkb-us.yaml") == old)
    #expect(try names() == ["xkb-us.yaml"])
  }

  @Test func aHandWrittenFileIsKept() throws {
    let old = "# by hand\nkeyboard: xkb-us\n"
    try home.write(old, to: "\(folder)/xkb-us.yaml")
    let run = try run("xkb:us")
    #expect(run.ending == .exited(0) && run.outputText.contains("xkb-us.yaml.before"))
    #expect(home.text("\(folder)/xkb-us.yaml.before") == old)
    let again = try self.run("xkb:us")
    #expect(again.ending == .exited(0) && !again.outputText.contains("before"))
    #expect(home.text("\(folder)/xkb-us.yaml.before") == old)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(folder)").sorted()
  }

  @Test(
    arguments: [
      (["xkb:dee"], 1, "Unknown layout “dee”.\nhint: Did you mean xkb:"),
      (["xkb:de+noe"], 1, "Unknown layout “de(noe)”.\nhint: Did you mean xkb:de+neo?"),
      (["xkb:"], 64, "“” is not the name of a layout."),
      (["xkb:de(neo"], 64, "“de(neo” is not the name of a layout."),
      (["de"], 64, "“de” is not a source of keyboards.\nhint: Write xkb: and a system layout"),
      (
        ["squeekboard:x.yaml"], 64,
        "“squeekboard:x.yaml” is not a source of keyboards.\nhint: Write xkb:"
      ),
      (["gnome:/nonexistent.json"], 64, "“gnome:/nonexistent.json” is not a source of keyboards."),
      ([], 64, "Name a source, such as xkb:de"),
      (["xkb:de", "--form", "round"], 64, "iso"),
      (["xkb:us,ru", "--out", "-"], 64, "Two keyboards need two files."),
      (["xkb:us,ru", "--out", "xkb-ru.yaml"], 64, "“xkb-ru” is the name of the second keyboard."),
      (["xkb:de", "--out", "/nonexistent/x.yaml"], 1, "/nonexistent/x.yaml cannot be written"),
      (
        ["xkb:us", "--form", "jis", "--out", "us.yaml"], 1,
        "“us” is the name of a shipped keyboard."
      ),
      (
        ["xkb:gr", "--with", "us", "--out", "gr.yaml"], 1,
        "“gr” is the name of a shipped keyboard."
      ),
      (["--list", "xyz"], 1, "There is no system layout for the language “xyz”."),
    ] as [([String], Int32, String)])
  func mistakesAreSentences(words: [String], status: Int32, sentence: String) throws {
    if words.contains("/nonexistent/x.yaml"), getuid() == 0 { return }
    let run = try keyward(["layouts", "import"] + words)
    #expect(run.ending == .exited(status), "\(run.errorText)")
    #expect(run.errorText.contains(sentence), "\(run.errorText)")
    #expect(home.names.isEmpty)
  }

  @Test func theListHasTitles() throws {
    let all = try run("--list")
    #expect(all.ending == .exited(0))
    #expect(all.outputText.split(separator: "\n").count > 500)
    let some = try run("--list", "el").outputText.split(separator: "\n")
    #expect(some.contains { $0.hasPrefix("xkb:gr ") && $0.hasSuffix("Greek") })
    #expect(some.count < 20)
  }
}
