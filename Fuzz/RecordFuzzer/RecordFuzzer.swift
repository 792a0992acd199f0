import KeyboardChecks
import KeywardEngine
import LibFuzzer

@testable import KeyboardLayout

/// Gives the reader of records any bytes.
///
/// They are refused, or they are a keyboard. A keyboard that the rules of files allow can be shown,
/// and its own record gives the same keyboard.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let source = ShippedLayouts.source
  guard let keyboard = KeyboardRecord.keyboard(input, in: source, checksRules: true) else {
    return 0
  }
  check(keyboard)
  let record = Array(KeyboardRecord.text(of: keyboard, in: source).utf8)
  let again = KeyboardRecord.keyboard(record, in: source)
  precondition(again == keyboard, "a record that is read as something else")
  return 0
}

@main struct RecordFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
