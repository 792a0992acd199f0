import ArgumentParser
import SecretCommands
import SecureMemory

/// `keyward-tools`: every command that takes no secret, help, mistakes and completions; `keyward`
/// becomes it.
package enum ToolsProgram {
  /// Runs the program; it ends with the status of its command.
  package static func main() {
    // Before anything else is looked at, the arguments included.
    var hardening = ProcessHardening.begin()
    StandardDescriptors.occupyClosed()
    Leaving.exit(run(&hardening).rawValue)
  }

  private static func run(_ hardening: inout ProcessHardening) -> ExitStatus {
    do {
      let words = ProgramArguments.behindName
      var command = try KeywardUsage.parseAsRoot(words)
      guard var runnable = command as? any RunnableCommand else {
        // Only commands that show help are left, and they do so by throwing.
        try command.run()
        return .done
      }
      return try runnable.run(&hardening)
    } catch let failure as CommandFailure {
      StandardStreams.complain(failure)
      return failure.status
    } catch {
      return report(error, ProgramArguments.behindName)
    }
  }

  /// Prints what the argument parser has to say: help to standard output, mistakes to standard error.
  private static func report(_ error: any Error, _ words: [String]) -> ExitStatus {
    let message = KeywardUsage.fullMessage(for: error)
    guard KeywardUsage.exitCode(for: error) == .success else {
      StandardStreams.say(SecretCommands.advice(on: words) ?? message)
      return .usage
    }
    do {
      try StandardStreams.print(message)
      return .done
    } catch {
      StandardStreams.complain(error)
      return error.status
    }
  }
}

/// A command that does something itself, as opposed to one that groups others.
protocol RunnableCommand: ParsableCommand {
  /// Does the command's work.
  ///
  /// - Parameter hardening: The process, hardened as far as a command without secrets needs it.
  /// - Returns: The status to end with.
  /// - Throws: `CommandFailure` with the sentence and the status of what went wrong.
  mutating func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus
}
