import Glibc
import Testing

@testable import KeywardPrograms

@Suite struct UnansweredCallerTests {
  private func signals(
    of program: String = "/usr/bin/ssh-keygen", users: String = "7\t7\t7\t7", blocked: UInt64 = 0,
    ignored: UInt64 = 0, caught: UInt64 = 0
  ) -> [Int32]? {
    func set(_ value: UInt64) -> String { String(value, radix: 16) }
    let status = """
      Name:\tUid: 7
      Uid:\t\(users)
      ShdPnd:\t0000000000004002
      SigBlk:\t\(set(blocked))
      SigIgn:\t\(set(ignored))
      SigCgt:\t\(set(caught))

      """
    return UnansweredCaller(program: program, status: Array(status.utf8), user: 7)?.signals
  }

  private let interrupt: UInt64 = 1 << 1
  private let terminate: UInt64 = 1 << 14

  @Test(
    "Programs that go on without an answer are ended",
    arguments: [
      "/usr/bin/ssh", "/usr/bin/ssh-add", "/opt/x y/ssh-keygen", "/usr/bin/git",
      "/usr/lib/git-core/git-remote-http", "/usr/bin/ssh (deleted)",
      "/nix/store/x/bin/.ssh-keygen-wrapped", "/nix/store/x/bin/.git-wrapped_ (deleted)",
      "/usr/bin/ssh-keygen.distrib", "/usr/bin/git.real", "/usr/bin/hpnssh",
      "/usr/bin/hpnssh-keygen",
    ])
  func known(_ program: String) {
    #expect(signals(of: program) == [SIGINT])
  }

  @Test(
    "Every other program is left alone",
    arguments: [
      "/bin/sh", "/usr/bin/bash", "/usr/bin/sudo", "/usr/bin/ssh-agent", "/usr/bin/git-shell",
      "/usr/bin/sshd", "/usr/bin/python3", "ssh /x", "/usr/bin/SSH", "/", "",
      "/usr/bin/ssh (deleted) (deleted)", "/usr/bin/ (deleted)", "/x/bin/.bash-wrapped",
      "/x/bin/.ssh-agent-wrapped", "/x/bin/ssh-wrapped", "/x/bin/.ssh", "/x/bin/.-wrapped",
      "/usr/bin/sudo.distrib", "/usr/bin/hpnssh-agent", "/usr/bin/hpnsshd", "/usr/bin/hpngit",
      "/usr/bin/.distrib", "/usr/bin/_",
    ])
  func others(_ program: String) {
    #expect(signals(of: program) == nil)
  }

  @Test(
    "A process of another user, real or effective, is left alone",
    arguments: [
      "8\t7\t7\t7", "7\t8\t7\t7", "7\t7\t8\t7", "7\t7\t7\t8", "0\t0\t0\t0", "7\t7", "",
    ])
  func otherUsers(_ users: String) {
    #expect(signals(users: users) == nil)
  }

  @Test("The last signal is one that takes effect in any case")
  func escalation() {
    #expect(signals(caught: interrupt) == [SIGINT, SIGTERM])
    #expect(signals(ignored: interrupt) == [SIGTERM])
    #expect(signals(blocked: interrupt) == [SIGTERM])
    #expect(signals(blocked: interrupt, caught: terminate) == [SIGTERM, SIGKILL])
    #expect(signals(ignored: interrupt | terminate) == [SIGKILL])
    #expect(signals(caught: interrupt | terminate) == [SIGINT, SIGTERM, SIGKILL])
  }

  @Test("An ssh in a session is left alone: no answer to its questions means no")
  func sessions() {
    #expect(signals(of: "/usr/bin/ssh", ignored: interrupt, caught: terminate) == nil)
    #expect(signals(of: "/usr/bin/ssh", ignored: interrupt) == [SIGTERM])
    #expect(signals(of: "/usr/bin/git", caught: interrupt | terminate)?.last == SIGKILL)
  }
}
