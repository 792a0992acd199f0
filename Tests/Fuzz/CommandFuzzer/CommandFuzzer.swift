import LibFuzzer

@testable import KeywardPrograms
@testable import KeywardTerminal

/// Shows any command lines of programs that ask, in windows of any width.
///
/// Nothing that steers a terminal may come through, no row may be too wide, and a command that is
/// not cut must be there as a whole.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Array(UnsafeBufferPointer(start: bytes, count: count))[...]
  let choice = input.popFirst() ?? 0
  let width = Int(input.popFirst() ?? 0) % 120 + 1
  let most = Int(choice >> 5) + 1
  let programs = ["sudo", "sudoedit", "doas", "ssh", "git-remote-https", "mysql"]
  let program = programs[Int(choice) % programs.count]
  let words =
    [Array(program.utf8)]
    + input.split(separator: 0, omittingEmptySubsequences: false)
    .map(Array.init)
  for isASCII in [false, true] {
    let text = CommandText(isASCII: isASCII)
    check(text.line(words))
    let use = CommandUse(
      of: words, program: program, user: { "me" }, parents: { [("git", words.reversed())] })
    precondition(!use.words.isEmpty || use.deed != .other, "a command line without words")
    var purpose = Purpose()
    use.describe(in: &purpose, .english, text)
    let (rows, isCut, _) = purpose.rows(width: width, atMost: most)
    precondition(rows.count <= most, "more rows than there are")
    for row in rows {
      check(row)
      precondition(CharacterWidth.of(row) <= width, "a row that is too wide")
    }
    let shown = rows.joined().filter { $0 != " " && $0 != "\u{a0}" }
    let command = purpose.command.filter { $0 != " " && $0 != "\u{a0}" }
    precondition(isCut || shown.contains(command), "a command that is cut without its mark")
  }
  return 0
}

private func check(_ text: String) {
  for scalar in text.unicodeScalars {
    let value = scalar.value
    precondition(value >= 0x20 && !(0x7f...0x9f).contains(value), "a control")
    precondition(!(0x202a...0x202e).contains(value), "a bidirectional embedding")
    precondition(!(0x2060...0x206f).contains(value), "an invisible format character")
    precondition(!(0xe0000...0xe0fff).contains(value), "a tag character")
  }
}

@main struct CommandFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
