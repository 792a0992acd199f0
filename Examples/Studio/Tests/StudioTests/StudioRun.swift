import Foundation
import Glibc

/// The built program, beside the tests.
let studioProgram = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../../.build/debug/keyward-studio").standardized.path

/// A finished run of the program without a terminal.
struct StudioRun {
  let status: Int32
  let outputText: String
  let errorText: String

  static func run(_ arguments: String...) throws -> StudioRun { try run(arguments) }

  static func run(_ arguments: [String], variables: [String: String] = [:]) throws -> StudioRun {
    let process = Process()
    process.executableURL = URL(filePath: studioProgram)
    process.arguments = arguments
    process.environment = variables
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errorText = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return StudioRun(
      status: process.terminationStatus, outputText: String(decoding: text, as: UTF8.self),
      errorText: String(decoding: errorText, as: UTF8.self))
  }

  func parsed() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(outputText.utf8))
    guard let members = object as? [String: Any] else { throw HarnessError("no object") }
    return members
  }
}

/// A folder that is removed with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "studio-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }
}

/// The program on a pseudo-terminal.
final class StudioOnTerminal {
  private let controller: Int32
  private let terminal: Int32
  private let process: pid_t
  private(set) var shown: [UInt8] = []
  private var status: Int32?

  init(_ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var (controller, terminal) = (Int32(0), Int32(0))
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &terminal, nil, nil, &size) == 0 else {
      throw HarnessError("no pseudo-terminal")
    }
    (self.controller, self.terminal) = (controller, terminal)
    // The program must not keep the terminal open after a hang-up.
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, terminal, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // Its own process group, which Ctrl-Z stops; the thread of a test may block signals.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    var words = ([studioProgram] + arguments).map { strdup($0) } + [nil]
    var variables = [strdup("TERM=xterm-256color"), nil]
    var process = pid_t()
    let failure = posix_spawn(&process, studioProgram, &actions, &attributes, &words, &variables)
    (words + variables).forEach { free($0) }
    guard failure == 0 else { throw HarnessError("\(studioProgram) does not start") }
    self.process = process
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(controller)
    close(terminal)
  }

  var text: String { String(decoding: shown, as: UTF8.self) }

  /// True if the settings of the terminal are those of a shell: lines, with echo.
  var isRestored: Bool {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// Types a text, and waits until the program has shown another after it.
  func type(_ text: String, until wanted: String? = nil) throws {
    let start = shown.count
    let bytes = Array(text.utf8)
    guard write(controller, bytes, bytes.count) == bytes.count else {
      throw HarnessError("cannot type")
    }
    if let wanted { try wait(for: wanted, after: start) }
  }

  func wait(for wanted: String, after start: Int = 0) throws {
    while !String(decoding: shown[start...], as: UTF8.self).contains(wanted) {
      guard read(seconds: 60) else {
        throw HarnessError("“\(wanted)” is not shown, but: \(text.debugDescription)")
      }
    }
  }

  func send(signal: Int32) { kill(process, signal) }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    kill(process, SIGWINCH)
  }

  /// Waits until the program has stopped.
  func waitForStop() {
    var status = Int32(0)
    while waitpid(process, &status, WNOHANG | WUNTRACED) == 0 { _ = read(seconds: 0.05) }
  }

  /// Waits until the program ends; returns its status as of `waitpid`.
  func end() -> Int32 {
    var status = Int32(0)
    while waitpid(process, &status, WNOHANG) == 0 { _ = read(seconds: 0.05) }
    while read(seconds: 0) {}
    self.status = status
    return status
  }

  /// Reads what is there within a time; false if there is nothing.
  private func read(seconds: Double) -> Bool {
    var input = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, Int32(seconds * 1000)) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(controller, &bytes, bytes.count)
    guard count > 0 else { return false }
    shown += bytes.prefix(count)
    return true
  }
}
