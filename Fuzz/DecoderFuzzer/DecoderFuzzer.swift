import LibFuzzer
import TerminalUI

/// Feeds the input decoder any bytes, in one read and byte by byte.
///
/// Both must give the same events; text must be whole UTF-8 characters without a control; and every
/// step must use up bytes or wait.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let whole = decoded(input, chunk: 256)
  precondition(decoded(input, chunk: 1) == whole, "a cut changes what is decoded")
  precondition(decoded(input, chunk: 7) == whole, "a cut changes what is decoded")
  guard let text = String(validating: whole.text, as: UTF8.self) else {
    preconditionFailure("text that is no UTF-8")
  }
  for scalar in text.unicodeScalars {
    precondition(
      scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value), "a control became text")
  }
  return 0
}

private struct Decoded: Equatable {
  var events: [InputEvent] = []
  var text: [UInt8] = []
  var pasted: [UInt8] = []
}

private func decoded(_ input: [UInt8], chunk: Int) -> Decoded {
  var decoder = InputDecoder()
  var result = Decoded()
  var pending: [UInt8] = []
  var rest = input[...]
  while !rest.isEmpty {
    pending += rest.prefix(chunk)
    rest = rest.dropFirst(chunk)
    var idle = 0
    while let step = decoder.step(pending.span.bytes, at: 0) {
      idle = step.byteCount == 0 ? idle + 1 : 0
      precondition(idle < 4, "the decoder turns on the spot")
      precondition(step.byteCount <= pending.count, "more bytes used than there were")
      let piece = pending.prefix(step.byteCount)
      switch step.event {
      case .text?: result.text += piece
      case .pasteBytes?: result.pasted += piece
      case let event?: result.events.append(event)
      case nil: break
      }
      pending.removeFirst(step.byteCount)
    }
    precondition(pending.count <= 100, "more waits than a sequence or character is long")
  }
  return result
}

@main struct DecoderFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
