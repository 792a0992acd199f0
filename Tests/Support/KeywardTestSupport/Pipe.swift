import Glibc
import KeywardTestSystem

package final class Pipe {
  package private(set) var reading: Int32
  package private(set) var writing: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    // In one call: a program that another test starts meanwhile would keep the end from its reader.
    _ = test_pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  package func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  package func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) {
    _ = write(writing, bytes, bytes.count)
  }

  package func waiting() -> [UInt8] {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLIN) != 0 {
      let count = read(reading, &chunk, chunk.count)
      guard count > 0 else { break }
      result += chunk.prefix(count)
    }
    return result
  }

  package func waitingText() -> String { String(decoding: waiting(), as: UTF8.self) }
}
