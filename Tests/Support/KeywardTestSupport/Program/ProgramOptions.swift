import Glibc
import KeywardTestSystem

public enum TerminalRole {
  /// Nothing stops it, and it is the first to get a hang-up.
  case sessionLeader
  /// In the foreground of a lasting shell, with its own process group.
  case foregroundJob
  /// In the background of a lasting shell, as after `&`.
  case backgroundJob

  var raw: test_role {
    switch self {
    case .sessionLeader: TEST_ROLE_SESSION_LEADER
    case .foregroundJob: TEST_ROLE_FOREGROUND_JOB
    case .backgroundJob: TEST_ROLE_BACKGROUND_JOB
    }
  }
}

public enum StandardStream {
  /// Without a terminal, the same as `null`.
  case terminal
  case null
  /// Output is collected, input comes from `ProgramOptions.input`.
  case pipe
  /// An open descriptor, which the test closes.
  case descriptor(Int32)
}

public struct ProgramOptions {
  public var arguments: [String]
  /// Added to `plainEnvironment`; nil removes a variable.
  public var environment: [String: String?]
  public var role = TerminalRole.foregroundJob
  public var streams: (StandardStream, StandardStream, StandardStream)
  public var input: [UInt8] = []
  /// Nil keeps the test's directory.
  public var directory: String?
  /// In bytes; nil keeps the test's.
  public var lockedMemoryLimit: Int?
  /// The soft limit in bytes; nil keeps the test's.
  public var coreLimit: Int?
  /// Needs a test run by root; nil keeps the test's user.
  public var user: Int?

  public init(
    _ arguments: [String] = [], environment: [String: String?] = [:],
    streams: (StandardStream, StandardStream, StandardStream) = (.terminal, .terminal, .pipe)
  ) {
    self.arguments = arguments
    self.environment = environment
    self.streams = streams
  }

  /// The sockets of this process's programs, which those of other processes must not find.
  private static let runtime: String = {
    atexit { TemporaryFolder.remove(ProgramOptions.runtime) }
    return TemporaryFolder.make() ?? ""
  }()

  /// Only the path is from this machine.
  ///
  /// The background colour is set, since no test answers the query for it.
  public static let plainEnvironment: [String: String] = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8",
    "TERM": "xterm-256color", "COLORFGBG": "15;0", "XDG_RUNTIME_DIR": runtime,
  ]

  /// Keeps the secret where root can read it.
  public mutating func makeMemoryReadable() {
    let own = environment["KEYWARD_OPTIONS"].flatMap(\.self) ?? ""
    environment["KEYWARD_OPTIONS"] = own + " --no-secret-memory"
  }

  /// Lines `NAME=value`, sorted by name.
  ///
  /// The options of `KEYWARD_TEST_OPTIONS` follow those of `KEYWARD_OPTIONS`.
  var environmentLines: [String] {
    var all: [String: String?] = Self.plainEnvironment
    for (name, value) in environment { all[name] = value }
    if let more = getenv("KEYWARD_TEST_OPTIONS") {
      let own = all["KEYWARD_OPTIONS"].flatMap(\.self) ?? ""
      all["KEYWARD_OPTIONS"] = "\(own) \(String(cString: more))"
    }
    return all.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
  }
}
