import KeywardEngine
import KeywardTerminal
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct SettingsTests {
  @Test func takesEveryWord() {
    var settings = ProgramSettings()
    let complaints = settings.take(
      words:
        "--shuffle all  --input=screen --mask fixed\t--feedback press --layout german --plain "
        + "--allow-reveal --timeout=20 --max-length 64 --allow-unlocked-memory",
      from: "KEYWARD_OPTIONS")
    #expect(complaints.isEmpty)
    #expect(settings.keyboard.shuffle == .all)
    #expect(settings.keyboard.input == .screen)
    #expect(settings.look.mask == .fixed)
    #expect(settings.keyboard.feedback == .press)
    #expect(settings.keyboard.layout == "german")
    #expect(
      settings.look.isPlain && settings.look.allowsReveal
        && settings.protection.allowsUnlockedMemory)
    #expect(settings.timeout == .seconds(20))
    #expect(settings.keyboard.maxLength == 64)
  }

  @Test(arguments: [
    "--nothing", "stray", "--mask", "--mask round", "--timeout soon", "--max-length 0",
    "--plain=1", "-x", "--", "--mask=", "--timeout -1", "--shuffle=Every",
  ])
  func unknownWordsAreReported(_ words: String) {
    var settings = ProgramSettings()
    let complaints = settings.take(words: words, from: "X")
    #expect(complaints.count >= 1)
    #expect(complaints.allSatisfy { $0.hasPrefix("X: ") })
    #expect(settings == ProgramSettings())
  }

  @Test(arguments: [("90", 90), ("90s", 90), ("5m", 300), ("1h", 3600), ("0", 0), ("m", nil)])
  func timesHaveUnits(_ text: String, _ seconds: Double?) {
    var settings = ProgramSettings()
    settings.isBoot = true
    let complaints = settings.take(words: "--idle-off \(text)", from: "X")
    #expect(complaints.isEmpty == (seconds != nil))
    var options = Question()
    settings.apply(to: &options)
    #expect(options.idleTimeout == (seconds == 0 ? nil : seconds ?? 300))
    #expect(options.offersPowerOff)
  }

  @Test func nothingSwitchesOffWithoutBoot() {
    var options = Question()
    ProgramSettings().apply(to: &options)
    #expect(options.idleTimeout == nil && !options.offersPowerOff)
  }

  @Test("The value of an option is the next word, even if it looks like an option")
  func theNextWordIsTheValue() {
    var settings = ProgramSettings()
    let complaints = settings.take(words: "--mask --plain", from: "X")
    #expect(complaints.count == 1)
    #expect(!settings.look.isPlain)
  }

  @Test func userDataCountsWithItsMarkOnly() {
    let variables = [
      "KEYWARD_OPTIONS": "--mask hidden --timeout 0", "PINENTRY_USER_DATA": "keyward:--mask fixed",
    ]
    let (pinentry, none) = settings(readsUserData: true) { variables[$0] }
    #expect(none.isEmpty)
    #expect(pinentry.look.mask == .fixed)
    #expect(pinentry.timeout == .never)
    let (askpass, nothing) = settings(readsUserData: false) { variables[$0] }
    #expect(nothing.isEmpty)
    #expect(askpass.look.mask == .hidden)
    let (other, complaints) = settings(readsUserData: true) {
      $0 == "PINENTRY_USER_DATA" ? "USE_CURSES=1 --mask fixed" : nil
    }
    #expect(complaints.isEmpty)
    #expect(other == ProgramSettings())
  }

  private func settings(
    readsUserData: Bool, _ lookup: (String) -> String?
  ) -> (ProgramSettings, complaints: [String]) {
    let settings = ProgramSettings(readsUserData: readsUserData, environment: lookup)
    return (settings, settings.complaints)
  }

  @Test func anUnknownKeyboardIsIgnoredWhereverItIsSet() throws {
    let folder = try TemporaryFolder()
    try folder.write("layout: latin-dvorak\n", to: "keyward/config.yaml")
    var variables = ["XDG_CONFIG_HOME": folder.path, "KEYWARD_OPTIONS": "--layout nosuch"]
    let (first, complaints) = settings(readsUserData: true) { variables[$0] }
    #expect(first.keyboard.layout == "latin-dvorak")
    #expect(complaints.count == 1)
    #expect(complaints[0].hasPrefix("KEYWARD_OPTIONS: There is no keyboard “nosuch”."))
    #expect(complaints[0].hasSuffix(" It is ignored."))
    variables["PINENTRY_USER_DATA"] = "keyward:--layout latin-azerty"
    #expect(settings(readsUserData: true) { variables[$0] }.0.keyboard.layout == "latin-azerty")
    variables["PINENTRY_USER_DATA"] = "keyward:--layout nothing"
    variables["XDG_CONFIG_HOME"] = nil
    let (last, all) = settings(readsUserData: true) { variables[$0] }
    #expect(last.keyboard.layout == nil)
    #expect(
      all.map { String($0.prefix { $0 != ":" }) } == ["PINENTRY_USER_DATA", "KEYWARD_OPTIONS"])
    #expect(all.last?.hasSuffix(" The default keyboard is drawn instead.") == true)
  }
}
