import LibFuzzer

@testable import KeywardPrograms

/// Gives the reader of messages between a borrower and a lender any packet.
///
/// A packet that is accepted is written again as a packet that means the same.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  check(input)
  // Most packets have the heading, which a fuzzer would take long to find.
  check(Array("keyward-lend\u{0}1\u{0}".utf8) + input + [0])
  return 0
}

private func check(_ packet: [UInt8]) {
  guard let message = LendingMessage(packet) else { return }
  precondition(packet.count <= 4096, "a packet that is too long was accepted")
  precondition(LendingMessage(message.bytes) == message, "what is written means something else")
  switch message {
  case .request(let asker): precondition(asker.process > 0, "a process that cannot exist")
  case .terminal(let values):
    precondition(values.keys.allSatisfy(LendingMessage.variables.contains), "a foreign variable")
  case .end: break
  }
}

@main struct LendingFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
