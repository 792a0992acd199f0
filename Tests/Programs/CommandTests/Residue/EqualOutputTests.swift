import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct EqualOutputTests {
  @Test(arguments: [
    [], ["--input", "any"], ["--mask", "hidden"], ["--title", "Key", "--full-width"],
    ["--form", "inline", "--keep"],
  ])
  func secretsOfOneLengthLookAlike(options: [String]) throws {
    let first = try displayed(typing: "aB3$ tz", options)
    let second = try displayed(typing: "e\u{301}漢Q~🙂0ß", options)
    #expect(first == second)
  }

  @Test("On the practice screen, secrets of one length look alike, too")
  func typingScreen() throws {
    let first = try displayed(typing: "aB3$ tz", [], of: ["type"])
    let second = try displayed(typing: "e\u{301}漢Q~🙂0ß", [], of: ["type"])
    #expect(first == second)
  }

  @Test(arguments: ["fixed", "hidden"], ["full", "inline"])
  func withSuchAMaskAllLengthsLookAlike(mask: String, form: String) throws {
    let options = ["--mask", mask, "--form", form]
    let first = try displayed(typing: "ab", options)
    let second = try displayed(typing: "a longer secret ✓", options)
    #expect(first == second)
    let bullets = String(decoding: first, as: UTF8.self).count { $0 == "•" }
    #expect(mask == "hidden" ? bullets == 0 : bullets > 0 && bullets.isMultiple(of: 8))
  }

  @Test func pastedSecretsLookAlikeToo() throws {
    let first = try displayed(pasting: "abcdefgh")
    let second = try displayed(pasting: "ÄÖÜßäöüé")
    #expect(first == second)
  }

  private func displayed(
    typing secret: String, _ options: [String], of command: [String] = ["get"]
  ) throws -> [UInt8] {
    let held = try HeldSecret(secret, command + options)
    for character in secret {
      try held.run.type(String(character))
      // One frame for each key, as a person types.
      try held.run.waitForQuiet(seconds: 0.03)
    }
    try held.run.type("\u{7f}")
    try held.run.waitForQuiet(seconds: 0.03)
    #expect(try held.run.end(typing: "\r") == .exited(0))
    return held.run.displayedWithoutNumbers + (command == ["type"] ? held.run.output : [])
  }

  private func displayed(pasting secret: String) throws -> [UInt8] {
    let held = try HeldSecret(secret)
    try held.paste(secret)
    #expect(try held.run.end(typing: "\r") == .exited(0))
    #expect(held.run.outputText == secret + "\n")
    return held.run.displayedWithoutNumbers
  }
}
