import Glibc
import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct ConfigurationTests {
  private func settings(_ text: String) -> (ProgramSettings, complaints: [String]) {
    let file = ConfigurationFile(Array(text.utf8), path: "/c/config.yaml")
    var settings = ProgramSettings()
    settings.take(file)
    return (settings, file.complaints)
  }

  @Test func takesEverySetting() {
    let (settings, complaints) = settings(
      """
      ---
      # How others ask
      layout: "latin-dvorak"
      shuffle: digits
      input: screen
      mask: fixed   # not the length
      feedback: 'press'
      colour: no
      keyboard: yes

      plain: yes
      allow-reveal: True
      timeout: 20.5
      max-length: 64
      allow-unlocked-memory: on
      """)
    #expect(complaints.isEmpty)
    #expect(settings.keyboard.layout == "latin-dvorak")
    #expect(settings.keyboard.shuffle == .digits && settings.keyboard.input == .screen)
    #expect(settings.look.mask == .fixed && settings.keyboard.feedback == .press)
    #expect(!settings.look.usesColour && settings.look.showsKeyboard == true)
    #expect(
      settings.look.isPlain && settings.look.allowsReveal
        && settings.protection.allowsUnlockedMemory)
    #expect(settings.timeout == .seconds(20.5) && settings.keyboard.maxLength == 64)
  }

  @Test(arguments: ["colour: no", "colours: off", "color: No", "Colors: never", "COLOUR: false"])
  func coloursAreSpelledAsPeopleDo(_ text: String) {
    let (settings, complaints) = settings(text)
    #expect(!settings.look.usesColour && complaints.isEmpty)
  }

  @Test func otherWaysToWriteTheSame() {
    #expect(settings("{mask: Hidden, allow_reveal: yes, \"timeout\": 0}").complaints.isEmpty)
    let (settings, _) = settings("{mask: Hidden, allow_reveal: yes, \"timeout\": 0}")
    #expect(
      settings.look.mask == .hidden && settings.look.allowsReveal && settings.timeout == .never)
    #expect(self.settings("keyboard: hidden").0.look.showsKeyboard == false)
    #expect(self.settings("colour: auto").0.look.usesColour)
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "---\n# nothing\n...\n"])
  func aFileWithoutSettingsIsNoFault(_ text: String) {
    let (settings, complaints) = settings(text)
    #expect(complaints.isEmpty && settings == ProgramSettings())
  }

  @Test func everyFaultHasItsPlaceAndTheRestCounts() {
    let (settings, complaints) = settings(
      """
      mask: round
      nothing: 1
      timeout: [1, 2]
      maks: fixed
      shuffle:
      input: keys
      colours: yes
      color: no
      feedback: &a press
      plain: 'maybe'
      """)
    #expect(
      complaints.map { $0.prefix { $0 != " " } } == [
        "/c/config.yaml:1:7:", "/c/config.yaml:2:1:", "/c/config.yaml:3:10:",
        "/c/config.yaml:4:1:", "/c/config.yaml:5:9:", "/c/config.yaml:8:8:",
        "/c/config.yaml:10:9:",
      ])
    #expect(complaints[0].contains("bullets, fixed or hidden"))
    #expect(complaints[1].contains("allow-unlocked-memory"))
    #expect(complaints[3].contains("Did you mean “mask”?"))
    #expect(settings.keyboard.input == .keys && settings.keyboard.feedback == .press)
    #expect(settings.look.usesColour && settings.look.mask == .bullets && settings.timeout == nil)
  }

  @Test(arguments: [
    "mask", "- mask: fixed", "mask: fixed: no", "mask: \"fixed", "\u{1B}[2J: 1", "a: b\n a: b",
    "mask: *a", "\u{FFFE}", "mask: fixed\nmask: hidden",
  ])
  func brokenFilesAreOneOrMoreSentences(_ text: String) {
    let file = ConfigurationFile(Array(text.utf8), path: "c")
    #expect(!file.complaints.isEmpty && file.complaints.count <= 20)
    #expect(file.complaints.allSatisfy { $0.hasPrefix("c:1:") || $0.hasPrefix("c:2:") })
    #expect(!file.complaints.joined().utf8.contains(0x1b))
  }

  @Test func theFileIsFoundWhereTheStandardPutsIt() {
    func path(_ variables: [String: String]) -> String? {
      ConfigurationFile.path { variables[$0] }
    }
    #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/keyward/config.yaml")
    #expect(path(["HOME": "/h"]) == "/h/.config/keyward/config.yaml")
    #expect(
      path(["XDG_CONFIG_HOME": "relative", "HOME": "/h"]) == "/h/.config/keyward/config.yaml")
    #expect(path([:]) == nil)
  }

  @Test func aKeyboardFileIsMeantFromTheFolderOfTheConfiguration() {
    #expect(settings("layout: mine.yaml").0.keyboard.layout == "/c/mine.yaml")
    #expect(settings("layout: keyboards/mine.yaml").0.keyboard.layout == "/c/keyboards/mine.yaml")
    #expect(settings("layout: /k/mine.yaml").0.keyboard.layout == "/k/mine.yaml")
    #expect(settings("layout: german").0.keyboard.layout == "german")
    #expect(settings("layout: german,mine.yaml").0.keyboard.layout == "german,/c/mine.yaml")
    #expect(settings("layout: mine.yaml,german").0.keyboard.layout == "/c/mine.yaml,german")
  }

  @Test("Layouts are a list, whose files are in the folder of the configuration")
  func listOfLayouts() {
    let (listed, complaints) = settings("layouts: [us, de, mine.yaml]")
    #expect(listed.keyboard.layout == "us,de,/c/mine.yaml" && complaints.isEmpty)
    #expect(settings("layout: [us]").0.keyboard.layout == "us")
    #expect(settings("layouts:\n- gr\n- il\n").0.keyboard.layout == "gr,il")
    #expect(settings("layouts: []").1.count == 1)
    #expect(settings("layout: us\nlayouts: [de]").0.keyboard.layout == "us")
    #expect(settings("layout: us\nlayouts: [de]").1.count == 1)
  }

  @Test func thePathOfAKeyboardFileHasNoDetours() throws {
    #expect(settings("layout: ./mine.yaml").0.keyboard.layout == "/c/mine.yaml")
    #expect(settings("layout: ../k//./mine.yaml").0.keyboard.layout == "/k/mine.yaml")
    #expect(settings("layout: /a/b/../../../mine.yaml").0.keyboard.layout == "/mine.yaml")
    // After a link, “..” is the folder above the link's target.
    let folder = try TemporaryFolder()
    try folder.write("", to: "one/two/file")
    symlink("one/two", folder.path + "/link")
    #expect(
      FilePath.normalized(folder.path + "/link/../mine.yaml")
        == folder.path + "/link/../mine.yaml")
    #expect(
      FilePath.normalized(folder.path + "/link/./a/../../mine.yaml")
        == folder.path + "/link/../mine.yaml")
  }
}
