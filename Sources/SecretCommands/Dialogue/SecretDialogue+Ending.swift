import Glibc
import KeywardEngine
import TerminalUI

extension SecretDialogue {
  /// Ends what was not submitted: the status, or the signal.
  ///
  /// - Parameter tellsGroup: Whether Ctrl-C also stops the script that called this, which nothing
  ///   less does in every shell.
  /// - Returns: The status to end with, where no signal ends the process.
  borrowing func giveUp(tellingGroup tellsGroup: Bool) -> ExitStatus {
    if tellsGroup, outcome == .cancelled(.interrupt) { interruptCaller() }
    return (outcome ?? .hungUp).status
  }

  /// Sends SIGINT to our process group, ourselves among it, where somebody else leads it and it has
  /// the terminal.
  private borrowing func interruptCaller() {
    guard getpgrp() != getpid(), isInForeground else { return }
    Leaving.wipeEverything()
    signal(SIGINT, SIG_IGN)
    kill(0, SIGINT)
    // bash goes on behind a command that was interrupted and yet ends with a status of its own.
    Leaving.die(by: SIGINT)
  }

  /// Writes the secret to standard output, and before it the name, if one was asked for, in a line of
  /// its own.
  ///
  /// - Throws: `CommandFailure` where the reader has gone.
  borrowing func print(newline: Bool) throws(CommandFailure) {
    let (name, secret) = (name, secret)
    do {
      try watch.endingAtOnce { () throws(SecretWriteError) in
        try name?.text.write(to: STDOUT_FILENO, newline: true)
        try secret.text.write(to: STDOUT_FILENO, newline: newline)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Puts the name that was asked for into a variable of the environment; a name is not a secret.
  borrowing func putName(into variable: String) {
    guard let name else { return }
    let text = name.text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
    _ = unsafe setenv(variable, text, 1)
  }

  /// Hands the secret to a command and becomes it.
  ///
  /// - Throws: `CommandFailure` where the command cannot be found or run.
  mutating func handOver(
    to command: CommandToBecome, by passage: SecretPassage, inherited: InheritedState
  ) throws(CommandFailure) -> Never {
    SignalWatch.endAtOnce()
    // The command gets no child that it has not started, and may be given the number of the line to it.
    TerminalWatcher.dismiss()
    switch passage {
    case .descriptor(let number):
      try command.replaceProcess(passing: secret.text, on: number, inherited: inherited)
    case .variable(let name):
      guard var room = room.take() else { preconditionFailure("made in init") }
      try command.replaceProcess(
        passing: secret.text, in: name, room: &room, inherited: inherited)
    }
  }

  /// Looks whether a hash could be stored, before anybody types anything.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - force: Whether any regular file may be replaced, not only one that holds a hash.
  /// - Throws: `CommandFailure` where the folder of the file is not there or cannot be written, or
  ///   the name is taken by what is not to be replaced.
  static func checkRoom(forFile path: String, force: Bool) throws(CommandFailure) {
    do {
      try PasswordHash.checkWritable(toFile: path, replacingAnything: force)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Stores an Argon2id hash of the secret.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - force: Whether any regular file is replaced, not only one that holds a hash.
  /// - Throws: `CommandFailure` where there is no memory for it or the file cannot be written.
  borrowing func enroll(to path: String, force: Bool) throws(CommandFailure) {
    try hashing { () throws(PasswordHashError) in
      try PasswordHash(of: secret.text).write(toFile: path, replacingAnything: force)
    }
  }

  /// Checks the secret against a stored hash.
  ///
  /// - Throws: `CommandFailure` for a wrong password.
  borrowing func verify(against stored: PasswordHash) throws(CommandFailure) {
    try hashing { () throws(PasswordHashError) in try stored.verify(secret.text) }
  }

  /// Hashing takes a while, in which signals are acted on at once.
  private borrowing func hashing(
    _ body: () throws(PasswordHashError) -> Void
  ) throws(CommandFailure) {
    do {
      try watch.endingAtOnce(body)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// What was protected while the secret was typed, and what was done with it.
  ///
  /// Nothing here depends on the secret, not even on its length.
  borrowing func report(_ hardening: ProcessHardening, deed: String) -> String {
    hardening.account(mode: mode, deed: deed)
  }
}

extension DialogueOutcome {
  /// The status to end with, after a sentence where one is due; a signal ends the process here.
  package var status: ExitStatus {
    switch self {
    case .submitted: return .done
    case .declined: return .failed
    case .cancelled: return .cancelled
    case .mismatched:
      StandardStreams.complain(
        CommandFailure("the two entries differed too often; start it again."))
      return .failed
    case .timedOut:
      StandardStreams.complain(CommandFailure("the time was over before Enter; start it again."))
      return .timedOut
    case .hungUp, .abandoned:
      StandardStreams.complain(CommandFailure("the terminal has gone; what was typed was wiped."))
      return .failed
    case .signalled(let signal): Leaving.die(by: signal)
    }
  }
}

extension ProcessHardening {
  /// What was protected while a secret was typed, and what was done with it.
  ///
  /// - Parameters:
  ///   - mode: The mode the terminal was in.
  ///   - deed: What was done with the secret.
  /// - Returns: Lines in which nothing depends on the secret, not even on its length.
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
