import Glibc
import SecureMemory

/// A command's output on its way to the terminal: bytes read but not yet written.
struct OutputBuffer: ~Copyable {
  enum Step: Hashable {
    case passed, nothing
    /// No process has the command's terminal open, and all of its output was read.
    case ended
    case gone
  }

  private static let size = 65_536

  private var room = [UInt8](repeating: 0, count: size)
  private var pending = 0..<0
  var line = CurrentLine()
  private(set) var modes = OutputModes()
  /// The reset sequences that `TerminalRestore` last received, to be written on exit.
  private var noted = ""
  /// True to drop the echo of an answer: mask characters such as `*`, up to the first other byte.
  var swallowsEcho = false
  private(set) var hasEnded = false

  var isEmpty: Bool { pending.isEmpty }

  /// True if other text can be written now without breaking an escape sequence of the program.
  var isBetweenSequences: Bool { isEmpty && line.isBetweenSequences }

  mutating func pass(from source: Int32, to terminal: Int32) -> Step {
    defer { if isEmpty { note(modes.end, on: terminal) } }
    // If bytes are buffered, it is unknown whether more follow.
    var step = isEmpty ? Step.nothing : .passed
    if isEmpty {
      let count = fill(from: source)
      if count > 0 {
        step = .passed
        // Until the terminal has received all of the output, it may be in the old or the new modes.
        if modes.end != noted { note(noted + modes.end, on: terminal) }
      } else if hasEnded {
        return .ended
      }
    }
    return flush(to: terminal) ? step : .gone
  }

  /// Returns the bytes that reset the modes; the caller must arrange that every exit writes them.
  mutating func modesToUndo() -> [UInt8] {
    noted = modes.end
    return Array(noted.utf8)
  }

  private mutating func note(_ end: String, on terminal: Int32) {
    guard end != noted else { return }
    noted = end
    TerminalRestore.changeLasting(to: Array(end.utf8), on: terminal)
  }

  private mutating func fill(from source: Int32) -> Int {
    var count = 0
    while !hasEnded, count < Self.size {
      let added = unsafe room.withUnsafeMutableBytes { room in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
        return unsafe read(source, rest.baseAddress, rest.count)
      }
      if added > 0 {
        count += added
      } else if added == 0 || errno != EINTR {
        hasEnded = added == 0 || errno != EAGAIN
        break
      }
    }
    let start = swallowsEcho ? echoEnd(in: room[..<count]) : 0
    line.take(room[start..<count])
    modes.take(room[start..<count])
    pending = start..<count
    return count
  }

  private mutating func echoEnd(in bytes: ArraySlice<UInt8>) -> Int {
    let echo: Set<UInt8> = [0x08, 0x20, UInt8(ascii: "*"), 0xe2, 0x80, 0xa2, 0x97, 0x8f]
    guard let end = bytes.firstIndex(where: { !echo.contains($0) }) else { return bytes.endIndex }
    swallowsEcho = false
    return end
  }

  private mutating func flush(to terminal: Int32) -> Bool {
    while !pending.isEmpty {
      let count = unsafe room[pending].withUnsafeBytes {
        unsafe write(terminal, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        pending = (pending.lowerBound + count)..<pending.upperBound
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return true
  }
}
