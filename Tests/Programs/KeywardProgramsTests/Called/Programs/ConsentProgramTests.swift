import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

@Suite(.tags(.program)) struct ConsentProgramTests {
  private func shown(_ run: ProgramRun, _ form: String) -> String {
    var screen = TerminalEmulator(columns: 80, rows: 24, isInline: form == "inline")
    screen.feed(run.displayed)
    return screen.lines.map { $0.filter { $0 != "│" } }.joined(separator: "\n")
  }

  private static let forms = ["full", "card", "inline"]

  @Test("exec shows the command and how it gets the secret", arguments: forms + ["plain"])
  func exec(form: String) throws {
    let doors = [
      (["--env", "TOKEN"], "(variable TOKEN)"), (["--stdin"], "(standard input)"),
      ([], "(descriptor 3)"),
    ]
    for (options, door) in doors {
      let look = form == "plain" ? ["--plain"] : ["--form", form]
      let run = try ProgramRun(
        BuiltProgram.keyward(), ["exec"] + look + options + ["--", "/bin/echo", "a b"],
        on: PseudoTerminal(), showing: form == "plain" ? "Passphrase: " : "\u{1b}[?2026l")
      let lead = form == "inline" || form == "plain" ? "for:" : "to pass to:"
      let text = form == "plain" ? run.displayedText : shown(run, form)
      #expect(text.contains("\(lead) /bin/echo 'a b' \(door)"), "\(text)")
      #expect(text.contains("asked by "))
      #expect(try run.end(typing: "x\r") == .exited(0))
    }
  }

  @Test("Every form shows a script's command line, sanitised and without secrets", arguments: forms)
  func script(form: String) throws {
    let long = String(repeating: "long ", count: 20_000)
    let run = try ProgramRun(
      "/bin/sh",
      [
        "-c", "\"$0\" get --form \(form) --allow-empty; exit $?", try BuiltProgram.keyward(),
        "\u{1b}]0;owned\u{7}", "--password=sesame", long, "end\u{202e}",
      ],
      on: PseudoTerminal(), showing: "\u{1b}[?2026l")
    let text = shown(run, form)
    #expect(text.contains("for: /bin/sh -c '\"$0\" get"), "\(text)")
    #expect(text.contains("end\\u{202e}'"), "\(text)")
    #expect(!run.displayedText.contains("owned\u{7}") && !run.displayedText.contains("\u{202e}"))
    #expect(!run.displayedText.contains("sesame"))
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
  }

  @Test(
    "Where /proc lists the processes of another namespace, none of them is named",
    .needs("unshare"), .needsRoot(to: "make a namespace"))
  func namespace() throws {
    let unshare = try #require(InstalledProgram.path("unshare"))
    let run = try ProgramRun(
      unshare,
      [
        "-pf", "--kill-child", "/bin/sh", "-c",
        "cd /etc; env -C /usr \"$0\" get --no-keyboard; exit $?", try BuiltProgram.keyward(),
      ],
      on: PseudoTerminal(), showing: "\u{1b}[?2026l")
    let text = shown(run, "card")
    #expect(text.contains("asked by a program, pid 1"), "\(text)")
    #expect(!text.contains("pid 1, in "), "\(text)")
    #expect(text.contains("for: its command line cannot be read"), "\(text)")
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
  }

  /// Starts `get` in the background of a script, and returns the file of its answer.
  private func background(
    _ program: String, _ words: [String], in folder: TemporaryFolder
  ) throws -> ProgramRun {
    _ = try ProgramRun.finished("/usr/bin/mkfifo", [folder.path + "/go"])
    return try ProgramRun(
      program, words + [try BuiltProgram.keyward(), folder.path + "/out", folder.path + "/go"],
      on: PseudoTerminal(), showing: "\u{1b}[?2026l")
  }

  private func expectWithdrawn(_ run: ProgramRun, in folder: TemporaryFolder) throws {
    try run.type("sesame\r", until: "The asking program changed; keys are dropped")
    #expect(Moment.wait { folder.text("out").contains("error:") })
    let answer = folder.text("out")
    #expect(answer.contains("the asking program has changed"), "\(answer)")
    #expect(!answer.contains("sesame"))
  }

  @Test("A script that executes another program while it asks gets no answer")
  func execution() throws {
    let folder = try TemporaryFolder()
    let run = try background(
      "/bin/sh", ["-c", "\"$0\" get >\"$1\" 2>&1 </dev/null & read x <\"$2\"; exec sleep 60"],
      in: folder)
    try folder.fill("go")
    let process = run.process
    #expect(
      Moment.wait {
        linkTarget(of: "/proc/\(process)/exe")?.hasSuffix("/sh") == false
          && linkTarget(of: "/proc/\(process)/exe")?.hasSuffix("/dash") == false
      })
    try expectWithdrawn(run, in: folder)
  }

  @Test(
    "A program that overwrites its command line while it asks gets no answer", .needs("python3"))
  func overwriting() throws {
    let folder = try TemporaryFolder()
    let script = """
      import ctypes, subprocess, sys, time
      words = sys.argv[1:]
      subprocess.Popen([words[0], "get"], stdin=subprocess.DEVNULL, stdout=open(words[1], "w"),
                       stderr=subprocess.STDOUT)
      open(words[2]).read()
      start = int(open("/proc/self/stat").read().rsplit(")", 1)[1].split()[45])
      ctypes.memmove(start, b"ordinary", 8)
      open(words[1] + ".done", "w").close()
      time.sleep(60)
      """
    let python = try #require(InstalledProgram.path("python3"))
    let run = try background(python, ["-c", script], in: folder)
    try folder.fill("go")
    #expect(Moment.wait { access(folder.path + "/out.done", F_OK) == 0 })
    try expectWithdrawn(run, in: folder)
  }

  @Test("Under attend the question names what the asking program will do", .needs("ssh-keygen"))
  func attended() throws {
    let folder = try TemporaryFolder()
    let keygen = try #require(InstalledProgram.path("ssh-keygen"))
    let key = folder.path + "/id"
    _ = try ProgramRun.finished(keygen, ["-q", "-t", "ed25519", "-N", "sesame", "-f", key])
    let run = try Attended.start(["/bin/bash", "-c", "ssh-keygen -y -f \(key); exit $?"])
    try run.waitForQuiet(after: Attended.prompt)
    #expect(run.displayedText.contains("asked by ssh-keygen, pid "))
    #expect(run.displayedText.contains("for: ssh-keygen -y -f \(key)"), "\(run.rows())")
    #expect(try run.end(typing: "sesame\r") == .exited(0))
  }
}

extension TemporaryFolder {
  /// Writes a line to a pipe, and waits for its reader.
  fileprivate func fill(_ name: String) throws {
    let run = try ProgramRun.finished("/bin/sh", ["-c", "echo go >\"$0\"", path + "/" + name])
    guard run.ending == .exited(0) else { throw HarnessError("write to \(name)") }
  }
}
