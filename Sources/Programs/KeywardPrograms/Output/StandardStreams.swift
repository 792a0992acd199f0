import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// A program's text on standard output and standard error, without stdio.
///
/// Messages never contain a secret:
///
///     keyward: error: command “lss” not found
///     hint: Check its name and PATH.
package struct StandardStreams: Sendable {
  package static var version: String { "0.3.0" }

  /// The messages of `keyward`.
  package static let report = StandardStreams(program: "keyward")

  package let program: String

  package init(program: String) {
    self.program = program
  }

  // MARK: Messages

  /// Reports an error, with the hint in a second line.
  ///
  /// The hint is the text after the first semicolon or the first sentence.
  package func complain(_ text: String) {
    let (error, hint) = Self.divided(text)
    writeError("error: \(error)")
    guard let first = hint.first else { return }
    // The name of a program is not capitalised.
    let start = hint.hasPrefix("keyward") ? String(first) : first.uppercased()
    Self.writeOnce("hint: \(start)\(hint.dropFirst())", to: STDERR_FILENO)
  }

  package func warn(_ sentence: String) { writeError("warning: \(sentence)") }

  /// Writes a sentence to standard error, sanitised, since it may quote untrusted text.
  package func writeError(_ sentence: String) {
    Self.writeOnce("\(program): \(sentence)", to: STDERR_FILENO)
  }

  /// Writes a line about the program's work to standard output, sanitised.
  package func writeLine(_ line: String) { Self.writeOnce(line, to: STDOUT_FILENO) }

  /// Prints the help, or the version if `help` is nil, and exits.
  package func finish(printing help: String?) -> Never {
    Self.write(help ?? "\(program) \(Self.version)\n", to: STDOUT_FILENO)
    ProcessExit.exit(0)
  }

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

  /// Writes a line with one call; bytes that the descriptor does not accept at once are lost.
  private static func writeOnce(_ text: String, to descriptor: Int32) {
    let clean = Sanitizer().clean(text, as: .description)
    let line = String(clean.unicodeScalars.map { $0 == "\n" ? "?" : Character($0) })
    let bytes = Array((broken(line, for: descriptor) + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes {
      unsafe platform_write(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Breaks lines between words if the descriptor is a terminal, which would break them in words.
  private static func broken(_ text: String, for descriptor: Int32) -> String {
    let columns = TerminalSession.window(of: descriptor)?.columns ?? 0
    return columns >= 20 ? HelpLayout(width: columns).broken(text) : text
  }

  // MARK: Lines

  package static func print(_ text: String) throws(CommandFailure) {
    let code = write(text + "\n", to: STDOUT_FILENO)
    guard code == 0 else {
      throw CommandFailure(
        "the result could not be written to standard output (\(systemSentence(code))).")
    }
  }

  /// Prints a sentence, broken between words.
  package static func printSentence(_ text: String) throws(CommandFailure) {
    try print(HelpLayout().paragraph(sanitized(text)))
  }

  /// Sanitises and prints lines that quote the names or contents of files, broken between words on
  /// a terminal.
  package static func printQuoting(_ text: String) throws(CommandFailure) {
    try print(broken(sanitized(text), for: STDOUT_FILENO))
  }

  /// Sanitises and prints lines to copy, which are not broken.
  package static func printToCopy(_ text: String) throws(CommandFailure) {
    try print(sanitized(text))
  }

  /// Reports a failure; each fault of a file is an error.
  package static func complain(_ failure: CommandFailure) {
    guard failure.namesFile else { return report.complain(failure.description) }
    var faults = failure.description.split(separator: "\n").map(String.init)
    if faults.allSatisfy({ divided($0).hint.isEmpty }) {
      faults[faults.count - 1] += "; correct the file."
    }
    for fault in faults { report.complain(fault) }
  }

  /// Writes lines to standard error.
  ///
  /// They are sanitised, because messages quote the command line and files.
  package static func writeError(_ message: String) {
    log(broken(sanitized(message), for: STDERR_FILENO) + "\n")
  }

  package static func sanitized(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Sanitizer().clean(String($0), as: .description) }.joined(separator: "\n")
  }

  /// Writes text unchanged to standard error; it must quote nothing untrusted.
  package static func log(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Writes all of `text`; returns 0 or the `errno` of the failed write.
  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe platform_write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        pollOne(descriptor, for: .output, until: nil)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
