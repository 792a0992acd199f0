import KeywardEngine
import Testing

@testable import Pinentry

@Suite struct SettingsTests {
  @Test func takesEveryWord() {
    var settings = ProgramSettings()
    let complaints = settings.take(
      words:
        "--shuffle all  --input=screen --mask fixed\t--feedback press --layout german --plain "
        + "--allow-reveal --timeout=20 --max-length 64 --allow-unlocked-memory",
      from: "KEYWARD_OPTIONS")
    #expect(complaints.isEmpty)
    #expect(settings.shuffle == .all)
    #expect(settings.input == .screen)
    #expect(settings.mask == .fixed)
    #expect(settings.feedback == .press)
    #expect(settings.layout == "german")
    #expect(settings.isPlain && settings.allowsReveal && settings.allowsUnlockedMemory)
    #expect(settings.timeout == .seconds(20))
    #expect(settings.longestSecret == 64)
  }

  @Test(arguments: [
    "--nothing", "stray", "--mask", "--mask round", "--timeout soon", "--max-length 0",
    "--plain=1", "-x", "--", "--mask=", "--timeout -1", "--shuffle=Every",
  ])
  func saysWhatItDoesNotUnderstand(_ words: String) {
    var settings = ProgramSettings()
    let complaints = settings.take(words: words, from: "X")
    #expect(complaints.count >= 1)
    #expect(complaints.allSatisfy { $0.hasPrefix("X: ") })
    #expect(settings == ProgramSettings())
  }

  @Test func aMissingValueDoesNotEatTheNextOption() {
    var settings = ProgramSettings()
    let complaints = settings.take(words: "--mask --plain", from: "X")
    #expect(complaints.count == 1)
    #expect(settings.isPlain)
  }

  @Test func userDataCountsWithItsMarkOnly() {
    let variables = [
      "KEYWARD_OPTIONS": "--mask hidden --timeout 0", "PINENTRY_USER_DATA": "keyward:--mask fixed",
    ]
    var pinentry = ProgramSettings()
    #expect(pinentry.take(readsUserData: true) { variables[$0] }.isEmpty)
    #expect(pinentry.mask == .fixed)
    #expect(pinentry.timeout == .never)
    var askpass = ProgramSettings()
    #expect(askpass.take(readsUserData: false) { variables[$0] }.isEmpty)
    #expect(askpass.mask == .hidden)
    var other = ProgramSettings()
    let complaints = other.take(readsUserData: true) {
      $0 == "PINENTRY_USER_DATA" ? "USE_CURSES=1 --mask fixed" : nil
    }
    #expect(complaints.isEmpty)
    #expect(other == ProgramSettings())
  }

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

  @Test func whatItDoesNotKnowIsAWarning() {
    let arguments = PinentryArguments(["--nothing", "-x", "word", "-T"])
    #expect(arguments.warnings.count == 4)
    #expect(!arguments.wantsHelp)
    #expect(PinentryArguments(["--version"]).wantsVersion)
    #expect(PinentryArguments(["-h"]).wantsHelp)
  }
}
