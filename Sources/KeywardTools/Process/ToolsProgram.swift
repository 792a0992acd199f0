import ArgumentParser
import KeywardEngine
import SecretCommands
import SecureMemory

/// The program `keyward-tools`: help, mistakes, completions, and every command that takes no
/// secret.
///
/// `keyward` becomes it.
package enum ToolsProgram {
  /// Runs the program, which ends with the status of its command.
  package static func main() {
    // First of all, even before the arguments.
    var hardening = ProcessHardening.begin()
    StandardDescriptors.occupyClosed()
    Leaving.exit(run(&hardening).rawValue)
  }

  private static func run(_ hardening: inout ProcessHardening) -> ExitStatus {
    do {
      let words = words
      if let unknown = unknownCommand(in: words) {
        throw CommandFailure(
          "\(unknown) “keyward help” says what each is for.", status: .usage)
      }
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
      return report(error, words)
    }
  }

  /// The words behind the program's name, with the usual words for the version read as that option.
  private static var words: [String] {
    let words = ProgramArguments.behindName
    return [["version"], ["-v"], ["-V"]].contains(words) ? ["--version"] : words
  }

  /// The first word in the place of a command that is not one, also after `help`.
  private static func unknownCommand(in words: [String]) -> UnknownName? {
    var rest = words.first == "help" ? words.dropFirst() : words[...]
    var command: any ParsableCommand.Type = KeywardUsage.self
    var path: [String] = []
    while let word = rest.popFirst(), !word.hasPrefix("-") {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !(path.isEmpty && word == "help") else { return nil }
      guard let next = commands.first(where: { $0._commandName == word }) else {
        return UnknownName(
          what: "command", name: word,
          owner: path.isEmpty ? nil : "“keyward \(path.joined(separator: " "))”",
          known: commands.map { $0._commandName })
      }
      command = next
      path.append(word)
    }
    return nil
  }

  /// Prints the message of the argument parser: help to standard output, mistakes to standard
  /// error.
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

/// A command with work of its own, unlike one that groups others.
protocol RunnableCommand: ParsableCommand {
  /// Does the command's work.
  ///
  /// - Parameter hardening: The process, hardened as far as a command without secrets needs it.
  /// - Returns: The status to end with.
  /// - Throws: `CommandFailure` with the sentence and the status of the failure.
  mutating func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus
}
