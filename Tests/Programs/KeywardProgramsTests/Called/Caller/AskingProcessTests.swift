import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms
@testable import KeywardTerminal

@Suite struct AskingProcessTests {
  @Test(
    "A command line is a list of words, however it ends",
    arguments: [
      ("", []), ("\0\0\0", []), ("sleep\060\0", ["sleep", "60"]), ("a b", ["a b"]),
      ("a\0\0b\0", ["a", "", "b"]), ("a\0\0", ["a", ""]), ("title\0\0\0\0\0", ["title", ""]),
    ])
  func words(_ line: String, _ expected: [String]) {
    let found = AskingProcess.words(of: Array(line.utf8))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(
    "A status of another namespace, which lists another number or several ones, is not ours",
    arguments: [
      ("Uid:\t0\nNSpid:\t12\nX:\t1\n", true), ("NSpid:\t12\t1\n", false), ("Uid:\t0\n", true),
      ("NSpid:\t12\t12\n", false), ("NSpid:\t13\n", false), ("NSpid:\t120\n", false), ("", true),
    ])
  func namespace(_ status: String, _ isOwn: Bool) {
    #expect(ProcessStat.isOwn(status: Array(status.utf8), process: 12) == isOwn)
  }

  @Test("A process is compared, not its number, and its end is a change")
  func end() throws {
    let sleeper = try Sleeper()
    // A new process has no command line for a moment.
    #expect(Moment.wait { !AskingProcess(sleeper.process).words.isEmpty })
    let asker = AskingProcess(sleeper.process)
    #expect(asker.program.hasSuffix("sleep") || asker.program == "coreutils")
    #expect(asker.words.last == Array("60".utf8))
    #expect(asker.isUnchanged)
    sleeper.end()
    #expect(!asker.isUnchanged)
  }

  @Test("The name is that of the program's file, whatever the process calls itself")
  func name() throws {
    let run = try ProgramRun(
      "/bin/bash", ["-c", "printf sudo >/proc/$$/comm; echo named; read x"],
      streams: (.terminal, .terminal, .pipe), on: PseudoTerminal(), showing: "named")
    let asker = AskingProcess(run.process)
    #expect(asker.stat?.name == Array("sudo".utf8) && asker.program == "bash")
    let introduction = asker.introduction(in: .english, folder: nil)
    #expect(introduction.hasPrefix("asked by bash, pid \(run.process)"))
  }

  @Test("Another program with the same command line is a change")
  func execution() throws {
    let folder = try TemporaryFolder()
    let mark = folder.path + "/mark"
    // Both programs are shells with the same words.
    let script =
      "if [ -e \(mark) ]; then echo again; read x; fi; echo first; read y; touch \(mark); "
      + "exec /bin/sh -c \"$0\" \"$0\""
    let input = Pipe()
    let run = try ProgramRun(
      "/bin/sh",
      ProgramOptions(["-c", script, script], streams: (.descriptor(input.reading), .pipe, .null)))
    try run.wait(for: "the first program") { run.outputText == "first\n" }
    let asker = AskingProcess(run.process)
    #expect(asker.isUnchanged)
    input.send("go\n")
    try run.wait(for: "the second program") { run.outputText == "first\nagain\n" }
    #expect(AskingProcess(run.process).words == asker.words)
    #expect(!asker.isUnchanged)
  }

  @Test("A process without a command line, or of another namespace, is no error")
  func hidden() {
    for number: Int32 in [0, .max] {
      let asker = AskingProcess(number)
      #expect(asker.words.isEmpty && asker.isUnchanged)
      let shown = number > 0 ? "\(number)" : "?"
      #expect(asker.introduction(in: .english, folder: nil) == "asked by a program, pid \(shown)")
    }
  }
}
