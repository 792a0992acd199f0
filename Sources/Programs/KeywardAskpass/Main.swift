import Glibc
import KeywardPrograms
import KeywardTerminal
import SecureMemory

/// `keyward-askpass PROMPT`: asks the questions of ssh, sudo and git.
@main
enum AskpassProgram {
  static func main() {
    let arguments = ProgramArguments.afterName
    let question = AskpassQuestion(
      arguments.isEmpty ? nil : arguments[...].listed(by: " "),
      hint: environmentVariable("SSH_ASKPASS_PROMPT"))
    if question.asksForText { UnansweredCaller.endAtExit() }
    let settings = ProgramSettings(environment: environmentVariable)
    // Search before the process is changed, since a fallback would inherit the changes.
    let place = isOption(arguments) ? .failure(.noPlace(tried: [])) : place(settings)
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    ProcessHardening.occupyStandardDescriptors()
    if isOption(arguments) {
      AskpassDialogue.report.finish(
        printing: arguments == ["--help"] ? AskpassDialogue.help : nil)
    }
    settings.complaints.forEach(AskpassDialogue.report.warn)
    ProcessExit.exit(AskpassDialogue(question, in: place, settings: settings).run(&hardening))
  }

  private static func place(_ settings: ProgramSettings) -> Result<FoundPlace, TerminalError> {
    var search = PlaceSearch(
      settings, .current(),
      terminals: AskpassDialogue.terminals(lookup: environmentVariable))
    (search.role, search.output) = (.askpass, 1)
    return Result { () throws(TerminalError) in try search.find() }
  }

  /// True if the only argument is `--help` or `--version`, and a person typed it.
  ///
  /// Any other argument is a prompt. A caller reads the answer through a pipe, and would take the
  /// version for the secret.
  private static func isOption(_ arguments: [String]) -> Bool {
    [["--help"], ["--version"]].contains(arguments) && isatty(STDIN_FILENO) == 1
      && isatty(STDOUT_FILENO) == 1
  }
}
