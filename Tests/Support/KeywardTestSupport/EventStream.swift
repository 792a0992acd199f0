import Glibc

/// Events of an input device, in the bytes that the kernel returns.
///
///     fifo.send(EventStream().press(30).release(30).bytes)     // the key of A
public struct EventStream {
  public struct Event: Hashable {
    public var type: UInt16
    public var code: UInt16
    public var value: Int32
  }

  public private(set) var events: [Event] = []

  public init() {}

  public func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> EventStream {
    var stream = self
    stream.events.append(Event(type: type, code: code, value: value))
    return stream
  }

  public var report: EventStream { event(0, 0, 0) }

  public func axes(_ values: (UInt16, Int32)...) -> EventStream {
    values.reduce(self) { $0.event(3, $1.0, $1.1) }
  }

  public func key(_ code: UInt16, _ value: Int32) -> EventStream { event(1, code, value).report }

  public func keys(_ codes: UInt16...) -> EventStream {
    codes.reduce(self) { $0.key($1, 1).key($1, 0) }
  }

  /// Keys while another one is held.
  public func keys(_ codes: UInt16..., with held: UInt16) -> EventStream {
    codes.reduce(key(held, 1)) { $0.key($1, 1).key($1, 0) }.key(held, 0)
  }

  public var bytes: [UInt8] {
    events.flatMap { event -> [UInt8] in
      var bytes = [UInt8](repeating: 0x5a, count: 16)
      withUnsafeBytes(of: event.type.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: event.code.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: event.value.littleEndian) { bytes += $0 }
      return bytes
    }
  }
}

/// A named pipe from which a program reads the events of a device.
public final class DevicePipe {
  public let path: String
  private let folder: TemporaryFolder
  private let descriptor: Int32

  public init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/events"
    guard mkfifo(path, 0o600) == 0 else { throw HarnessError("mkfifo", errno: errno) }
    // With both ends open, the pipe neither blocks nor ends.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  deinit { close(descriptor) }

  public func send(_ stream: EventStream) { send(stream.bytes) }

  public func send(_ bytes: [UInt8]) { _ = write(descriptor, bytes, bytes.count) }

  /// The number of bytes that nobody has read.
  public var unread: Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }
}
