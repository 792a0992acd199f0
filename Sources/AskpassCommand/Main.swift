import CalledPrograms
import Glibc
import SecureMemory
import Settings
import TerminalUI

/// `keyward-askpass PROMPT`: asks for what ssh, sudo or git want to know.
@main
enum AskpassProgram {
  private static let report = ProgramReport(program: "keyward-askpass")

  static func main() {
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    StandardDescriptors.occupyClosed()
    let arguments = ProgramArguments.behindName
    if let status = handleOption(arguments) { Leaving.exit(status) }
    let settings = ProgramSettings(environment: EnvironmentVariable.value, say: report.say)
    let question = AskpassQuestion(
      arguments.isEmpty ? nil : arguments[...].listed(by: " "),
      hint: EnvironmentVariable.value("SSH_ASKPASS_PROMPT"))
    let asker = AskpassDialogue(question, settings: settings, report: report)
    Leaving.exit(asker.run(&hardening))
  }

  /// `--help` and `--version` by themselves; every other argument is a prompt.
  private static func handleOption(_ arguments: [String]) -> Int32? {
    guard arguments.count == 1 else { return nil }
    switch arguments[0] {
    case "--help": print(AskpassDialogue.help)
    case "--version": print("keyward-askpass \(PinentryVersion.number)\n")
    default: return nil
    }
    return 0
  }

  private static func print(_ text: String) {
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }
}
