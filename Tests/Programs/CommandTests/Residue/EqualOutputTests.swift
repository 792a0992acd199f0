import KeywardTestSupport
import Testing

/// The output to the terminal does not distinguish two secrets.
@Suite struct EqualOutputTests {
  @Test(arguments: [
    [], ["--input", "any"], ["--mask", "hidden"], ["--title", "Key", "--full-width"],
    ["--form", "inline", "--keep"],
  ])
  func secretsOfOneLengthLookAlike(options: [String]) throws {
    let first = try displayed(typing: "aB3$ tz", options)
    let second = try displayed(typing: "é漢Q~🙂0ß", options)
    #expect(first == second)
  }

  @Test func secretsOfOneLengthLookAlikeInAScene() throws {
    let first = try displayed(typing: "aB3$ tz", [], of: ["scene", "chat"])
    let second = try displayed(typing: "é漢Q~🙂0ß", [], of: ["scene", "chat"])
    #expect(first == second)
  }

  @Test(arguments: ["full", "inline"])
  func withAFixedMaskAllLengthsLookAlike(form: String) throws {
    let options = ["--mask", "fixed", "--form", form]
    let first = try displayed(typing: "ab", options)
    let second = try displayed(typing: "a longer secret ✓", options)
    #expect(first == second)
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
    try held.run.type("\r")
    #expect(try held.run.wait() == .exited(0))
    return held.run.displayed
  }

  private func displayed(pasting secret: String) throws -> [UInt8] {
    let held = try HeldSecret(secret)
    try held.paste(secret)
    try held.run.type("\r")
    #expect(try held.run.wait() == .exited(0))
    #expect(held.run.outputText == secret + "\n")
    return held.run.displayed
  }
}
