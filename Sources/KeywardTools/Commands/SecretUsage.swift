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
    throw Self.refusal
  }

  /// The refusal of a command that asks.
  static var refusal: CommandFailure {
    // This program would be asked again and again if it became `keyward`.
    CommandFailure(
      "keyward-tools asks for no secrets; start keyward \(Command.name). If that is what you wrote, "
        + "the two programs differ in what they understand: install both anew with make install.",
      status: .internalFault)
  }
}
