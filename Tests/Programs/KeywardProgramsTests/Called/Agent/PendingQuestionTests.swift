import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite struct PendingQuestionTests {
  /// Its times stay as they are, as within one tick of the kernel's clock.
  @Test func anotherContentIsAnotherQuestionWhateverTheTimesOfTheFile() throws {
    let folder = try TemporaryFolder()
    for number in 0..<100 {
      let path = try folder.write("[Ask]\nSocket=/s\nMessage=Old\n", to: "ask.\(number)")
      let file = try MappedFile(path)
      // The first write through a mapping sets the times; those after it, until the page is stored, do not.
      file.bytes[0] = UInt8(ascii: "[")
      let question = try #require(PendingQuestion(path))
      let wasUnchanged = question.isUnchanged
      file.bytes[file.bytes.count - 2] = UInt8(ascii: "D")
      let isUnchanged = question.isUnchanged
      if PathWatch.identity(of: path) == question.identity {
        #expect(wasUnchanged)
        #expect(!isUnchanged)
        return
      }
    }
    Issue.record("the times changed with every write")
  }
}

private final class MappedFile {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ path: String) throws {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let length = Int(lseek(descriptor, 0, SEEK_END))
    let start = mmap(nil, max(length, 1), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else {
      throw HarnessError("mmap: \(String(cString: strerror(errno)))")
    }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: length)
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}
