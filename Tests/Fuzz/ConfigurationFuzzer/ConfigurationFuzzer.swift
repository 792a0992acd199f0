import KeywardPrograms
import LibFuzzer

/// Gives the reader of the user's configuration any file.
///
/// Each fault is a printable line with its place, and each accepted setting has a place, too.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let file = ConfigurationFile(
    Array(UnsafeBufferPointer(start: bytes, count: count)), path: "config.yaml")
  precondition(file.complaints.count <= 100, "complaints without an end")
  for complaint in file.complaints {
    precondition(complaint.hasPrefix("config.yaml:"), "a complaint without a place")
    for scalar in complaint.unicodeScalars {
      precondition(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value), "a control")
    }
  }
  var names: Set<String> = []
  for entry in file.entries {
    precondition(names.insert(entry.name).inserted, "a setting is there twice")
    precondition(entry.place.hasPrefix("config.yaml:"), "a setting without a place")
  }
  return 0
}

@main struct ConfigurationFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
