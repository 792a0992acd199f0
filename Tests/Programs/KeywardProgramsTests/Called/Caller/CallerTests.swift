import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct CallerTests {
  @Test(
    arguments: [
      ("4711/1000 host", CallerClaim(process: 4711, user: 1000, host: "host")),
      ("4711 host", CallerClaim(process: 4711, user: nil, host: "host")),
      ("4711", CallerClaim(process: 4711, user: nil, host: "")),
      ("4711/0   a b", CallerClaim(process: 4711, user: 0, host: "a b")),
      ("", nil), ("x host", nil), ("0 host", nil), ("-5 host", nil), ("5/ host", nil),
      ("5/6/7 host", nil), ("99999999999 host", nil),
    ] as [(String, CallerClaim?)])
  func readsClaims(_ text: String, _ expected: CallerClaim?) {
    #expect(CallerClaim(Array(text.utf8)) == expected)
  }

  private var system: CallerSystem { .current }

  @Test func provesThisProcess() throws {
    let claim = CallerClaim(process: getpid(), user: geteuid(), host: system.nodeName)
    guard let caller = VerifiedCaller(claim) else {
      Issue.record("this process was not recognised")
      return
    }
    let found = (caller.process, caller.user, caller.programName, caller.descriptor)
    #expect(found.0 == getpid())
    #expect(found.1 == geteuid())
    #expect(!found.2.isEmpty)
    #expect(!VerifiedCaller.hasEnded(found.3))
  }

  /// An ended process stays until its parent waits for it; its number may belong to another a
  /// moment later.
  @Test func anEndedProcessDoesNotAsk() throws {
    let sleeper = try Sleeper()
    let claim = CallerClaim(process: sleeper.process, user: geteuid(), host: system.nodeName)
    for isKnown in [true, false] {
      let caller = VerifiedCaller(claim)
      #expect((caller != nil) == isKnown)
      sleeper.end()
    }
  }

  @Test func noUserMeansOurs() {
    let isKnown =
      VerifiedCaller(CallerClaim(process: getpid(), user: nil, host: system.nodeName)) != nil
    #expect(isKnown)
  }

  @Test(arguments: [
    CallerClaim(process: getpid(), user: geteuid() + 1, host: CallerSystem.current.nodeName),
    CallerClaim(process: getpid(), user: nil, host: "another-machine"),
    CallerClaim(process: getpid(), user: nil, host: ""),
    CallerClaim(process: Int32.max, user: nil, host: CallerSystem.current.nodeName),
  ])
  func believesNothingElse(_ claim: CallerClaim) {
    let isKnown = VerifiedCaller(claim) != nil
    #expect(!isKnown)
  }

  @Test func readsTheEffectiveUser() {
    let status = Array("Name:\tx\nUid:\t1\t2\t3\t4\nGid:\t5\t5\t5\t5\n".utf8)
    #expect(VerifiedCaller.user(inStatus: status) == 2)
    #expect(VerifiedCaller.user(inStatus: Array("Name:\tUid: 7\n".utf8)) == nil)
  }

  /// A program gives itself any name, and the file of users may be somebody's.
  @Test func aNameSteersNothing() throws {
    let folder = try TemporaryFolder()
    let process = getpid()
    let name = "x\u{1b}[2J\u{7}\u{202e}"
    _ = try folder.write("Uid:\t5\t5\t5\t5\n", to: "\(process)/status", mode: 0o600)
    _ = try folder.write("\(name)\n", to: "\(process)/comm", mode: 0o600)
    let users = try folder.write("\(name):x:5:5::/:\n", to: "users", mode: 0o600)
    let system = CallerSystem(nodeName: "host", user: 5, processes: folder.path, users: users)
    let claim = CallerClaim(process: process, user: 5, host: "host")
    let introduction = VerifiedCaller(claim, system: system)?.introduction(in: .english)
    let shown = "x\u{fffd}[2J\u{fffd}\u{fffd}"
    #expect(introduction == "asked by \"\(shown)\", pid \(process), \(shown)")
  }

  @Test func namesUsers() {
    #expect(CallerSystem.userName(of: 0, in: "/etc/passwd") == "root")
    #expect(CallerSystem.userName(of: 4_294_967_000, in: "/etc/passwd") == "uid 4294967000")
    #expect(CallerSystem.userName(of: 0, in: "/nonexistent") == "uid 0")
  }
}
