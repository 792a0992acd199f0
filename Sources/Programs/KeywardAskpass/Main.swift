import Glibc
import KeywardPrograms
import PromptUI
import SecureMemory

/// `keyward-askpass PROMPT`: asks the questions of ssh, sudo and git.
@main
enum AskpassProgram {
  private static let report = ProgramReport(program: "keyward-askpass")

  static func main() {
    let arguments = ProgramArguments.behindName
    let terminal = AskpassTerminal.found(lookup: EnvironmentVariable.value)
    // Called before any change of the process, which the fallback would inherit.
    let isAsking = terminal == nil && !isOption(arguments)
    let trouble =
      isAsking
      ? Fallback.replaceProcess(for: .askpass, environment: EnvironmentVariable.value) : nil
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    StandardDescriptors.occupyClosed()
    if isOption(arguments) { answer(arguments[0]) }
    let settings = ProgramSettings(environment: EnvironmentVariable.value, say: report.warn)
    let question = AskpassQuestion(
      arguments.isEmpty ? nil : arguments[...].listed(by: " "),
      hint: EnvironmentVariable.value("SSH_ASKPASS_PROMPT"))
    let asker = AskpassDialogue(
      question, on: terminal, fallbackTrouble: trouble, settings: settings, report: report)
    ProcessExit.exit(asker.run(&hardening))
  }

  /// Tells whether the argument is `--help` or `--version` by itself; every other argument is a
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
