import Glibc
import KeywardEngine
import KeywardPrograms
import KeywardTerminal
import SecureMemory

/// The program `keyward-tools`, which `keyward` executes for help, usage errors, completions, and
/// every command that takes no secret.
package enum ToolsProgram {
  package static func main() {
    // This comes first, even before the arguments are read.
    var hardening = ProcessHardening.begin()
    ProcessHardening.occupyStandardDescriptors()
    ProcessExit.exit(run(ProgramArguments.afterName, &hardening).rawValue)
  }

  private static func run(_ words: [String], _ hardening: inout ProcessHardening) -> ExitStatus {
    do throws(CommandFailure) {
      if let answer = try answer(words) {
        try StandardStreams.print(answer)
        return .done
      }
      return try run(CommandGroup.find(words[...]), &hardening)
    } catch {
      StandardStreams.complain(error)
      return error.status
    }
  }

  /// Returns the output for words that ask for no command, such as `help`; nil for a command.
  private static func answer(_ words: [String]) throws(CommandFailure) -> String? {
    switch words.first {
    case "--version": return StandardStreams.version
    case "version" where words.count == 1, "-v" where words.count == 1, "-V" where words.count == 1:
      return StandardStreams.version
    case Completion.question:
      return Completion.lines(for: Array(words.dropFirst())).joined(separator: "\n")
    case let word? where word.hasPrefix(scriptOption): return try script(words)
    case "help", "-h", "--help":
      let topic =
        words.first == "help" && words.dropFirst().first != "help" ? words.dropFirst() : []
      if topic.elementsEqual([SettingsHelp.topic]) { return SettingsHelp.page() }
      let found = try CommandGroup.find(topic)
      guard found.rest.allSatisfy({ ["-h", "--help"].contains($0) }) else {
        throw CommandFailure("Unexpected argument “\(found.rest.first ?? "")”.", status: .usage)
      }
      return found.help()
    default: return nil
    }
  }

  private static let scriptOption = "--generate-completion-script"

  private static func script(_ words: [String]) throws(CommandFailure) -> String {
    let value = words[0].split(separator: "=").last.map(String.init)
    let login = environmentVariable("SHELL")?.split(separator: "/").last.map(String.init)
    let shell = (words[0] == scriptOption ? words.dropFirst().first : value) ?? login ?? ""
    guard let script = Completion.script(for: shell) else {
      throw CommandFailure(
        "No completions for “\(shell)”. Choose one of \(Completion.shells).",
        status: .usage)
    }
    return script
  }

  // MARK: Commands

  private static func run(
    _ found: CommandGroup.Found, _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    var found = found
    if case .group = found.node {
      // Options without a command belong to the default command.
      if found.path.isEmpty {
        found.node = .command(TypeCommand.self)
        found.path = [TypeCommand.name]
      } else if let word = found.rest.first, !["-h", "--help"].contains(word) {
        return try refuse(UsageError("Unknown option “\(word)”."), found)
      }
    }
    guard case .command(let type) = found.node else {
      try StandardStreams.print(found.help())
      return .done
    }
    var command: any Command
    do throws(UsageError) {
      command = try type.init(
        found.rest, environment: environmentVariable, warn: StandardStreams.report.warn)
    } catch {
      return try refuse(error, found)
    }
    if let command = command as? TypeCommand, let format = command.format {
      try command.printPicture(format)
      return .done
    }
    guard !(command is any SecretCommand) else {
      // The two programs could execute each other endlessly.
      throw CommandFailure(
        "keyward-tools does not ask for secrets; run \(found.title). If you did, the versions of "
          + "the two programs differ: install both again with make install.",
        status: .internalFault)
    }
    return try command.run(&hardening)
  }

  private static func refuse(
    _ error: UsageError, _ found: CommandGroup.Found
  ) throws(CommandFailure) -> ExitStatus {
    if let answer = error.answer {
      try StandardStreams.print(answer == .help ? found.help() : StandardStreams.version)
      // A script that passes a text like “--help” must not take the status for a yes.
      let isAnswer = found.path == [ConfirmCommand.name] && isatty(STDOUT_FILENO) == 1
      return isAnswer ? .usage : .done
    }
    if let advice = SecretCommands.advice(on: found.path + found.rest) {
      throw CommandFailure(advice, status: .usage)
    }
    let topic = found.path.joined(separator: " ")
    StandardStreams.report.complain(
      "\(error.description) `keyward help \(topic)` explains the command.")
    StandardStreams.writeError(usage(error, found))
    return .usage
  }

  private static func usage(_ error: UsageError, _ found: CommandGroup.Found) -> String {
    var lines: [String] = []
    if case .command(let type) = found.node, let name = error.option,
      let option = ((type.texts.argument.map { [$0] } ?? []) + type.texts.groups.flatMap(\.options))
        .first(where: { $0.name == name })
    {
      lines.append("  \(option.label)  \(option.help)")
    }
    lines.append("USAGE: \(found.usage)")
    return lines.joined(separator: "\n")
  }
}
