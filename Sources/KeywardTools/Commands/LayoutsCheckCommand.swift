import ArgumentParser
import KeywardEngine
import SecretCommands
import SecureMemory

/// `keyward layouts check`: the faults of keyboard files.
struct LayoutsCheckCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check keyboard files.",
    discussion: """
      Every fault is a line FILE:LINE:COLUMN: SENTENCE on standard error (FILE: SENTENCE for a file \
      that cannot be read at all), and the exit status is 1. \
      A good file is a line on standard output.
      """)

  @Argument(help: "The files to check.", completion: .file())
  var files: [String]

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.done
    for file in files {
      do {
        let definition = try Keyboards.checked(file: file)
        try StandardStreams.printQuoting("\(file): “\(definition.title)” has no faults.")
      } catch {
        guard error.namesFile else { throw error }
        StandardStreams.complain(error)
        status = .failed
      }
    }
    return status
  }
}
