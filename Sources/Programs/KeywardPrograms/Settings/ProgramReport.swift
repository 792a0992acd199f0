import KeywardSystem
import PromptUI
import SecureMemory

/// A program's messages on standard error; they never contain a secret.
///
///     keyward: error: command “lss” not found
///     hint: Check its name and PATH.
package struct ProgramReport: Sendable {
  package static var version: String { "0.2.0" }

  package let program: String

  package init(program: String) {
    self.program = program
  }

  /// Reports an error, with the hint in a second line.
  ///
  /// The hint is the text after the first semicolon or the first sentence.
  package func complain(_ text: String) {
    let (error, hint) = Self.divided(text)
    writeError("error: \(error)")
    guard let first = hint.first else { return }
    // The name of a program is not capitalised.
    let start = hint.hasPrefix("keyward") ? String(first) : first.uppercased()
    Self.write("hint: \(start)\(hint.dropFirst())", to: 2)
  }

  package func warn(_ sentence: String) { writeError("warning: \(sentence)") }

  /// Writes a sentence to standard error, sanitised, since it may quote untrusted text.
  package func writeError(_ sentence: String) { Self.write("\(program): \(sentence)", to: 2) }

  /// Writes a line about the program's work to standard output, sanitised.
  package func writeLine(_ line: String) { Self.write(line, to: 1) }

  /// Splits a message at its first semicolon or end of a sentence, outside brackets and quotes.
  static func divided(_ text: String) -> (error: String, hint: String) {
    var depth = 0
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "(", "“": depth += 1
      case ")", "”": depth -= 1
      case ";" where depth == 0 && rest.first == " ":
        return (String(text[..<rest.startIndex].dropLast()), String(rest.dropFirst()))
      case ".", "?":
        guard depth == 0, rest.first == " " else { continue }
        return (String(text[..<rest.startIndex]), String(rest.dropFirst()))
      default: continue
      }
    }
    return (text, "")
  }

  private static func write(_ text: String, to descriptor: Int32) {
    let clean = Sanitizer().clean(text, as: .description)
    let bytes = clean.utf8.map { $0 == 0x0a ? 0x3f : $0 } + [0x0a]
    _ = unsafe bytes.withUnsafeBytes {
      unsafe platform_write(descriptor, $0.baseAddress, $0.count)
    }
  }
}
