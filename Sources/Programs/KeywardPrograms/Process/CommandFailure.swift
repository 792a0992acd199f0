import Glibc
import KeywardEngine
import KeywardTerminal
import SecureMemory

/// The failure of a command: a sentence for the user and an exit status.
package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String
  package let status: ExitStatus
  /// True if each line of the description is a fault of a file, and begins with the file's name.
  package let namesFile: Bool

  package init(_ description: String, status: ExitStatus = .failed) {
    self.description = description
    self.status = status
    namesFile = false
  }

  package init(faults: LayoutFileErrors) {
    description = faults.description
    status = .failed
    namesFile = true
  }

  package init(_ error: any Error, status: ExitStatus = .failed) {
    self.init("\(error)", status: status)
  }
}

/// Prepares the process for a prompt; fails with status 70 if a secret would not be protected.
package func prepareHost(
  _ preparation: PromptHost.Preparation, _ hardening: inout ProcessHardening
) throws(CommandFailure) -> PromptHost {
  do throws(PromptHost.Refusal) {
    return try PromptHost(preparation, &hardening)
  } catch .signals(let error) {
    throw CommandFailure(error)
  } catch .stack(let bytes) {
    throw CommandFailure(PromptHost.Refusal.stack(bytes: bytes))
  } catch {
    throw CommandFailure(error, status: .notLocked)
  }
}

/// Throws an error if the stack is too small for a prompt; call it before anything needs more stack.
package func requireStack() throws(CommandFailure) {
  do throws(PromptHost.Refusal) {
    try PromptHost.requireStack()
  } catch {
    throw CommandFailure(error)
  }
}

package func orFail<R: ~Copyable>(
  _ status: ExitStatus = .failed, _ body: () throws -> R
) throws(CommandFailure) -> R {
  do { return try body() } catch { throw CommandFailure(error, status: status) }
}

package enum ExitStatus: Int32 {
  case done = 0
  /// A failure such as a missing terminal, an invalid file or a wrong password.
  case failed = 1
  case usage = 64
  case notLocked = 70
  /// The caller should switch the computer off.
  case powerOff = 75
  case timedOut = 124
  case notRunnable = 126
  case notFound = 127
  case cancelled = 130
  /// The user pressed Ctrl-C in a child process; the parent process then signals the process group.
  case interrupted = 131

  /// The status if `keyward` and `keyward-tools` have different versions.
  package static let internalFault = notLocked
}

/// Refuses an action that would pass on the privileges of a setuid or setgid program file.
///
/// `action` is part of the message, such as `start a command`.
func refuseElevatedPrivileges(_ action: String) throws(CommandFailure) {
  guard geteuid() == getuid(), getegid() == getgid() else {
    throw CommandFailure(
      "keyward does not \(action) while it runs setuid or setgid; clear the setuid and setgid bits "
        + "of its program file with chmod u-s,g-s.")
  }
}
