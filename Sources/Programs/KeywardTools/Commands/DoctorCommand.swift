import KeywardPrograms
import PromptUI
import SecureMemory

/// `keyward doctor`: reports the protection that this machine gives.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Show what protection this machine gives."
  static let discussion = """
    One line for each subject: the state and, where something is missing, the remedy. The terminal's \
    settings are tried and restored. At the end, the lines that make gpg, ssh, sudo and git ask \
    through Keyward.
    """

  init(_ settings: ProgramSettings) {}

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    hardening.probeMemoryLock()
    let lookup = EnvironmentVariable.value
    let callers = CallerFindings(
      programs: ProgramFolder.found(lookup: lookup), lookup: lookup)
    let findings =
      ProcessFindings(hardening).all + TerminalFindings(&hardening).all + [Self.recording]
      + SettingFindings(lookup: lookup).all + LayoutFindings().all + callers.all
      + PlaceFindings(lookup: lookup).all
    let report = findings.map(\.line) + [callers.lines]
    try StandardStreams.printQuoting(report.joined(separator: "\n"))
    return .done
  }

  private static let recording = Finding(
    "recording", "cannot be detected",
    advice: "a recorder, tmux or screen sees what is drawn and every key; use --mask hidden and "
      + "--input screen where one may run")
}

/// A finding about one subject.
struct Finding {
  let subject: String
  let state: String
  /// The remedy; `nil` if all is well.
  let advice: String?

  init(_ subject: String, _ state: String, advice: String? = nil) {
    self.subject = subject
    self.state = state
    self.advice = advice
  }

  /// One line without line end, with the advice behind the state.
  var line: String {
    let text = "\(subject): \(state)" + (advice.map { "; \($0)" } ?? "")
    return Sanitizer().clean(text, as: .error)
  }
}
