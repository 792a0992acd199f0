import KeywardPrograms
import LibFuzzer

/// Gives the reader of systemd's questions any file.
///
/// A question has the path of a socket, which no line of its message may set or change.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let question = AskFile(input) {
    precondition(question.socket.utf8.first == 0x2f, "a socket without a path")
    precondition(question.process.map { $0 > 0 } ?? true, "a process that cannot exist")
    precondition(question.notAfter.map { $0 > 0 } ?? true, "a time before the start")
    if let end = question.notAfter {
      precondition(question.hasEnded(at: end), "an endless question")
    }
    precondition(AskFile(input) == question, "another question at the second reading")
  }
  let above = Array("[Ask]\nSocket=/run/ours\nPID=7\nMessage=Passphrase\n".utf8)
  let question = AskFile(above + input)
  // A later section may hide the question, but not redirect its answer.
  precondition(question?.socket ?? "/run/ours" == "/run/ours", "a message redirects the answer")
  precondition(question?.process ?? 7 == 7, "a message names another process")
  return 0
}

@main struct AskFileFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
