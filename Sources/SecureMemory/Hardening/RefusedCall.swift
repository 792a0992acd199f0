import Glibc
import SmallFiles

/// A system call that the kernel refused, as a part of a sentence.
///
///     RefusedCall("clone", EAGAIN).description   // "clone was refused (…): end other processes, …"
package struct RefusedCall: CustomStringConvertible {
  private let name: String
  private let code: Int32

  /// A refused call.
  ///
  /// - Parameters:
  ///   - name: The name of the call, as in its manual page.
  ///   - code: The `errno`.
  package init(_ name: String, _ code: Int32) {
    self.name = name
    self.code = code
  }

  /// The call, the reason, and the remedy.
  package var description: String { "\(name) was refused (\(systemSentence(code))): \(remedy)" }

  /// The change that makes the call succeed.
  package var remedy: String {
    switch code {
    case EMFILE: "close open files, or raise `ulimit -n`"
    case ENFILE: "the whole system has too many open files; close other programs"
    case EAGAIN: "end other processes, or raise `ulimit -u`"
    case ENOMEM: "close other programs, or raise `ulimit -v`"
    default: "allow \(name) in the sandbox or container that this runs in"
    }
  }
}

/// The system's sentence for an `errno`: 12 → "Cannot allocate memory".
package func systemSentence(_ code: Int32) -> String { FileTrouble.system(code).reason }
