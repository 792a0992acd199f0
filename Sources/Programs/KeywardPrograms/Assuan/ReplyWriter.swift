import Glibc
import KeywardSystem
import SecureMemory

/// Writes whole lines to the client.
///
/// Public lines are buffered until `flush()`, so a reply of several lines is one write. A line with
/// a secret is not copied into this buffer: it is written directly from locked memory.
package struct ReplyWriter: ~Copyable {
  package let descriptor: Int32

  package private(set) var isBroken = false

  /// The signal that interrupted a wait; `isBroken` is true from then on.
  private var signal: Int32?

  /// The program's signals, which interrupt a wait for the client.
  ///
  /// `descriptor` is polled for input; `take` returns the signal that ends the program, or nil.
  package var signals: (descriptor: Int32, take: () -> Int32?) = (-1, { nil })

  private var pending: [UInt8] = []
  private var list = PollList()
  private let log: ((String) -> Void)?

  /// Creates a writer; the program must ignore `SIGPIPE`.
  ///
  /// `log` receives every line except data lines.
  package init(descriptor: Int32, log: ((String) -> Void)? = nil) {
    self.descriptor = descriptor
    self.log = log
  }

  package mutating func add(_ line: String) {
    log?(line)
    pending += Array(line.utf8) + [0x0a]
  }

  /// Adds a data line with public content.
  package mutating func addData(_ text: String) {
    let content = text.utf8.flatMap { byte in
      PercentEncoding.Rule.data.escapes(byte) ? PercentEncoding.escape(byte) : [byte]
    }
    // Data is never logged, so no log has to be checked for secrets.
    pending += Array("D ".utf8) + content + [0x0a]
  }

  /// Sends the added lines; returns the signal that interrupted this or an earlier wait.
  @discardableResult
  package mutating func flush() -> Int32? {
    guard !pending.isEmpty, !isBroken else { return signal }
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    if !writeFully(bytes) { isBroken = true }
    return signal
  }

  /// Sends the first `count` bytes of `region`, after all added lines.
  package mutating func send(first count: Int, of region: borrowing SecretBuffer) {
    flush()
    guard !isBroken else { return }
    do throws(SecretWriteError) {
      try region.write(first: count, to: descriptor)
    } catch {
      isBroken = true
    }
  }

  private mutating func writeFully(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard waitForRoom() else { return false }
      // A writable pipe has room for `PIPE_BUF` bytes, so no write blocks.
      let written = unsafe rest.prefix(Int(PIPE_BUF)).withUnsafeBytes {
        unsafe platform_write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR, errno != EAGAIN {
        return false
      }
    }
    return true
  }

  /// Waits until the client accepts bytes or is gone; false after a signal or a refused wait.
  private mutating func waitForRoom() -> Bool {
    // For a negative descriptor `poll` would wait forever, but the write fails at once.
    guard descriptor >= 0 else { return true }
    while true {
      list.removeAll()
      let room = list.watch(descriptor, for: .output)
      list.watch(signals.descriptor)
      guard list.wait() == 0 else { return false }
      if list.hasEvents(at: room) { return true }
      signal = signals.take()
      if signal != nil { return false }
    }
  }
}

@available(*, unavailable)
extension ReplyWriter: Sendable {}
