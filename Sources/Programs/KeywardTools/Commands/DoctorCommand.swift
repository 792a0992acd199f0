import Glibc
import KeywardPrograms
import KeywardTerminal
import SecureMemory

struct DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "Show how well this machine can protect secrets."
  static let discussion = """
    Findings that need action come first, with remedies; if there are any, the exit status is 1. \
    The terminal's settings are changed briefly as a test, then restored.
    """

  private var isVerbose = false
  private var isBoot = false

  init(_ settings: ProgramSettings) {}

  static let groups = [
    OptionGroup<Self>([
      .flag(
        "verbose",
        "Show each finding in full, and the lines that make gpg, ssh, sudo and git ask through "
          + "Keyward."
      ) { $0.isVerbose = true },
      .flag("boot", "Show what unlocks encrypted disks when the computer starts.") {
        $0.isBoot = true
      },
    ])
  ]

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let (findings, lines) = isBoot ? (Finding.ofBoot(), "") : Self.findings(&hardening)
    let environment = TerminalEnvironment.current()
    let report = DoctorReport(
      findings: findings, layout: HelpLayout(), glyphs: environment.glyphs,
      hasColor: isatty(STDOUT_FILENO) != 0 && environment.palette.hasColor)
    if isVerbose {
      // Indented lines are to be copied into a file.
      let rest = HelpLayout().broken(StandardStreams.sanitized(lines)) { $0.hasPrefix("    ") }
      try StandardStreams.print(report.full + rest)
    } else {
      try StandardStreams.print(report.short)
    }
    return findings.contains { $0.kind == .action } ? .failed : .done
  }

  private static func findings(
    _ hardening: inout ProcessHardening
  ) -> (findings: [Finding], lines: String) {
    hardening.probeMemoryLock()
    let lookup = environmentVariable
    let callers = CallerFindings(programs: ProgramFolder.found(lookup: lookup), lookup: lookup)
    let places = Finding.ofPlaces(lookup: lookup)
    let findings =
      Finding.ofProcess(hardening) + Finding.ofTerminal(&hardening) + [recording]
      + Finding.ofSettings(lookup: lookup) + Finding.ofLayouts() + callers.all + places.findings
    return (findings, "\n" + callers.lines + "\n" + places.lines)
  }

  private static let recording = Finding(
    "recording", "cannot be detected",
    advice: "a terminal recorder, tmux or GNU screen sees everything drawn and every key; use "
      + "--mask hidden and --input screen if such a program may be running", kind: .information)
}

struct Finding {
  enum Kind: String, CaseIterable {
    case action = "Needs action"
    case fine = "Fine"
    case information = "For your information"
  }

  let subject: String
  let state: String
  let advice: String?
  let kind: Kind
  /// True if the state is a list, which is never cut.
  let isList: Bool

  /// Creates a finding.
  ///
  /// If `kind` is nil, a finding with advice is of kind `action`, and one without advice `fine`.
  init(
    _ subject: String, _ state: String, advice: String? = nil, kind: Kind? = nil,
    isList: Bool = false
  ) {
    self.isList = isList
    self.subject = subject
    self.state = state
    self.advice = advice
    self.kind = kind ?? (advice == nil ? .fine : .action)
  }

  /// The subject without its verb, for use in a list: `gpg` for “gpg asks through”.
  var name: String {
    let verb = [" asks through", " ask through"].first { subject.hasSuffix($0) }
    return String(subject.dropLast(verb?.count ?? 0))
  }

  var line: String { "\(subject): \(state)" + (advice.map { "; \($0)" } ?? "") }

  var brief: String {
    isList ? "\(subject): \(state)" : "\(subject): \(state.prefix { !",;(".contains($0) })".trimmed
  }
}
