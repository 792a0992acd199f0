import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct FallbackProgramTests {
  enum Called: String, CaseIterable, Sendable {
    case pinentry, askpass

    func path() throws -> String {
      try self == .pinentry ? Programs.pinentry() : Programs.askpass()
    }
  }

  private static let teller = """
    #!/bin/sh
    for word; do printf '<%s>' "$word"; done
    echo
    env | sort
    grep -e Sig -e Umask -e NoNewPrivs -e Seccomp -e Cap -e Groups -e CoreDumping /proc/self/status |
      grep -v SigQ
    cat /proc/self/limits
    ls -l /proc/self/fd | awk '{ print $9, $11 }' | sed -e 's/[0-9]*]$/N]/' -e 's,/[0-9]*/fd$,/N/fd,'
    nice; pwd; ps -o comm= -p $$
    stat -c '%A %U' /proc/$$/mem
    cat
    echo reported >&2
    exit 7
    """

  private func home(_ fallback: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "fallback:\n  pinentry: \(fallback)\n  askpass: \(fallback)\nmask: fixed\n",
      to: ".config/keyward/config.yaml")
    return folder
  }

  private func run(
    _ program: String, _ words: [String] = [], home: TemporaryFolder, input: String = "",
    environment: [String: String?] = [:], prelude: String = ""
  ) throws -> ProgramRun {
    var environment = environment
    environment["HOME"] = environment["HOME"] ?? home.path
    environment["DISPLAY"] = environment["DISPLAY"] ?? ":7"
    return try ProgramRun.finished(
      "/bin/sh", ["-c", prelude + "\nexec \"$0\" \"$@\"", program] + words,
      environment: environment, input: Array(input.utf8))
  }

  @Test(arguments: Called.allCases)
  func itIsStartedAsIfItWereItself(called: Called) throws {
    let folder = try home("/nowhere")
    let teller = try folder.write(Self.teller, to: "teller", mode: 0o700)
    try folder.write(
      "fallback: {pinentry: [\(teller), --own, 'a b'], askpass: [\(teller), --own, 'a b']}",
      to: ".config/keyward/config.yaml")
    let words = ["--display", ":7", "-T", "/no/terminal", "ä \u{1}", "", "%s"]
    let environment = [
      "KEYWARD_OPTIONS": "--mask hidden", "PINENTRY_USER_DATA": "keyward:", "A": "",
    ]
    for prelude in [
      "", "trap '' INT TERM PIPE USR1; umask 027; ulimit -S -c 8; exec 5</dev/null",
      "ulimit -H -c 4096; ulimit -S -c 0; ulimit -n 60",
    ] {
      let through = try run(
        called.path(), words, home: folder, input: "first\n", environment: environment,
        prelude: prelude)
      let direct = try run(
        teller, ["--own", "a b"] + words, home: folder, input: "first\n", environment: environment,
        prelude: prelude)
      #expect(through.outputText == direct.outputText)
      #expect(through.outputText.hasSuffix("first\n"))
      #expect(through.errorText == "reported\n")
      #expect(through.ending == .exited(7))
    }
  }

  @Test(arguments: Called.allCases)
  func closedStreamsStayClosed(called: Called) throws {
    let folder = try TemporaryFolder()
    let teller = try folder.write(
      "#!/bin/sh\nls /proc/self/fd >\(folder.path)/fds.$#\n", to: "teller", mode: 0o700)
    try folder.write(
      "fallback: {\(called.rawValue): \(teller)}", to: ".config/keyward/config.yaml")
    _ = try run(called.path(), home: folder, prelude: "exec <&- >&- 2>&-")
    _ = try run(teller, ["one"], home: folder, prelude: "exec <&- >&- 2>&-")
    #expect(folder.text("fds.0") == folder.text("fds.1"))
    #expect(!folder.text("fds.0").isEmpty)
  }

  @Test(arguments: Called.allCases)
  func itsEndIsOurs(called: Called) throws {
    let folder = try home("/bin/false")
    #expect(try run(called.path(), home: folder).ending == .exited(1))
    let killed = try folder.write("#!/bin/sh\nkill -KILL $$\n", to: "killed", mode: 0o700)
    try folder.write(
      "fallback: {\(called.rawValue): \(killed)}", to: ".config/keyward/config.yaml")
    #expect(try run(called.path(), home: folder).ending == .killed(SIGKILL))
  }

  /// The greeting is the other program's, which gets every byte from the first on.
  @Test(.needs("pinentry-tty")) func aRealPinentryIsAsked() throws {
    let folder = try home("/usr/bin/pinentry-tty")
    let words = ["--display", ":7"]
    let input = "GETINFO flavor\nGETINFO pid\nOPTION grab\nBYE\n"
    let through = try run(Programs.pinentry(), words, home: folder, input: input)
    let direct = try run("/usr/bin/pinentry-tty", words, home: folder, input: input)
    func replies(_ run: ProgramRun) -> [Substring] {
      run.outputText.split(separator: "\n").map { $0.prefix { !$0.isNumber } }
    }
    #expect(replies(through) == replies(direct))
    #expect(through.outputText.hasPrefix("OK Pleased to meet you"))
    #expect(through.outputText.contains("D tty\n"))
    #expect(through.ending == direct.ending)
  }

  // MARK: When

  private func isAsked(
    _ environment: [String: String?], _ words: [String] = []
  ) throws -> Bool {
    let run = try run(
      Programs.pinentry(), words, home: home("/bin/echo"), input: "BYE\n",
      environment: environment)
    #expect(run.outputText.hasPrefix("OK ") == run.outputText.hasSuffix("closing connection\n"))
    return !run.outputText.hasPrefix("OK ")
  }

  @Test func theTerminalThatIsKnownAtTheStartDecides() throws {
    let terminal = try PseudoTerminal()
    let gone = "/dev/pts/99999"
    let named = "keyward: --ttyname="
    #expect(try isAsked([:]))
    #expect(try isAsked(["GPG_TTY": gone]))
    #expect(try isAsked(["GPG_TTY": terminal.path, "PINENTRY_USER_DATA": named + gone]))
    #expect(try isAsked([:], ["--ttyname", gone]))
    #expect(try isAsked(["DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"]))
    #expect(try isAsked(["DISPLAY": ""], ["--display=:3"]))
    #expect(try !isAsked(["DISPLAY": ""]))
    #expect(try !isAsked(["GPG_TTY": terminal.path]))
    #expect(try !isAsked(["GPG_TTY": gone, "PINENTRY_USER_DATA": named + terminal.path]))
    #expect(try !isAsked(["GPG_TTY": gone], ["-T", terminal.path]))
  }

  @Test func anAskpassWithATerminalAsksItself() throws {
    let folder = try home("/bin/echo")
    let run = try ProgramRun(
      Programs.askpass(), ["P: "], environment: ["HOME": folder.path, "DISPLAY": ":7"],
      on: PseudoTerminal(), showing: "Enter submit")
    try run.type("sesame\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == "sesame\n")
    let without = try self.run(
      Programs.askpass(), ["P: "], home: folder, environment: ["DISPLAY": ""])
    #expect(without.outputText == "P: \n")
  }

  // MARK: Troubles

  enum Trouble: CaseIterable, Sendable {
    case missing, notRunnable, ourselves, linked, otherName, script, writable

    var sentence: String {
      switch self {
      case .missing: "does not exist"
      case .notRunnable: "cannot be run"
      case .ourselves, .linked, .otherName, .script: "leads back to Keyward"
      case .writable: "could be replaced by other users"
      }
    }

    func make(in folder: TemporaryFolder, of program: String) throws -> String {
      let path = folder.path + "/other"
      switch self {
      case .missing: break
      case .notRunnable: try folder.write("#!/bin/sh\n", to: "other", mode: 0o600)
      case .ourselves: return program
      case .linked:
        symlink(program, folder.path + "/between")
        symlink("between", path)
      case .otherName: _ = try ProgramRun.finished("/bin/cp", [program, path])
      case .script:
        try folder.write("#!/bin/sh\nexec pinentry-keyward \"$@\"\n", to: "other", mode: 0o755)
      case .writable: try folder.write("#!/bin/sh\necho bad\n", to: "other", mode: 0o777)
      }
      return path
    }
  }

  @Test(arguments: Called.allCases, Trouble.allCases)
  func anUnusableFallbackIsReported(called: Called, trouble: Trouble) throws {
    let folder = try TemporaryFolder()
    var program = try called.path()
    let other = try trouble.make(in: folder, of: program)
    if trouble == .otherName {
      // A hard link to the very file that runs.
      program = folder.path + "/asks"
      link(other, program)
    }
    try folder.write(
      "fallback: {\(called.rawValue): \(other)}", to: ".config/keyward/config.yaml")
    let run = try run(program, home: folder, input: "GETPIN\nCONFIRM\nBYE\n")
    #expect(run.errorText.contains("the fallback \(other) \(trouble.sentence)"))
    guard called == .pinentry else {
      #expect(run.ending == .exited(1))
      #expect(run.outputText.isEmpty)
      #expect(run.errorText.contains("no terminal to ask on"))
      return
    }
    #expect(run.ending == .exited(0))
    let errors = run.outputText.split(separator: "\n").filter { $0.hasPrefix("ERR 83918950 ") }
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.contains("the fallback \(other) \(trouble.sentence)") })
  }

  @Test func aConfigurationOfOthersNamesNothing() throws {
    let folder = try home("/bin/echo")
    chmod(folder.path + "/.config/keyward/config.yaml", 0o666)
    let run = try run(Programs.askpass(), ["P: "], home: folder)
    #expect(run.ending == .exited(1))
    #expect(run.outputText.isEmpty)
  }
}
