import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms
@testable import SecureMemory

@Suite struct LineReaderTests {
  private func lines(_ pieces: [String]) throws -> (lines: [String], left: LineReader.Next) {
    let pipe = Pipe()
    var reader = try LineReader(descriptor: pipe.reading)
    var result: [String] = []
    for piece in pieces {
      pipe.send(piece)
      reader.fill()
      while case .line(let range) = reader.next() {
        result.append(reader.withLine(range) { $0.publicCopy().text })
        reader.remove(range)
      }
    }
    let left = reader.next()
    return (result, left)
  }

  @Test func endsLinesWithLFOrCRLF() throws {
    let (found, left) = try lines(["GETPIN\r\nNOP\n\r\n\n", "a\rb\n"])
    #expect(found == ["GETPIN", "NOP", "", "", "a\rb"])
    #expect(left == .incomplete)
  }

  @Test func joinsWhatCameInPieces() throws {
    let (found, _) = try lines(["SETD", "ESC a\r", "\nN", "OP\nunfinished"])
    #expect(found == ["SETDESC a", "NOP"])
  }

  @Test(arguments: [(1000, "\n", true), (1000, "\r\n", true), (1001, "\n", false)])
  func takesAThousandBytes(length: Int, end: String, isTaken: Bool) throws {
    let (found, left) = try lines([String(repeating: "x", count: length) + end])
    #expect(found.count == (isTaken ? 1 : 0))
    #expect(left == (isTaken ? .incomplete : .tooLong))
  }

  @Test func aLineWithoutEndIsTooLongAtOnce() throws {
    let (_, left) = try lines([String(repeating: "x", count: 1002)])
    #expect(left == .tooLong)
    let (_, waiting) = try lines([String(repeating: "x", count: 1000) + "\r"])
    #expect(waiting == .incomplete)
  }

  @Test func removesLinesOutOfTurnAndWipes() throws {
    let pipe = Pipe()
    var reader = try LineReader(descriptor: pipe.reading)
    let region = reader.region
    pipe.send("NOP\nD secret\nEND\n")
    reader.fill()
    reader.remove(4..<13)
    let rest = reader.next(from: 4)
    #expect(rest == .line(4..<8))
    #expect(region.contents.prefix(8).elementsEqual("NOP\nEND\n".utf8))
    #expect(region.contents.dropFirst(8).allSatisfy { $0 == 0 })
    reader.remove(0..<8)
    let next = reader.next()
    #expect(next == .incomplete)
    #expect(region.contents.allSatisfy { $0 == 0 })
  }

  @Test func reportsTheEnd() throws {
    let pipe = Pipe()
    var reader = try LineReader(descriptor: pipe.reading)
    pipe.send("NOP\nhalf")
    pipe.closeWriting()
    reader.fill()
    let hadEnded = reader.hasEnded
    reader.fill()
    let hasEnded = reader.hasEnded
    #expect(!hadEnded && hasEnded)
  }
}
