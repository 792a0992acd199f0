import KeywardTestSupport
import Testing

@testable import KeywardTools

@Suite struct CallerFindingsTests {
  private func line(_ terminal: String?) throws -> String? {
    let home = try TemporaryFolder()
    let variables = ["HOME": home.path, "GPG_TTY": terminal]
    let findings = CallerFindings(programs: "/nowhere") { variables[$0] ?? nil }.all
    return findings.map(\.line).first { $0.hasPrefix("GPG_TTY: ") }
  }

  @Test func aTerminalThatCanBeOpenedIsNamed() throws {
    #expect(try line("/dev/null") == "GPG_TTY: /dev/null")
  }

  private let renewal = "run `keyward setup --apply`, then open a new shell"

  @Test func aMissingOrUnsetTerminalIsSetAgain() throws {
    #expect(
      try line("/dev/pts/none")
        == "GPG_TTY: /dev/pts/none, which cannot be opened, so gpg cannot ask; " + renewal)
    #expect(try line(nil) == "GPG_TTY: not set, so gpg has no terminal to ask on; " + renewal)
  }
}
