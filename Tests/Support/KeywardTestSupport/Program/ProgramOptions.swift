import Glibc
import KeywardTestSystem

public enum TerminalRole {
  /// The leader of the terminal's session: nothing stops it, and a hang-up reaches it first.
  case sessionLeader
  /// A job with its own process group in the foreground of a lasting shell.
  case foregroundJob
  /// The same in the background, as after `&`.
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
  /// The terminal; without one the same as `null`.
  case terminal
  case null
  /// A pipe: output is collected, input comes from `ProgramOptions.input`.
  case pipe
  /// An open descriptor of the test, which keeps it.
  case descriptor(Int32)
}

public struct ProgramOptions {
  public var arguments: [String]
  /// Variables to add to `ProgramOptions.plainEnvironment`; an empty optional removes a name.
  public var environment: [String: String?]
  public var role = TerminalRole.foregroundJob
  /// Standard input, output and error.
  public var streams: (StandardStream, StandardStream, StandardStream)
  public var input: [UInt8] = []
  /// The directory to start in; `nil` keeps the test's.
  public var directory: String?
  /// The limit on locked memory in bytes; `nil` keeps the test's.
  public var lockedMemoryLimit: Int?
  /// The soft limit on core files in bytes; `nil` keeps the test's.
  public var coreLimit: Int?
  /// The user to become, which needs a test run by root; `nil` keeps the test's.
  public var user: Int?

  public init(
    _ arguments: [String] = [], environment: [String: String?] = [:],
    streams: (StandardStream, StandardStream, StandardStream) = (.terminal, .terminal, .pipe)
  ) {
    self.arguments = arguments
    self.environment = environment
    self.streams = streams
  }

  /// The environment of every program under test, with only the path from the machine.
  ///
  /// It names the terminal's background, since no test answers the query for it, and the exit would
  /// wait for the answer.
  public static let plainEnvironment: [String: String] = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8",
    "TERM": "xterm-256color", "COLORFGBG": "15;0",
  ]

  /// Keeps the secret where root can read it, for tests that do.
  public mutating func makeMemoryReadable() {
    let own = environment["KEYWARD_OPTIONS"].flatMap(\.self) ?? ""
    environment["KEYWARD_OPTIONS"] = own + " --no-secret-memory"
  }

  /// The environment as `NAME=value` lines, sorted by name.
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
