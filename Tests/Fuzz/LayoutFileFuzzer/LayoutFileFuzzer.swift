import KeyboardChecks
import KeywardEngine
import LibFuzzer

/// Gives the keyboard loader any file.
///
/// A file is refused with a few printable sentences, or it is a keyboard that can be shown.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  do throws(LayoutFileErrors) {
    let keyboard = try KeyboardDefinition.load(
      input, path: "my.yaml", source: ShippedLayouts.source)
    precondition(keyboard.id == "my", "a keyboard of another name")
    check(keyboard)
  } catch {
    precondition((1...20).contains(error.faults.count), "no fault, or too many")
    for fault in error.faults {
      precondition((fault.line ?? 0) >= 1 && (fault.column ?? 0) >= 1, "a fault without a place")
      for scalar in fault.description.unicodeScalars {
        precondition(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value), "a control")
      }
    }
  }
  return 0
}

@main struct LayoutFileFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
