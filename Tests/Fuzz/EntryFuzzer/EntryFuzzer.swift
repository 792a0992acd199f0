import KeywardEngine
import LibFuzzer
import SecureMemory

/// Types, pastes and deletes anything in a field that expects a text of some form.
///
/// The text stays printable ASCII in groups of the right lengths, a refused key changes nothing,
/// and every fault names a group that is there.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Array(UnsafeBufferPointer(start: bytes, count: count))[...]
  let keyboard = keyboards[Int(input.popFirst() ?? 0) % keyboards.count]
  _ = keyboard.deleteAll()
  while let byte = input.popFirst() {
    let before = typed(keyboard)
    switch byte {
    case 0x00: _ = keyboard.deleteBackward()
    case 0x01: _ = keyboard.deleteWord()
    case 0x02:
      keyboard.beginPaste()
      let piece = Array(input.prefix(40))
      input = input.dropFirst(40)
      keyboard.paste(piece.span.bytes)
      _ = keyboard.endPaste()
      check(keyboard)
    default:
      let character = [byte]
      if keyboard.insert(character.span.bytes).isRejected {
        precondition(typed(keyboard) == before, "a refused key changes the text")
      }
    }
  }
  check(keyboard)
  let fault = keyboard.fault
  keyboard.field.finish()
  check(keyboard)
  precondition(keyboard.fault == fault, "the end of the typing changes what is wrong")
  return 0
}

private func check(_ keyboard: Keyboard) {
  let text = typed(keyboard)
  precondition(text.allSatisfy { (0x20...0x7e).contains($0) }, "a character that is not accepted")
  precondition(!text.starts(with: [0x2d]) && !text.starts(with: [0x20]), "a group without a text")
  precondition(keyboard.faultyGroups.allSatisfy { $0 >= 1 && $0 <= 50 }, "a group beyond the last")
  let cells = keyboard.field.groups.reduce(0, +)
  // A word has no greatest length until its blank.
  let isWords = keyboard.configuration.expects?.description == "bip39"
  precondition(isWords || cells <= keyboard.field.shownLength, "more is drawn than fits")
}

private func typed(_ keyboard: Keyboard) -> [UInt8] {
  keyboard.field.text.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
}

/// One per form; libFuzzer calls the target on one thread.
nonisolated(unsafe) private let keyboards: [Keyboard] = [
  "id-card", "recovery-key", "bitlocker", "bip39", "digits:6", "groups:4x4", "groups:2x50",
].map { kind in
  do {
    var configuration = KeyboardConfiguration(
      definition: try ShippedLayouts.keyboard(named: "latin-qwerty"), profile: .standard,
      screen: try Device.named("iphone-xs").screen(.portrait))
    configuration.expects = EntryKind(kind)
    return try Keyboard(configuration, text: try SecretText(policy: .allowUnlocked))
  } catch {
    preconditionFailure("\(error)")
  }
}

@main struct EntryFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
