import KeywardEngine

/// Why a command ends without having done its work: a sentence for the user and an exit status.
package struct CommandFailure: Error, CustomStringConvertible {
  /// The sentence, which says what to do next.
  package let description: String
  /// The status the program ends with.
  package let status: ExitStatus
  /// Whether the sentences begin with the file they are about, not with the program's name.
  package let namesFile: Bool

  package init(_ description: String, status: ExitStatus = .failed) {
    self.description = description
    self.status = status
    namesFile = false
  }

  /// A failure with the faults of a file, one a line.
  package init(faults: LayoutFileErrors) {
    description = faults.description
    status = .failed
    namesFile = true
  }

  /// A failure with the sentence of `error`.
  package init(_ error: any Error, status: ExitStatus = .failed) {
    self.init("\(error)", status: status)
  }
}

/// Runs `body`; what it throws becomes a failure with that sentence and `status`.
package func orFail<R: ~Copyable>(
  _ status: ExitStatus = .failed, _ body: () throws -> R
) throws(CommandFailure) -> R {
  do { return try body() } catch { throw CommandFailure(error, status: status) }
}

/// What the program's exit status says.
package enum ExitStatus: Int32 {
  /// Submitted, or done.
  case done = 0
  /// No terminal, a bad file, a wrong password and the like.
  case failed = 1
  /// The command line is not understood.
  case usage = 64
  /// Memory could not be locked.
  case notLocked = 70
  /// The time was over before anything was submitted.
  case timedOut = 124
  /// The command to become exists, but cannot be run.
  case notRunnable = 126
  /// There is no such command to become.
  case notFound = 127
  /// The user cancelled.
  case cancelled = 130
  /// The user cancelled by Ctrl-C in a child, whose parent tells its process group.
  case interrupted = 131

  /// Our own programs contradict each other.
  package static let internalFault = notLocked
}
