import Glibc
import KeywardPrograms
import KeywardTestSupport
import Testing

@testable import KeywardTools

/// The programs that setup names in the configuration for the case without a terminal.
@Suite struct SetupFallbackTests {
  private let home: TemporaryFolder
  private let pinentry: String
  private let askpass: String

  init() throws {
    home = try TemporaryFolder()
    pinentry = try home.write("#!/bin/sh\n", to: "bin/pinentry-x", mode: 0o755)
    askpass = try home.write("#!/bin/sh\n", to: "bin/it's askpass", mode: 0o755)
  }

  private var configuration: String { ".config/keyward/config.yaml" }

  private func file(_ more: [String: String] = [:]) throws -> SetupFile {
    let variables = ["HOME": home.path, "SHELL": "/bin/sh"].merging(more) { $1 }
    let files = SetupFile.all(programs: "/opt/keyward") { variables[$0] }
    return try #require(files.count == 3 ? files.last : nil)
  }

  private func apply(_ more: [String: String] = [:]) throws {
    _ = try SetupStep(SetupChange(file(more), undoing: false)).commit()
  }

  private func named() -> [Fallback.Role: Fallback] {
    ConfigurationFile(home.read(configuration) ?? [], path: "c").fallbacks
  }

  @Test func theProgramsThatWereInForceAreNamed() throws {
    try home.write("x y\npinentry-program \(pinentry)\n", to: ".gnupg/gpg-agent.conf")
    try apply(["SUDO_ASKPASS": askpass])
    #expect(named()[.pinentry]?.words == [pinentry])
    #expect(named()[.askpass]?.words == [askpass])
    let text = home.text(configuration)
    // Ours are in force by now.
    try home.write("pinentry-program /opt/keyward/pinentry-keyward\n", to: ".gnupg/gpg-agent.conf")
    #expect(try SetupChange(file(), undoing: false).difference.isEmpty)
    #expect(home.text(configuration) == text)
  }

  @Test(arguments: ["SSH_ASKPASS", "SUDO_ASKPASS", "GIT_ASKPASS"])
  func anAskpassIsFoundInEachPlace(variable: String) throws {
    try apply([variable: askpass])
    #expect(named()[.askpass]?.words == [askpass])
  }

  @Test func theAskpassOfGitIsFound() throws {
    try home.write("[core]\n\taskPass = \(askpass)\n", to: ".gitconfig")
    try apply()
    #expect(named()[.askpass]?.words == [askpass])
  }

  /// A program that cannot ask there is left out for the next one.
  @Test func programsThatCannotAskAreLeftOut() throws {
    let former = PreviousPinentry(agentFile: nil) { name in
      ["SSH_ASKPASS": "/opt/keyward-askpass", "SUDO_ASKPASS": askpass, "GIT_ASKPASS": "/x"][name]
    }
    #expect(former.fallback(for: .askpass)?.words == [askpass])
    let curses = try home.write("#!/bin/sh\n", to: "bin/pinentry-curses", mode: 0o755)
    let agent = SetupFile(
      purpose: "gpg", path: try home.write("pinentry-program \(curses)\n", to: "conf"), lines: [],
      rivals: ["pinentry-program"])
    #expect(
      PreviousPinentry(agentFile: agent) { _ in nil }.fallback(for: .pinentry)?.words != [curses])
  }

  @Test func aProgramTheUserNamedStays() throws {
    try apply(["SSH_ASKPASS": askpass])
    // Changed among our lines.
    let changed = home.text(configuration).replacing("askpass: ", with: "askpass: /mine # ")
    try home.write(changed, to: configuration)
    #expect(try SetupChange(file(["SSH_ASKPASS": askpass]), undoing: false).new.contains("/mine"))
    // Written beside them.
    try home.write("fallback:\n  askpass: /mine\n", to: configuration)
    let files = SetupFile.all(programs: "/p") { ["HOME": home.path, "SSH_ASKPASS": askpass][$0] }
    #expect(files.count == 2)
  }

  @Test(arguments: ["", "mask: fixed\n", "mask: fixed", "# mine\n"])
  func undoingLeavesTheConfigurationAsItWas(before: String) throws {
    if !before.isEmpty { try home.write(before, to: configuration) }
    let snapshot = Snapshot(home)
    try apply(["SSH_ASKPASS": askpass])
    #expect(named()[.askpass]?.words == [askpass])
    let variables = ["HOME": home.path, "SHELL": "/bin/sh"]
    let files = SetupFile.applied(programs: "/opt/keyward") { variables[$0] }
    let file = try #require(files.first { $0.path.hasSuffix(configuration) })
    let undoing = try SetupChange(file, undoing: true)
    _ = try SetupStep(undoing).commit()
    _ = try undoing.tidy()
    #expect(Snapshot(home) == snapshot)
  }

  /// After settings of another form our lines would have no meaning, and break the others.
  @Test(arguments: ["{mask: fixed}\n", "mask: fixed\n...\n", "- a\n"])
  func aFileOfAnotherFormIsLeftAlone(text: String) throws {
    try home.write(text, to: configuration)
    let change = try SetupChange(file(["SSH_ASKPASS": askpass]), undoing: false)
    let failure = #expect(throws: SetupFailure.self) { try change.check() }
    #expect(failure?.description.contains("settings yourself: fallback: askpass: '") == true)
    #expect(failure?.stopsAll == false)
    #expect(home.text(configuration) == text)
  }
}
