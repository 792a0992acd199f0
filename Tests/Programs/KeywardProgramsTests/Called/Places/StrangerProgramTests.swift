import Glibc
import KeywardTestSupport
import Testing

/// Places that another local user owns or could replace: nothing connects to them, and the error
/// names them.
@Suite(.tags(.program), .serialized, .needsRoot(to: "give files to another user"))
struct StrangerProgramTests {
  /// A user who owns nothing on this machine.
  static let stranger: uid_t = 65_534

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var runtime: String { folder.path + "/runtime" }

  private func environment(_ more: [String: String?] = [:]) -> [String: String?] {
    mkdir(runtime, 0o700)
    return ["XDG_RUNTIME_DIR": runtime, "TMUX_TMPDIR": folder.path, "HOME": folder.path]
      .merging(more) { $1 }
  }

  // MARK: tmux

  /// How another user gets hold of the socket of a tmux server.
  enum Hold: String, CaseIterable, Sendable {
    case folder, socket, group, others, parent, link, variable

    func clause(_ place: String) -> String {
      switch self {
      case .folder, .variable: "the folder \(place) belongs to another user (uid \(stranger))"
      case .socket: "\(place)/default belongs to another user (uid \(stranger))"
      case .group, .others: "other users have rights to the folder \(place)"
      case .parent: "other users may write to the folder \(place.dropLast("/tmux-0".count))"
      case .link: "\(place) belongs to another user (uid \(stranger))"
      }
    }

    /// Returns the environment, after changing the owner or the rights.
    func take(_ place: String, in parent: String) -> [String: String?] {
      switch self {
      case .folder: chown(place, stranger, stranger)
      case .socket: lchown(place + "/default", stranger, stranger)
      case .group: chmod(place, 0o710)
      case .others: chmod(place, 0o701)
      case .parent: chmod(parent, 0o777)
      case .link:
        rename(place, parent + "/kept")
        symlink("kept", place)
        lchown(place, stranger, stranger)
      case .variable:
        chown(place, stranger, stranger)
        return ["TMUX_TMPDIR": parent + "/runtime", "TMUX": place + "/default,940,0"]
      }
      return [:]
    }
  }

  @Test(
    "No program connects to a tmux socket that another user could replace", .needs("tmux"),
    arguments: Hold.allCases, [AskingProgram.askpass, .pinentry, .get])
  func socketsOfTmux(hold: Hold, program: AskingProgram) throws {
    let place = folder.path + "/tmux-0"
    let server = try ListeningSocket(at: place + "/default")
    let environment = environment(hold.take(place, in: folder.path))
    let asking = try program.start(asking: "/nonexistent", environment: environment)
    let sentence = hold.clause(place) + ", so no tmux popup was opened"
    if program == .pinentry {
      try asking.run.wait(for: "an error") { asking.run.outputText.contains("ERR 83918849") }
      #expect(asking.run.outputText.contains(sentence))
      asking.send("BYE\n")
      try asking.run.wait()
    } else {
      #expect(try asking.run.wait() == .exited(1))
      #expect(asking.run.errorText.contains(sentence), "\(asking.run.errorText)")
      #expect(asking.run.errorText.contains("TMUX_TMPDIR set to a private folder of your own"))
    }
    let doctor = try ProgramRun.finished(
      BuiltProgram.keyward(), ["doctor", "--verbose"],
      environment: environment.merging(["COLUMNS": "10000"]) { $1 })
    #expect(doctor.outputText.contains("tmux: \(hold.clause(place))"), "\(doctor.outputText)")
    #expect(!server.wasConnected)
  }

  @Test("tmux is started with -L, so that it checks its folder itself")
  func tmuxChecksToo() throws {
    _ = try ListeningSocket(at: folder.path + "/tmux-0/a b")
    try folder.write(
      "#!/bin/sh\necho \"$TMUX_TMPDIR|$*\" >>\(folder.path)/calls\n", to: "bin/tmux", mode: 0o755)
    let asking = try AskingProgram.get.start(
      asking: "/nonexistent", environment: environment(["PATH": folder.path + "/bin:/usr/bin:/bin"]))
    #expect(try asking.run.wait() == .exited(1))
    let calls = folder.text("calls").split(separator: "\n")
    #expect(calls.count == 2, "\(calls)")
    #expect(calls.allSatisfy { $0.hasPrefix("\(folder.path)|-L a b list-") }, "\(calls)")
  }

  @Test("Names in a tmux folder that are no sockets, or cannot be followed, are skipped")
  func otherNamesInTheFolder() throws {
    let place = folder.path + "/tmux-0"
    mkdir(place, 0o700)
    mkfifo(place + "/fifo", 0o600)
    symlink("ring", place + "/ring")
    try folder.write("", to: "tmux-0/file\nname")
    let server = try ListeningSocket(at: folder.path + "/elsewhere/socket")
    symlink("../elsewhere/socket", place + "/linked")
    close(open(place + "/" + String(repeating: "n", count: 255), O_CREAT | O_CLOEXEC, 0o600))
    let asking = try AskingProgram.askpass.start(
      asking: "/nonexistent",
      environment: environment(["TMUX": String(repeating: "/n", count: 5000) + ",1,0"]))
    #expect(try asking.run.wait() == .exited(1))
    #expect(asking.run.errorText.contains("no terminal to ask on (tried /nonexistent)\n"))
    #expect(!server.wasConnected)
  }
}

/// A socket on which nobody answers, such as that of a stranger.
final class ListeningSocket {
  private let descriptor: Int32

  /// Listens at a path, making the folders on the way; `user` becomes the one that clients see.
  init(at path: String, as user: uid_t? = nil) throws {
    for index in path.indices.dropFirst() where path[index] == "/" {
      mkdir(String(path[..<index]), 0o700)
    }
    descriptor = try boundSocket(at: path, SOCK_STREAM)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    try #require(listen(descriptor, 8) == 0)
  }

  deinit { close(descriptor) }

  var wasConnected: Bool {
    let connection = accept(descriptor, nil, nil)
    if connection >= 0 { close(connection) }
    return connection >= 0
  }
}
