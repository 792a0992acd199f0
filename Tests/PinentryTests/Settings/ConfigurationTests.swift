import Keyward
import Testing

@testable import Pinentry

@Suite struct ConfigurationTests {
  @Test func takesEverySetting() {
    var settings = ProgramSettings()
    let complaints = settings.take(
      configuration: """
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
        allow-reveal: yes
        timeout: 20
        max-length: 64
        allow-unlocked-memory: yes

        """, from: "config.yaml")
    #expect(complaints.isEmpty)
    #expect(settings.layout == "latin-dvorak")
    #expect(settings.shuffle == .digits && settings.input == .screen && settings.mask == .fixed)
    #expect(settings.feedback == .press && !settings.usesColour && settings.showsKeyboard)
    #expect(settings.isPlain && settings.allowsReveal && settings.allowsUnlockedMemory)
    #expect(settings.timeout == .seconds(20) && settings.longestSecret == 64)
  }

  @Test func everyFaultHasAPlace() {
    var settings = ProgramSettings()
    let complaints = settings.take(
      configuration: "mask: round\n\nnothing: 1\n  mask: fixed\nmask\nmask:fixed\n", from: "c")
    #expect(complaints.count == 5)
    #expect(complaints[0].hasPrefix("c:1:7: "))
    #expect(complaints[1].hasPrefix("c:3:1: "))
    #expect(complaints[2].hasPrefix("c:4:1: "))
    #expect(settings == ProgramSettings())
  }

  @Test func theFileIsFoundAsTheStandardSays() {
    func path(_ variables: [String: String]) -> String? {
      ProgramSettings.configurationPath { variables[$0] }
    }
    #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/keyward/config.yaml")
    #expect(path(["HOME": "/h"]) == "/h/.config/keyward/config.yaml")
    #expect(
      path(["XDG_CONFIG_HOME": "relative", "HOME": "/h"]) == "/h/.config/keyward/config.yaml")
    #expect(path([:]) == nil)
  }
}
