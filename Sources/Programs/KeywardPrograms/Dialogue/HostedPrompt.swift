import Glibc
import SecureMemory
import Synchronization

/// The answer to a question that a program asks in its own process.
package enum HostedAnswer: ~Copyable {
  case text(SecretText)
  case cancelled
  case timedOut
}

extension GetCommand {
  /// True while a thread of this process asks: signals, terminal and protection belong to a process.
  private static let isAsking = Atomic(false)

  /// Asks like `keyward get` with these words, in the process of a program that goes on afterwards.
  ///
  /// While the prompt is shown, other programs cannot read the process, and its signals end the
  /// prompt. Then the terminal, the protection and the handling of signals are as before, and a
  /// signal that ended the prompt takes its effect on the program. There is no sandbox, because it
  /// would confine the program forever. A failure is a sentence for the program's user.
  package static func askInHost(_ words: [String]) throws(CommandFailure) -> HostedAnswer {
    guard !isAsking.exchange(true, ordering: .acquiring) else {
      throw CommandFailure("another thread of this program is asking; ask one question at a time.")
    }
    defer { isAsking.store(false, ordering: .releasing) }
    let command: GetCommand
    let settings = ProgramSettings(environment: environmentVariable)
    do throws(UsageError) {
      command = try GetCommand(words[...], settings)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
    guard command.typing.settings.protection.sandbox != .required else {
      throw CommandFailure(
        "the configuration requires a sandbox, which cannot confine a prompt in the process of "
          + "another program; set sandbox to yes, or pass the path of the command `keyward`.")
    }
    return try ProcessHardening.duringDialogue {
      (hardening: inout ProcessHardening) throws(CommandFailure) -> HostedAnswer in
      let answer = try command.typing.ask(command.asking, &hardening, isHosted: true)
      answer.passSignalsOn()
      switch answer.outcome {
      case .submitted: return .text(try orFail { try answer.text() })
      case .cancelled, .signalled: return .cancelled
      case .timedOut: return .timedOut
      case let other: throw CommandFailure(other.complaint ?? "the computer is to be switched off.")
      }
    }
  }
}
