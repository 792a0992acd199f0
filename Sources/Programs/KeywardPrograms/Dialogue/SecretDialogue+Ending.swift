import Glibc
import KeyboardEngine
import PromptUI

extension SecretDialogue {
  /// Ends a dialogue without a secret: by a status, or by the signal.
  ///
  /// Ctrl-C may also stop the calling script, since some shells stop by nothing else.
  borrowing func giveUp(tellingGroup tellsGroup: Bool) -> ExitStatus {
    if tellsGroup, isInterrupted { ProcessExit.interruptCaller() }
    return (outcome ?? .hungUp).status
  }

  /// The same in a child, whose parent tells the group.
  borrowing func giveUpInChild() -> ExitStatus {
    isInterrupted ? .interrupted : giveUp(tellingGroup: false)
  }

  /// True if Ctrl-C ended it while our process group had the terminal.
  private var isInterrupted: Bool { outcome == .cancelled(.interrupt) && isInForeground }

  /// Writes the secret to standard output, after a line with the name if one was asked for.
  borrowing func print(newline: Bool) throws(CommandFailure) {
    let (name, secret) = (name, secret)
    do {
      try host.watch.endingAtOnce { () throws(SecretWriteError) in
        try name?.text.write(to: STDOUT_FILENO, newline: true)
        try secret.text.write(to: STDOUT_FILENO, newline: newline)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Hands the secret, and the name if one was asked for, to the parent of this process.
  borrowing func handOver(through child: PromptChild) throws(CommandFailure) {
    let (name, secret) = (name, secret)
    do {
      try host.watch.endingAtOnce { () throws(SecretWriteError) in
        try name?.text.write(to: child.writingEnd(.name), newline: false)
        try secret.text.write(to: child.writingEnd(.secret), newline: false)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Checks that a hash could be stored, before anybody types.
  ///
  /// `force` replaces any regular file, not only one that holds a hash.
  static func checkRoom(forFile path: String, force: Bool) throws(CommandFailure) {
    do {
      try PasswordHash.checkWritable(toFile: path, replacingAnything: force)
    } catch {
      throw CommandFailure(error)
    }
  }

  borrowing func handOverHash(
    through child: PromptChild, report: String
  ) throws(CommandFailure) {
    try hashing { () throws(PasswordHashError) in
      let hash = try PasswordHash(of: secret.text)
      StandardStreams.write(hash.text, to: child.writingEnd(.secret))
      StandardStreams.write(report, to: child.writingEnd(.name))
    }
  }

  /// Stores a hash; `force` replaces any regular file, not only one that holds a hash.
  static func store(_ hash: String, in path: String, force: Bool) throws(CommandFailure) {
    do {
      try PasswordHash(text: hash).write(toFile: path, replacingAnything: force)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Checks the secret against a stored hash.
  borrowing func verify(against stored: PasswordHash) throws(CommandFailure) {
    try hashing { () throws(PasswordHashError) in try stored.verify(secret.text) }
  }

  /// Hashing takes a while; signals act at once meanwhile.
  private borrowing func hashing(
    _ body: () throws(PasswordHashError) -> Void
  ) throws(CommandFailure) {
    do {
      try host.watch.endingAtOnce(body)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Reports the protections during typing, and the use of the secret.
  ///
  /// Nothing in the report depends on the secret, not even on its length.
  borrowing func report(_ hardening: ProcessHardening, deed: String) -> String {
    hardening.account(mode: mode, deed: deed)
  }
}

extension DialogueOutcome {
  /// The status to end with, after a sentence if one is due; a signal ends the process here.
  package var status: ExitStatus {
    switch self {
    case .submitted: return .done
    case .declined: return .failed
    case .cancelled: return .cancelled
    case .poweredOff: return .powerOff
    case .mismatched:
      StandardStreams.complain(
        CommandFailure("the two entries differed too often; start it again."))
      return .failed
    case .timedOut:
      StandardStreams.complain(CommandFailure("the time was over before Enter; start it again."))
      return .timedOut
    case .hungUp:
      StandardStreams.complain(
        CommandFailure("the terminal has gone, and what was typed was wiped."))
      return .failed
    case .abandoned:
      StandardStreams.complain(
        CommandFailure("nobody reads standard output any more, and what was typed was wiped."))
      return .failed
    case .signalled(let signal): ProcessExit.die(by: signal)
    }
  }
}

extension ProcessHardening {
  /// Reports the protections and the use of the secret.
  ///
  /// Nothing in the lines depends on the secret, not even on its length.
  package func account(mode: TerminalMode?, deed: String) -> String {
    let steps = report.map { report in
      report.description + (report.advice.map { "; \($0)" } ?? "")
    }
    let terminal =
      mode == .canonical
      ? "terminal: no echo, and the kernel kept no copy of what was typed"
      : "terminal: no echo, but the kernel keeps what was typed until it is overwritten"
    return (["Submitted."] + steps + [terminal, "the secret: \(deed)"]).joined(separator: "\n")
  }
}
