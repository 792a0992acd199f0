import Glibc
import KeywardTestSupport
import Testing

/// Questions of systemd's form whose files or sockets belong to another local user.
@Suite(.tags(.program), .serialized, .needsRoot(to: "give files to another user"))
struct StrangerQuestionProgramTests {
  private let stranger: uid_t = 65_534

  @Test(
    "A question of another user is not asked", arguments: ["file", "writable", "link", "socket"])
  func questionsOfOthers(kind: String) throws {
    let asker = try AgentRun()
    let path = asker.folder.path
    try asker.folder.write(
      "[Ask]\nSocket=\(path)/sck\nMessage=From elsewhere\n", to: "new", mode: 0o644)
    let sentence: String
    switch kind {
    case "file":
      chown(path + "/new", stranger, stranger)
      sentence = "\(path)/ask.0 belongs to another user (uid \(stranger))"
    case "writable":
      chmod(path + "/new", 0o666)
      sentence = "other users may write to \(path)/ask.0"
    case "link":
      rename(path + "/new", path + "/kept")
      symlink("kept", path + "/new")
      lchown(path + "/new", stranger, stranger)
      sentence = "\(path)/ask.0 belongs to another user (uid \(stranger))"
    default:
      chown(path + "/sck", stranger, stranger)
      sentence = "\(path)/sck belongs to another user (uid \(stranger))"
    }
    rename(path + "/new", path + "/ask.0")
    try asker.run.wait(for: "a warning") { asker.run.errorText.contains(sentence) }
    #expect(asker.run.errorText.contains("so the question in \(path)/ask.0 is not asked"))
    // The agent goes on with the questions of others.
    chown(path + "/sck", 0, 0)
    _ = try asker.ask("Ours")
    try asker.run.waitForDisplay(of: "Ours")
    try asker.run.type("sesame\r")
    #expect(try asker.answer() == "+sesame")
    #expect(!asker.run.displayedText.contains("From elsewhere"))
  }

  @Test("A folder of questions that another user could change is not watched")
  func foldersOfOthers() throws {
    let folder = try TemporaryFolder()
    let ours = try TemporaryFolder()
    mkdir(folder.path + "/in", 0o755)
    for (path, change) in [
      (folder.path + "/in", { chown($0, self.stranger, 0) }), (folder.path, { chmod($0, 0o777) }),
    ] as [(String, (String) -> Int32)] {
      _ = change(path)
      let run = try ProgramRun.keyward(
        ["agent", "--directory", folder.path + "/in"], on: PseudoTerminal())
      #expect(try run.wait() == .exited(1))
      #expect(run.errorText.contains("the questions in \(folder.path)/in are not asked"))
      #expect(run.errorText.contains(path))
      let both = try ProgramRun.keyward(
        ["agent", "--directory", folder.path + "/in", "--directory", ours.path],
        on: PseudoTerminal())
      try both.wait(for: "the agent") { both.outputText.contains("Waiting") }
      #expect(both.outputText.contains("questions in \(ours.path);"))
      #expect(both.errorText.contains("the questions in \(folder.path)/in are not asked"))
      both.send(signal: SIGTERM)
      chown(path, 0, 0)
    }
  }
}
