import Glibc
import KeywardEngine

/// The bytes on their way to a terminal that does not block.
///
/// A frame goes out by one `write`. The part that the terminal does not take waits here, at most
/// the rest of that one frame, and goes out before anything newer.
struct ScreenOutput {
  enum Progress: Hashable {
    case done
    case waiting
    case failed(Int32)
  }

  let descriptor: Int32
  private var rest: [UInt8] = []
  private var sent = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether part of a frame still waits.
  var isWaiting: Bool { sent < rest.count }

  /// Sends `bytes`; nothing may be waiting.
  mutating func send(_ bytes: [UInt8]) -> Progress {
    precondition(!isWaiting, "a frame may not overtake the one before it")
    var taken = 0
    let progress = write(bytes, from: &taken)
    if progress == .waiting { (rest, sent) = (bytes, taken) }
    return progress
  }

  /// Sends waiting bytes, as far as the terminal takes them.
  mutating func flush() -> Progress {
    let progress = write(rest, from: &sent)
    if progress == .done { abandon() }
    return progress
  }

  private func write(_ bytes: [UInt8], from start: inout Int) -> Progress {
    while start < bytes.count {
      let from = start
      let count = unsafe bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        return unsafe Glibc.write(descriptor, start + from, bytes.count - from)
      }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return .waiting
      } else if errno != EINTR {
        return .failed(errno)
      }
    }
    return .done
  }

  /// Sends waiting bytes, until a moment on the monotonic clock, however often signals come.
  mutating func flush(until end: Double) -> Progress {
    var progress = flush()
    while progress == .waiting {
      let left = end - MonotonicTime.now
      guard left > 0 else { break }
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&entry, 1, MonotonicTime.milliseconds(left)) > 0,
        entry.revents & Int16(POLLHUP | POLLERR) != 0
      {
        return .failed(EIO)
      }
      progress = flush()
    }
    return progress
  }

  /// Forgets waiting bytes.
  mutating func abandon() {
    rest = []
    sent = 0
  }
}

extension Screen.Progress {
  init(_ progress: ScreenOutput.Progress) {
    switch progress {
    case .done: self = .done
    case .waiting: self = .waiting
    case .failed(let code): self = .failed(code)
    }
  }
}
