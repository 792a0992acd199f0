import ArgumentParser
import SecretCommands
import SecureMemory

/// Declares a command that `keyward` does itself, for help, mistakes and completions.
///
/// Its options are read by `SecretCommand`; a test compares the two.
protocol SecretUsage: RunnableCommand {
  /// The command that is declared.
  associatedtype Command: SecretCommand
}

extension SecretUsage {
  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let words = ProgramArguments.behindName
    if let command = try? TypeCommand(words.first == TypeCommand.name ? words.dropFirst() : words[...]),
      let format = command.format, Self.self == TypeUsage.self
    {
      try command.printPicture(format)
      return .done
    }
    // This program would be asked again and again if it became `keyward`.
    throw CommandFailure(
      "the command line is understood here, but not by keyward itself, which asks for secrets; write "
        + "“keyward \(Command.name)” first and its options behind it, and install keyward and "
        + "keyward-tools of one version.", status: .internalFault)
  }
}
