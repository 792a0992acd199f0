import Glibc
import KeywardTestSupport

/// A terminal that controls no session, with the test in front of it.
///
/// Use it for programs that get a terminal by name and belong to no session of the test.
final class WatchedTerminal {
  let terminal: PseudoTerminal
  private(set) var shown: [UInt8] = []
  /// Kept open, so that the terminal does not report a hang-up between two dialogues.
  private let other: Int32

  init() throws {
    terminal = try PseudoTerminal()
    other = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  }

  deinit { close(other) }

  var path: String { terminal.path }
  var text: String { String(decoding: shown, as: UTF8.self) }

  /// Collects the displayed bytes; false if there are none within `milliseconds`.
  @discardableResult
  func collect(milliseconds: Int32 = 0) -> Bool {
    var waiting = pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(terminal.descriptor, &chunk, chunk.count), count > 0 {
      shown += chunk.prefix(count)
    }
    return true
  }

  @discardableResult
  func wait(
    for text: String, after start: Int = 0, seconds: Double = ProgramRun.longest
  ) throws -> Int {
    let end = Moment.now + seconds
    let wanted = Array(text.utf8)
    while shown.dropFirst(start).firstRange(of: wanted) == nil {
      guard Moment.now < end else {
        throw HarnessError("“\(text)” was not displayed; “\(self.text.suffix(400))”")
      }
      collect(milliseconds: 50)
    }
    return shown.count
  }

  func answer(_ keys: String, to text: String, after start: Int = 0) throws {
    try wait(for: text, after: start)
    while collect(milliseconds: 50) {}
    try terminal.write(Array(keys.utf8))
  }
}
