import KeywardPrograms
import SecureMemory

/// `keyward`: runs the commands that ask for a secret, and executes `keyward-tools` for all others.
@main
enum Main {
  static func main() {
    // This comes first, even before the arguments are read.
    var hardening = ProcessHardening.begin()
    ProcessHardening.occupyStandardDescriptors()
    ProcessExit.exit(run(&hardening).rawValue)
  }

  private static func run(_ hardening: inout ProcessHardening) -> ExitStatus {
    do throws(CommandFailure) {
      guard var command = SecretCommands.command(ProgramArguments.afterName) else {
        try ProgramFolder.executeTools(inherited: hardening.inherited)
      }
      try requireStack()
      return try command.run(&hardening)
    } catch {
      StandardStreams.complain(error)
      return error.status
    }
  }
}
