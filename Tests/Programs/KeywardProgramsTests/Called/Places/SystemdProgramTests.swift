import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms
@testable import KeywardTerminal

/// Programs without a terminal that ask through systemd's password agents.
@Suite(.tags(.program), .serialized) struct SystemdProgramTests {
  let runtime: TemporaryFolder
  let folder: String

  init() throws {
    runtime = try TemporaryFolder()
    folder = runtime.path + "/systemd/ask-password"
    for path in ["/systemd", "/systemd/ask-password"] { mkdir(runtime.path + path, 0o700) }
  }

  private var names: [String] { entryNames(in: folder).filter { !$0.hasPrefix(".") } }

  private func start(_ words: [String], places: String? = "terminal,systemd") throws -> ProgramRun {
    let environment = [
      "XDG_RUNTIME_DIR": runtime.path, "KEYWARD_ASK_IN": places, "KEYWARD_TTY": "/nonexistent",
      "HOME": runtime.path,
    ]
    return try ProgramRun(
      words[0],
      ProgramOptions(
        Array(words.dropFirst()), environment: environment, streams: (.null, .pipe, .pipe)))
  }

  /// Returns the next question with a text, which is not `last`.
  private func question(
    of run: ProgramRun, with text: String, after last: AskFile? = nil
  ) throws -> AskFile {
    var found: AskFile?
    try run.wait(for: "a question with \(text)") {
      for name in names where name.hasPrefix("ask.") {
        let bytes = Array(runtime.text("systemd/ask-password/" + name).utf8)
        guard let file = AskFile(bytes), file.socket != last?.socket,
          String(decoding: file.message, as: UTF8.self).contains(text)
        else { continue }
        found = file
      }
      return found != nil
    }
    return try #require(found)
  }

  private func send(_ answer: [UInt8], to file: AskFile) throws {
    let socket = LocalAddress.socket(SOCK_DGRAM)
    defer { close(socket) }
    #expect(try #require(LocalAddress(path: file.socket)).connect(socket) == 0)
    #expect(write(socket, answer, answer.count) == answer.count)
  }

  @Test("An answer that somebody types in an agent is that of the asking program")
  func agent() throws {
    let run = try start([try Programs.askpass(), "Password for x:"])
    let agent = try ProgramRun.keyward(["agent", "--directory", folder])
    try agent.waitForDisplay(of: "Password for x:")
    #expect(agent.displayedText.contains("asked by "))
    try agent.waitForQuiet()
    try agent.type("sesame ö\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame ö\n")
    #expect(names.isEmpty)
  }

  /// Asks in systemd's own folder, where its agent finds the question.
  private static let systemd = """
    mkdir -p /run/systemd/ask-password
    mount -t tmpfs -o mode=0755 tmpfs /run/systemd/ask-password
    setsid "$0" "Password for x:" >"$1/out" 2>"$1/errors" </dev/null &
    until ls /run/systemd/ask-password/ask.* >/dev/null 2>&1; do :; done
    systemd-tty-ask-password-agent --query
    wait
    """

  @Test(
    "systemd's own agent answers a program that has no terminal",
    .needs("systemd-tty-ask-password-agent", "unshare", "setsid"),
    .needsOwnMounts(to: "have systemd's folder for itself"))
  func agentOfSystemd() throws {
    let run = try ProgramRun(
      "/usr/bin/unshare",
      ["-m", "/bin/sh", "-c", Self.systemd, try Programs.askpass(), runtime.path],
      environment: [
        "XDG_RUNTIME_DIR": "/nonexistent", "KEYWARD_ASK_IN": "terminal,systemd",
        "KEYWARD_TTY": "/nonexistent", "HOME": runtime.path,
      ], streams: (.terminal, .terminal, .terminal), on: PseudoTerminal(columns: 200),
      showing: "Password for x:")
    try run.waitForDisplay(of: "asked by ")
    try run.waitForQuiet(seconds: 0.3)
    #expect(try run.end(typing: "sesame\r") == .exited(0), "\(runtime.text("errors"))")
    #expect(runtime.text("out") == "sesame\n")
  }

  @Test("Only a whole answer is taken, and a refusal is none", arguments: [false, true])
  func answers(isGet: Bool) throws {
    let words =
      isGet
      ? [try BuiltProgram.keyward(), "get", "--allow", "alph"]
      : [try Programs.askpass(), "Password:"]
    let run = try start(words)
    try send(Array("+\0".utf8), to: question(of: run, with: "asked by"))
    var file = try question(of: run, with: "Nothing typed yet")
    for refused in [[0x2b] + Array(repeating: 0x61, count: 5000), [0x2b, 0xff, 0]] as [[UInt8]] {
      try send(refused, to: file)
      file = try question(of: run, with: "not allowed", after: file)
    }
    try send(Array("+alpha\0beta\0".utf8), to: file)
    #expect(try run.wait() == .exited(0), "\(run.errorText)")
    #expect(run.outputText == "alpha\n")
    let next = try start(words)
    try send(Array("-".utf8), to: question(of: next, with: "asked by"))
    #expect(try next.wait() == .exited(isGet ? 130 : 1))
    #expect(next.outputText.isEmpty && names.isEmpty)
  }

  @Test("A question ends with its caller, its time or a signal, and leaves nothing")
  func ends() throws {
    let timed = try start([try BuiltProgram.keyward(), "get", "--timeout", "1"])
    #expect(try timed.wait() == .exited(124))
    let run = try start([try Programs.askpass(), "A:"])
    _ = try question(of: run, with: "A:")
    run.send(signal: SIGTERM)
    #expect(try run.wait() == .killed(SIGTERM))
    #expect(names.isEmpty)
    let caller = try start(["/bin/sh", "-c", "\"$@\"; :", "sh", try Programs.askpass(), "B:"])
    _ = try question(of: caller, with: "B:")
    let asker = caller.asker
    caller.send(signal: SIGKILL)
    try caller.waitForEnd(of: asker)
    #expect(names.isEmpty)
  }

  @Test("systemd is asked only if the person has named it, and only in an own folder")
  func choice() throws {
    let unasked = try start([try Programs.askpass(), "A:"], places: "terminal")
    #expect(try unasked.wait() == .exited(1))
    #expect(unasked.errorText.contains("error:") && names.isEmpty)
    let lookup = ["XDG_RUNTIME_DIR": runtime.path]
    #expect(PromptHost.systemdFolder { lookup[$0] } == folder)
    chmod(folder, 0o777)
    #expect(PromptHost.systemdFolder { lookup[$0] } != folder)
  }

  @Test(
    "No question is written into a folder of another user",
    .needsRoot(to: "give files to another user"), arguments: ["", "/ask-password"])
  func foldersOfOthers(part: String) throws {
    let lookup = ["XDG_RUNTIME_DIR": runtime.path]
    chown(runtime.path + "/systemd" + part, 65_534, 65_534)
    let found = PromptHost.systemdFolder { lookup[$0] }
    #expect(found != folder)
    // Otherwise, the question would be one for the agents of this machine.
    guard found == nil else { return }
    let run = try start([try Programs.askpass(), "A:"], places: "systemd")
    #expect(try run.wait() == .exited(1))
    #expect(names.isEmpty)
  }
}
