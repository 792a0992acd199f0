import Glibc
import KeywardTerminal
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct PlacesTests {
  private static let messages: [LendingMessage] = [
    .request(Asker(process: 940, folder: "/home/me")), .request(Asker(process: 1, folder: "")),
    .terminal(["TERM": "xterm", "KEYWARD_TTY": "/dev/pts/3", "COLORFGBG": "15;0"]),
    .end(.answered), .end(.stopped),
  ]

  @Test(arguments: messages) func aMessageIsReadAsItWasWritten(message: LendingMessage) {
    #expect(LendingMessage(message.bytes) == message)
    for count in 0..<message.bytes.count {
      #expect(LendingMessage(Array(message.bytes.prefix(count))) != message)
    }
    #expect(LendingMessage(message.bytes + [0]) != message)
  }

  @Test(arguments: [
    "", "\0", "keyward-lend\u{0}2\u{0}request\u{0}940\u{0}/\u{0}",
    "keyward-lend\u{0}1\u{0}request\u{0}-1\u{0}/\u{0}", "keyward-lend\u{0}1\u{0}end\u{0}x\u{0}",
    "keyward-lend\u{0}1\u{0}request\u{0}940\u{0}/", "keyward-lend\u{0}1\u{0}other\u{0}",
    "keyward-lend\u{0}1\u{0}terminal\u{0}LD_PRELOAD=x\u{0}",
    "keyward-lend\u{0}1\u{0}request\u{0}940\u{0}\(String(repeating: "/", count: 4096))\u{0}",
  ])
  func anythingElseIsRefused(packet: String) {
    #expect(LendingMessage(Array(packet.utf8)) == nil)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(
      LendingMessage(Array("keyward-lend\u{0}1\u{0}request\u{0}940\u{0}".utf8) + [0xff, 0]) == nil)
  }

  @Test func theOrderIsThatOfConfigurationAndVariable() throws {
    let home = try TemporaryFolder()
    try home.write("ask-in: [lender, terminal]\n", to: ".config/keyward/config.yaml")
    for (variable, places, isValid) in [
      (nil, [Place.lender, .terminal], true), ("tmux, window", [.tmux, .window], true),
      ("terminal,terminal", [.lender, .terminal], false),
      ("elsewhere", [.lender, .terminal], false),
    ] {
      let values = ["HOME": home.path, "KEYWARD_ASK_IN": variable]
      let settings = ProgramSettings { values[$0] ?? nil }
      #expect(settings.places == places && settings.complaints.isEmpty == isValid)
    }
    #expect(ProgramSettings { _ in nil }.places == Place.standard)
  }

  /// A program chooses its name, and people copy commands from a sentence.
  @Test(
    arguments: [
      ("lazygit", "lazygit"), ("systemd-ask-pas", "COMMAND"), ("tmux: server", "COMMAND"),
      ("a;reboot", "COMMAND"), ("$(reboot)", "COMMAND"), ("--help", "COMMAND"), ("", "COMMAND"),
    ])
  func theCureIsACommandToType(name: String, word: String) {
    let user = TerminalUser(terminal: "/dev/pts/3", name: name, process: 12)
    #expect(user.description.contains("Start it with `keyward attend -- \(word)`, or"))
  }

  @Test("Without XDG_RUNTIME_DIR, sockets are in /run/user/UID or in a folder of this user in /tmp")
  func socketFolders() throws {
    let own = "/run/user/\(geteuid())"
    let isThere = access(own, F_OK) == 0
    for value in [nil, "", "relative"] as [String?] {
      let folder = LendingSocket.folder { _ in value }
      #expect(folder == (isThere ? own + "/keyward" : "/tmp/keyward-\(geteuid())"))
    }
    let runtime = try TemporaryFolder()
    #expect(LendingSocket.folder { _ in runtime.path } == runtime.path + "/keyward")
    let missing = LendingSocket.refusal { _ in "/nonexistent" }
    #expect((missing == nil) == isThere)
    #expect(
      missing?.contains("no folder for sockets, since there is no folder /nonexistent") != false)
  }
}
