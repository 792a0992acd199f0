import KeywardTerminal
import LibFuzzer

/// Gives the sanitiser any bytes as any kind of text.
///
/// Nothing that steers a terminal may come through, every character must have a known width, the
/// caps must hold, and a clean text must stay unchanged.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  for kind in [CallerText.line, .prompt, .error, .description, .name] {
    let clean = Sanitizer().clean(input, as: kind)
    for character in clean {
      precondition(CharacterWidth.of(character) <= 2, "a character wider than two cells")
      for scalar in character.unicodeScalars { check(scalar, kind) }
    }
    precondition(clean.utf8.count <= 100_000, "a text without an end")
    precondition(Sanitizer().clean(clean, as: kind) == clean, "a clean text was changed")
    let ascii = Sanitizer(isASCII: true).clean(input, as: kind)
    precondition(ascii.utf8.allSatisfy { $0 < 0x80 }, "not ASCII")
  }
  return 0
}

private func check(_ scalar: Unicode.Scalar, _ kind: CallerText) {
  let value = scalar.value
  if value == 0x0a, kind == .description || kind == .error { return }
  precondition(value >= 0x20 && !(0x7f...0x9f).contains(value), "a control")
  precondition(!(0x202a...0x202e).contains(value), "a bidirectional embedding")
  precondition(!(0x2060...0x206f).contains(value), "an invisible format character")
  precondition(!(0xe0000...0xe0fff).contains(value), "a tag character")
  precondition(
    ![0x61c, 0x200b, 0x200c, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff].contains(value),
    "a character without extent")
}

@main struct SanitizerFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
