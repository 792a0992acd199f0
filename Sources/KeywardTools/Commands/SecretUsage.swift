import ArgumentParser
import SecretCommands
import SecureMemory

/// Declares a command that `keyward` does itself, for help, mistakes and completions.
///
/// Its options are read by `SecretCommand`; a test compares the two.
protocol SecretUsage: RunnableCommand {
  /// The declared command.
  associatedtype Command: SecretCommand
}

extension SecretUsage {
  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    throw Self.refusal
  }

  /// The refusal of a command that asks.
  static var refusal: CommandFailure {
    // If it became `keyward`, the two would become each other for ever.
    CommandFailure(
      "keyward-tools asks for no secrets; start keyward \(Command.name). If that is what you wrote, "
        + "the two programs differ in what they understand: install both anew with make install.",
      status: .internalFault)
  }
}
