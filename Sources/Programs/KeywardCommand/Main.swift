import KeywardPrograms
import SecureMemory

/// `keyward`: runs the commands that ask for a secret; for every other it becomes `keyward-tools`.
@main
enum Main {
  static func main() {
    // First of all, even before the arguments.
    var hardening = ProcessHardening.begin()
    StandardDescriptors.occupyClosed()
    ProcessExit.exit(run(&hardening).rawValue)
  }

  private static func run(_ hardening: inout ProcessHardening) -> ExitStatus {
    do throws(CommandFailure) {
      guard var command = SecretCommands.command(ProgramArguments.afterName) else {
        try ToolsProgram.replaceProcess(inherited: hardening.inherited)
      }
      return try command.run(&hardening)
    } catch {
      StandardStreams.complain(error)
      return error.status
    }
  }
}
