import Glibc
import KeywardTestSupport
import Testing

/// The configuration file counts only if nobody but its user and root can change or exchange it.
@Suite(.tags(.program)) struct TrustedFileTests {
  private let folder: TemporaryFolder
  private var home: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("keyboard: no\n", to: ".config/keyward/config.yaml")
  }

  private func screen(_ environment: [String: String?] = [:]) throws -> ProgramRun {
    var all: [String: String?] = ["HOME": home]
    all.merge(environment) { $1 }
    return try Keyward.run(["type", "--screen", "640x384", "--format", "text"], environment: all)
  }

  /// The file switches the keyboard off.
  private func isUsed(_ run: ProgramRun) -> Bool {
    run.outputText.contains("│ ▏ ") && !run.outputText.contains(" space ")
  }

  /// Expects that the file is not used, and that the command of the sentence mends the named place.
  private func expectMended(
    _ path: String, by command: String, at place: SourceLocation = #_sourceLocation
  ) throws {
    let run = try screen()
    #expect(!isUsed(run), sourceLocation: place)
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.count == 1, sourceLocation: place)
    #expect(
      lines.first?.contains("“\(command) \(path)”") == true, "\(run.errorText)",
      sourceLocation: place)
    let doctor = try Keyward.findings(["HOME": home]).joined(separator: "\n")
    #expect(
      doctor.contains(
        "configuration: \(home)/.config/keyward/config.yaml exists, but is not used; "),
      sourceLocation: place)
    #expect(doctor.contains("“\(command) \(path)”"), sourceLocation: place)
    _ = try ProgramRun.finished("/bin/sh", ["-c", "\(command) \(path)"])
    let mended = try screen()
    #expect(
      isUsed(mended) && mended.errorText.isEmpty, "\(mended.errorText)", sourceLocation: place)
  }

  @Test(
    arguments: ["/.config/keyward/config.yaml", "/.config/keyward", "/.config", ""],
    [0o020, 0o002, 0o022] as [mode_t])
  func nothingOnTheWayMayBeWrittenByOthers(part: String, rights: mode_t) throws {
    let path = home + part
    chmod(path, 0o700 | rights)
    try expectMended(path, by: "chmod go-w")
  }

  /// Others cannot exchange files in such a folder of root, but can add more.
  @Test(arguments: [0o1777, 0o1770, 0o1703] as [mode_t])
  func aFolderOfAllIsPassedThroughOnly(rights: mode_t) throws {
    let config = home + "/.config"
    chmod(config, rights)
    #expect(isUsed(try screen()) == (geteuid() == 0))
    chmod(config, 0o700)
    chmod(config + "/keyward", rights)
    try expectMended(config + "/keyward", by: "chmod go-w")
    // A link directly in it counts like the file.
    rename(config + "/keyward", home + "/kept")
    symlink("../kept", config + "/keyward")
    #expect(isUsed(try screen()))
    chmod(config, rights)
    try expectMended(config, by: "chmod go-w")
  }

  /// An ACL that lets another user write.
  @Test(arguments: ["/.config/keyward/config.yaml", "/.config/keyward", "/.config"])
  func anACLMayNotLetOthersWrite(part: String) throws {
    let path = home + part
    try #require(Attributes.set(Attributes.acl(reading: 4712), "system.posix_acl_access", path))
    let isFolder = part != "/.config/keyward/config.yaml"
    if isFolder { chmod(path, 0o770) }
    try expectMended(path, by: "chmod go-w")
  }

  /// The folders of a link and those of its target, also in the middle of the way.
  @Test(arguments: ["file", "folder", "chain", "relative"])
  func linksAreFollowed(kind: String) throws {
    let (kept, config) = (home + "/kept", home + "/.config/keyward")
    mkdir(kept, 0o700)
    mkdir(kept + "/inner", 0o700)
    switch kind {
    case "file":
      rename(config + "/config.yaml", kept + "/inner/c")
      symlink(kept + "/inner/c", config + "/config.yaml")
    case "relative":
      rename(config + "/config.yaml", kept + "/inner/c")
      symlink(".././../kept//inner/../inner/c", config + "/config.yaml")
    case "chain":
      rename(config, kept + "/inner/keyward")
      symlink("inner/keyward", kept + "/two")
      symlink("../kept/two", config)
    default:
      rename(config, kept + "/inner/keyward")
      symlink(kept + "/inner/keyward", config)
    }
    #expect(isUsed(try screen()))
    for path in [home + "/.config", kept, kept + "/inner"] {
      chmod(path, 0o770)
      try expectMended(path, by: "chmod go-w")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "giving a file away takes root"))
  func filesOfAnotherUserAreNotUsed() throws {
    for part in ["/.config/keyward/config.yaml", "/.config/keyward", "/.config", ""] {
      chown(home + part, 65534, 65534)
      let run = try screen()
      #expect(!isUsed(run) && run.errorText.contains("Another user owns"))
      #expect(part.hasSuffix(".yaml") || run.errorText.contains("sudo chown 0 \(home + part)”"))
      chown(home + part, 0, 0)
      #expect(isUsed(try screen()))
    }
    let link = home + "/.config/keyward/config.yaml"
    rename(link, home + "/kept")
    symlink("../../kept", link)
    #expect(isUsed(try screen()))
    lchown(link, 65534, 65534)
    #expect(!isUsed(try screen()))
  }

  @Test(.enabled(if: geteuid() == 0, "becoming another user takes root"))
  func filesOfRootAreUsedAndTheHintIsForRoot() throws {
    for part in ["", "/.config", "/.config/keyward"] { chmod(home + part, 0o755) }
    chmod(home + "/.config/keyward/config.yaml", 0o644)
    func asNobody() throws -> ProgramRun {
      let run = try ProgramRun.keyward(
        ["type", "--screen", "640x384", "--format", "text"], environment: ["HOME": home]
      ) { options in
        options.user = 65534
        options.directory = "/"
      }
      try run.wait(seconds: 10)
      return run
    }
    #expect(isUsed(try asNobody()))
    chmod(home + "/.config", 0o775)
    let run = try asNobody()
    #expect(!isUsed(run) && run.errorText.contains("“sudo chmod go-w \(home)/.config”"))
  }

  @Test func keyboardsOfTheUserAreTrustedNoMore() throws {
    let mine = "keyboard: mine\npanels: { letters: { rows: [ \"ж {delete}\", \"{return}\" ] } }\n"
    try folder.write(mine, to: ".config/keyward/keyboards/mine.yaml")
    try folder.write(mine, to: "elsewhere/mine.yaml")
    for layout in ["mine", home + "/elsewhere/mine.yaml"] {
      try folder.write("layout: \(layout)\n", to: ".config/keyward/config.yaml")
      #expect(try screen().outputText.contains("ж"))
      let place = layout == "mine" ? "/.config/keyward/keyboards" : "/elsewhere"
      chmod(home + place, 0o777)
      let run = try screen()
      #expect(!run.outputText.contains("ж"))
      #expect(run.errorText.contains("“chmod go-w \(home + place)”"))
    }
  }

  @Test func endlessLinksEnd() throws {
    let path = home + "/.config/keyward/config.yaml"
    unlink(path)
    symlink("config.yaml", path)
    #expect(!isUsed(try screen()))
  }
}
