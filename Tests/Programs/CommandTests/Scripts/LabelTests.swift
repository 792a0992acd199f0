import Glibc
import KeywardTestSupport
import Testing

/// Labels that look like options.
@Suite(.tags(.program)) struct LabelTests {
  private static let labels = [
    "--version", "--help", "-h", "--", "-x", "--=", "-", "--prompt", "a\n--help",
    String(repeating: "--help ", count: 2000),
  ]

  @Test("A label of get is a label, whatever it looks like", arguments: labels)
  func getAsks(_ label: String) throws {
    for words in [["--prompt", label], ["--prompt=" + label]] {
      let run = try Keyward.typing(["get", "--title", label] + words)
      if !label.contains("\n"), label.utf8.count < 40 {
        #expect(run.displayedText.contains(label))
      }
      #expect(try run.end(typing: "sesame\r") == .exited(0))
      #expect(run.outputText == "sesame\n")
    }
  }

  @Test("A label of exec is a label, and the words of the command are its own", arguments: labels)
  func execAsks(_ label: String) throws {
    let run = try Keyward.typing(
      [
        "exec", "--stdin", "--prompt", label, "--error", label, "--", "/bin/sh", "-c",
        "cat; echo \"$@\"", "sh", label,
      ])
    #expect(try run.end(typing: "sesame\r") == .exited(0))
    #expect(run.outputText == "sesame\(label)\n")
  }

  @Test("The message of confirm after -- is a message", arguments: labels)
  func confirmAsks(_ label: String) throws {
    let run = try Keyward.typing(["confirm", "--title", label, "--", label])
    #expect(try run.end(typing: "\u{1b}") == .exited(130))
    #expect(run.output.isEmpty)
  }

  @Test(
    "Help on a terminal in place of a question is no yes", arguments: ["--version", "--help", "-h"])
  func confirmPrintsHelp(_ label: String) throws {
    let run = try ProgramRun(
      BuiltProgram.keyward(), ["confirm", label], streams: (.terminal, .terminal, .terminal),
      on: PseudoTerminal())
    #expect(try run.wait() == .exited(64))
    #expect(!run.displayed.isEmpty)
    let page = try ProgramRun.finished(BuiltProgram.keyward(), ["confirm", label])
    #expect(page.ending == .exited(0))
  }
}
