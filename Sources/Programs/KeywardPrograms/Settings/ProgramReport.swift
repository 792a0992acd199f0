import KeywardSystem
import PromptUI
import SecureMemory

/// The messages of a called program on standard error: one sentence a line, never a secret.
package struct ProgramReport: Sendable {
  /// The name in front of each sentence.
  package let program: String

  /// A report of a program.
  package init(program: String) {
    self.program = program
  }

  /// Writes a sentence to standard error; it quotes what others chose, so it is sanitised.
  package func say(_ sentence: String) { Self.write("\(program): \(sentence)", to: 2) }

  /// Writes a line about the program's work to standard output, sanitised.
  package func tell(_ line: String) { Self.write(line, to: 1) }

  /// Writes a text of the program itself to standard output.
  package static func print(_ text: String) { send(Array(text.utf8), to: 1) }

  private static func write(_ text: String, to descriptor: Int32) {
    let clean = Sanitizer().clean(text, as: .description)
    send(clean.utf8.map { $0 == 0x0a ? 0x3f : $0 } + [0x0a], to: descriptor)
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    _ = unsafe bytes.withUnsafeBytes {
      unsafe platform_write(descriptor, $0.baseAddress, $0.count)
    }
  }
}

/// The version of the programs in this package.
package enum ProgramVersion {
  /// `major.minor.patch`.
  package static var number: String { "0.1.0" }
}
