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
    let settings = ProgramSettings(environment: EnvironmentVariable.value) { complaints.append($0) }
    // Search before the process is changed, since a fallback would inherit the changes.
    let place = isOption(arguments) ? .failure(.noPlace(tried: [])) : place(settings)
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    ProcessHardening.occupyStandardDescriptors()
    if isOption(arguments) { answer(arguments[0]) }
    complaints.forEach(report.warn)
    let question = AskpassQuestion(
      arguments.isEmpty ? nil : arguments[...].listed(by: " "),
      hint: EnvironmentVariable.value("SSH_ASKPASS_PROMPT"))
    let asker = AskpassDialogue(
      question, in: place, settings: settings, report: report)
    ProcessExit.exit(asker.run(&hardening))
  }

  private static func place(_ settings: ProgramSettings) -> Result<FoundPlace, TerminalError> {
    var search = PlaceSearch(
      settings, .current(),
      terminals: AskpassDialogue.terminals(lookup: EnvironmentVariable.value))
    (search.role, search.output) = (.askpass, 1)
    do throws(TerminalError) { return .success(try search.find()) } catch { return .failure(error) }
  }

  /// True if the argument is `--help` or `--version` on its own; every other argument is a
  /// prompt.
  private static func isOption(_ arguments: [String]) -> Bool {
    arguments == ["--help"] || arguments == ["--version"]
  }

  private static func answer(_ option: String) -> Never {
    let version = "keyward-askpass \(ProgramVersion.number)\n"
    ProgramReport.print(option == "--help" ? AskpassDialogue.help : version)
    ProcessExit.exit(0)
  }
}
