import Glibc
import KeywardSystem
import PromptUI
import SecureMemory

/// Text on standard output and standard error, without stdio.
package enum StandardStreams {
  package static func print(_ text: String) throws(CommandFailure) {
    let code = write(text + "\n", to: STDOUT_FILENO)
    guard code == 0 else {
      throw CommandFailure(
        "the result could not be written to standard output (\(systemSentence(code))).")
    }
  }

  /// Sanitises and prints lines that quote the names or contents of files.
  package static func printQuoting(_ text: String) throws(CommandFailure) {
    try print(sanitized(text))
  }

  package static let report = ProgramReport(program: "keyward")

  /// Reports a failure.
  ///
  /// The message begins with `keyward`, or with the name of the file if the failure is about a
  /// file.
  package static func complain(_ failure: CommandFailure) {
    failure.namesFile ? writeError(failure.description) : report.complain(failure.description)
  }

  /// Writes lines to standard error.
  ///
  /// They are sanitised, because messages quote the command line and files.
  package static func writeError(_ message: String) {
    _ = write(sanitized(message) + "\n", to: STDERR_FILENO)
  }

  package static func sanitized(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Sanitizer().clean(String($0), as: .description) }.joined(separator: "\n")
  }

  /// Writes text unchanged to standard error; it must quote nothing untrusted.
  package static func log(_ text: String) { _ = write(text, to: STDERR_FILENO) }

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
        _ = pollOne(descriptor, for: POLLOUT, milliseconds: -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
