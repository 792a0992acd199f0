import Assuan
import CalledPrograms
import LibFuzzer

/// A fault put there on purpose, which the fuzzer has to find: else its silence about the others
/// would mean nothing.
///
/// It is the classic one of percent decoders, behind a command's name: the two digits are read
/// without a look whether the line has them.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let line = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  guard line.starts(with: [0x44, 0x20]) else { return 0 }
  let argument = Array(line.dropFirst(2))
  precondition(carelessLength(argument) <= PercentDecoding.decode(argument.span.bytes).count)
  return 0
}

/// The length of the decoded text, if every `%` had two digits behind it.
private func carelessLength(_ argument: [UInt8]) -> Int {
  var length = 0
  var index = 0
  while index < argument.count {
    if argument[index] == 0x25 {
      _ = (argument[index + 1], argument[index + 2])
      index += 2
    }
    index += 1
    length += 1
  }
  return length
}

@main struct PlantedBug {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
