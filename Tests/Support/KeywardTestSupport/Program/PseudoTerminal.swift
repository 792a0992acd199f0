import Glibc
import KeywardTestSystem

public struct HarnessError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  init(_ action: String, errno number: Int32) {
    self.init("\(action): \(String(cString: strerror(number)))")
  }
}

/// A new pseudo-terminal; the program under test gets the other end.
///
/// Bytes written to the leading end are typed, bytes read from it were displayed. `ProgramRun`
/// collects the displayed bytes.
public final class PseudoTerminal {
  public let path: String
  /// The leading end, non-blocking; -1 after `hangUp()`.
  public private(set) var descriptor: Int32
  /// The settings with which the kernel creates terminals.
  public let initial: TerminalSettings

  /// A size of 0 means that the size is not known.
  public init(columns: Int = 80, rows: Int = 24) throws {
    var leader: Int32 = -1
    var name = [CChar](repeating: 0, count: 64)
    let reason = test_open_terminal(
      UInt16(rows), UInt16(columns), &leader, &name, UInt(name.count))
    guard reason == 0 else { throw HarnessError("open a pseudo-terminal", errno: reason) }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = leader
    var settings = termios()
    guard tcgetattr(leader, &settings) == 0 else {
      throw HarnessError("read the terminal's settings", errno: errno)
    }
    initial = TerminalSettings(settings)
  }

  deinit { hangUp() }

  /// Ends the connection, like a closed window.
  public func hangUp() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }

  /// The foreground job gets SIGWINCH.
  public func resize(columns: Int, rows: Int) throws {
    let reason = test_resize_terminal(descriptor, UInt16(rows), UInt16(columns))
    guard reason == 0 else { throw HarnessError("resize the terminal", errno: reason) }
  }

  public func settings() throws -> TerminalSettings {
    var value = termios()
    guard tcgetattr(descriptor, &value) == 0 else {
      throw HarnessError("read the terminal's settings", errno: errno)
    }
    return TerminalSettings(value)
  }

  /// The settings of a terminal that belongs to another program.
  public static func settings(of path: String) throws -> TerminalSettings {
    let other = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(other) }
    var value = termios()
    guard tcgetattr(other, &value) == 0 else { throw HarnessError("open \(path)", errno: errno) }
    return TerminalSettings(value)
  }

  /// Stops the display, like `tcflow`, until the terminal is closed.
  public func stopOutput() throws {
    let other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(other) }
    guard other >= 0, tcflow(other, TCOOFF) == 0 else {
      throw HarnessError("stop the terminal", errno: errno)
    }
  }

  public func foregroundGroup() throws -> Int32 {
    let group = test_foreground_group(descriptor)
    guard group >= 0 else { throw HarnessError("ask for the foreground group", errno: -group) }
    return group
  }

  /// The number of typed bytes that nobody has read.
  public func unreadBytes() throws -> Int {
    let count = test_unread_bytes(path)
    guard count >= 0 else { throw HarnessError("count unread bytes", errno: -count) }
    return Int(count)
  }

  /// Types without reading the display, for a terminal that does not keep up.
  ///
  /// Every other test types with `ProgramRun.type`.
  public func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    let isTaken = try Moment.wait {
      rest = rest.dropFirst(try writeSome(rest))
      return rest.isEmpty
    }
    guard isTaken else { throw HarnessError("The terminal took no more bytes") }
  }

  /// Waits until the terminal accepts no more output; `adding` writes some.
  ///
  /// The kernel moves output a moment later, so there must be no room several times in a row.
  private func waitUntilFull(adding: (Int32) throws -> Void) throws {
    let other = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(other) }
    var room = pollfd(fd: other, events: Int16(POLLOUT), revents: 0)
    let isFull = try Moment.wait(looks: 21) {
      try adding(other)
      return poll(&room, 1, 0) == 0
    }
    guard isFull else { throw HarnessError("The terminal still takes output") }
  }

  /// Types until the terminal accepts no more output, which nobody reads.
  public func typeUntilFull(_ keys: [UInt8]) throws {
    try waitUntilFull(adding: { _ in _ = try writeSome(keys[...]) })
  }

  /// Writes output until the terminal accepts no more.
  public func fillOutput() throws {
    let dots = [UInt8](repeating: 0x2e, count: 4096)
    try waitUntilFull(adding: { other in
      for length in [dots.count, 1] { while Glibc.write(other, dots, length) > 0 {} }
    })
  }

  /// Returns the number of bytes that the terminal accepted.
  public func writeSome(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    if errno == EAGAIN || errno == EINTR { return 0 }
    throw HarnessError("type on the terminal", errno: errno)
  }
}
