import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct FallbackTests {
  private func file(_ text: String) -> ConfigurationFile {
    ConfigurationFile(Array(text.utf8), path: "/c/config.yaml")
  }

  @Test(arguments: [
    "fallback:\n  pinentry: /a/b\n  askpass: [/c, --d, 'e f']",
    "FALLBACK: {Pinentry: /a/b, askpass: [/c, --d, e f]}",
    "mask: fixed\nfallback:\n  askpass:\n    - /c\n    - --d\n    - e f\n  pinentry: [\"/a/b\"]",
  ])
  func aProgramAndItsArgumentsAreNamed(text: String) {
    let file = file(text)
    #expect(file.complaints.isEmpty)
    #expect(file.fallbacks[.pinentry]?.words == ["/a/b"])
    #expect(file.fallbacks[.askpass]?.words == ["/c", "--d", "e f"])
  }

  @Test(arguments: [
    ("fallback: /a", "1:11"), ("fallback:", "1:10"), ("fallback: {gpg: /a}", "1:12"),
    ("fallback: {pinentry: b}", "1:22"), ("fallback: {pinentry: {a: b}}", "1:22"),
    ("fallback: {pinentry: []}", "1:22"), ("fallback: {pinentry: [/a, [b]]}", "1:22"),
    ("fallback: {pinentry: ''}", "1:23"), ("falback: {pinentry: /a}", "1:1"),
  ])
  func aPathToNoProgramIsReportedWithItsPlace(text: String, place: String) {
    let file = file(text)
    #expect(file.complaints.count == 1)
    #expect(file.complaints.first?.hasPrefix("/c/config.yaml:\(place): ") == true)
    #expect(file.fallbacks.isEmpty)
  }

  @Test func aMistypedNameIsGuessed() {
    #expect(file("falback: {pinentry: /a}").complaints[0].contains("Did you mean “fallback”?"))
  }

  @Test(arguments: [
    (nil, nil), ("keyward: --ttyname=/dev/pts/3", "/dev/pts/3"), ("--ttyname=/dev/pts/3", nil),
    ("keyward:--ttyname=/a --mask fixed --ttyname=/b", "/b"), ("keyward:--mask fixed", nil),
  ])
  func theTerminalOfAClientIsInItsUserData(value: String?, terminal: String?) {
    let settings = ProgramSettings(readsUserData: true) {
      $0 == "PINENTRY_USER_DATA" ? value : nil
    }
    #expect(settings.terminal == terminal)
    #expect(settings.complaints.isEmpty)
  }

  @Test func itIsNoOptionElsewhere() {
    let settings = ProgramSettings { $0 == "KEYWARD_OPTIONS" ? "--ttyname=/a" : nil }
    #expect(settings.terminal == nil)
    #expect(settings.complaints.count == 1)
  }

  // MARK: Trust

  private func trouble(_ path: String) -> String? { Fallback(words: [path]).trouble }

  @Test func aProgramOfTheSystemMayAsk() {
    #expect(trouble("/usr/bin/env") == nil)
  }

  @Test func theWayToItIsLookedAt() throws {
    let folder = try TemporaryFolder()
    let program = try folder.write("#!/bin/sh\n", to: "in/program", mode: 0o755)
    #expect(trouble(program) == nil)
    chmod(folder.path + "/in", 0o777)
    let through = "could be replaced by other users, through \(folder.path)/in;"
    #expect(trouble(program)?.hasPrefix(through) == true)
    chmod(folder.path + "/in", 0o755)
    symlink(program, folder.path + "/link")
    #expect(trouble(folder.path + "/link") == nil)
    chmod(program, 0o775)
    #expect(trouble(folder.path + "/link")?.hasPrefix("could be replaced by other users") == true)
    chmod(program, 0o755)
    // Only root can give files away.
    for owned in geteuid() == 0 ? [program, folder.path + "/in"] : [] {
      chown(owned, 65_534, 65_534)
      #expect(trouble(program)?.contains("could be replaced by other users") == true, "\(owned)")
      chown(owned, 0, 0)
    }
    #expect(trouble("relative") != nil)
    #expect(trouble(folder.path)?.hasPrefix("is a folder") == true)
    #expect(trouble(program + "/x")?.hasPrefix("does not exist") == true)
  }
}
