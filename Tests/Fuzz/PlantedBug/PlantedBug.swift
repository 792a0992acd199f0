import KeywardPrograms
import LibFuzzer

/// A deliberate fault that the fuzzer must find: otherwise its silence about the others would mean
/// nothing.
///
/// It is the classic fault of percent decoders, after a command's name: the two digits are read
/// without a check that the line has them.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let line = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  // One check a byte: each is its own branch, which the fuzzer sees it has come through.
  guard line.count >= 2, line[0] == 0x44, line[1] == 0x20 else { return 0 }
  let argument = Array(line.dropFirst(2))
  precondition(carelessLength(argument) <= PercentEncoding.decode(argument.span.bytes).count)
  return 0
}

/// The length of the decoded text, if two digits followed every `%`.
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
