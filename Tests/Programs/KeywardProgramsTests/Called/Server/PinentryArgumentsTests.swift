import Testing

@testable import KeywardPrograms

@Suite struct PinentryArgumentsTests {
  @Test func takesTheCommandLineOfTheOthers() {
    let arguments = PinentryArguments([
      "-T", "/dev/pts/1", "--ttytype=xterm", "-Cde_DE.UTF-8", "--lc-messages", "de", "-D:1",
      "--timeout", "20", "-gd", "-W", "7", "--colors=red", "-a", "beep", "--no-global-grab",
    ])
    #expect(arguments.warnings.isEmpty)
    #expect(
      arguments.terminal
        == TerminalChoice(
          name: "/dev/pts/1", type: "xterm", characterLocale: "de_DE.UTF-8", messageLocale: "de"))
    #expect(arguments.display == ":1")
    #expect(arguments.timeout == .seconds(20))
    #expect(arguments.isDebugging && arguments.rings)
  }

  @Test(
    "The value of an option is the next word, whatever it looks like",
    arguments: ["--version", "-h", "--", ""])
  func valueIsNextWord(_ value: String) {
    for words in [["--ttyname", value], ["-T", value], ["--ttyname=" + value]] {
      let arguments = PinentryArguments(words)
      #expect(arguments.terminal.name == value && arguments.warnings.isEmpty)
      #expect(!arguments.wantsVersion && !arguments.wantsHelp)
    }
  }

  @Test func unknownOptionsAreWarnings() {
    let arguments = PinentryArguments(["--nothing", "-x", "word", "-T"])
    #expect(arguments.warnings.count == 4)
    #expect(!arguments.wantsHelp)
    #expect(PinentryArguments(["--version"]).wantsVersion)
    #expect(PinentryArguments(["-h"]).wantsHelp)
  }
}
