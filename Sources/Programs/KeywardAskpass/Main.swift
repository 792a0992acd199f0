import Glibc
import KeywardPrograms
import PromptUI
import SecureMemory

/// `keyward-askpass PROMPT`: asks the questions of ssh, sudo and git.
@main
enum AskpassProgram {
  private static let report = ProgramReport(program: "keyward-askpass")

  static func main() {
    let arguments = ProgramArguments.afterName
    var complaints: [String] = []
    let settings = ProgramSettings(environment: environmentVariable) { complaints.append($0) }
    // Search before the process is changed, since a fallback would inherit the changes.
    let place = isOption(arguments) ? .failure(.noPlace(tried: [])) : place(settings)
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    ProcessHardening.occupyStandardDescriptors()
    if isOption(arguments) { answer(arguments[0]) }
    complaints.forEach(report.warn)
    let question = AskpassQuestion(
      arguments.isEmpty ? nil : arguments[...].listed(by: " "),
      hint: environmentVariable("SSH_ASKPASS_PROMPT"))
    let asker = AskpassDialogue(
      question, in: place, settings: settings, report: report)
    ProcessExit.exit(asker.run(&hardening))
  }

  private static func place(_ settings: ProgramSettings) -> Result<FoundPlace, TerminalError> {
    var search = PlaceSearch(
      settings, .current(),
      terminals: AskpassDialogue.terminals(lookup: environmentVariable))
    (search.role, search.output) = (.askpass, 1)
    do throws(TerminalError) { return .success(try search.find()) } catch { return .failure(error) }
  }

  /// Any argument but a single `--help` or `--version` is a prompt.
  private static func isOption(_ arguments: [String]) -> Bool {
    arguments == ["--help"] || arguments == ["--version"]
  }

  private static func answer(_ option: String) -> Never {
    let version = "keyward-askpass \(ProgramReport.version)\n"
    StandardStreams.write(option == "--help" ? AskpassDialogue.help : version, to: STDOUT_FILENO)
    ProcessExit.exit(0)
  }
}
