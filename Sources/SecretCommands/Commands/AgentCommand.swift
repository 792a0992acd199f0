import CalledPrograms
import SecureMemory
import Settings

/// `keyward agent`: answers the questions of systemd on this terminal.
package struct AgentCommand: SecretCommand {
  package static let name = "agent"

  /// The watched folders; empty for the usual ones.
  package var directory: [String] = []

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .text("directory") { $0.directory.append($1) }
  ]

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let report = ProgramReport(program: "keyward")
    let settings = ProgramSettings(environment: EnvironmentVariable.value, say: report.say)
    let usual = PasswordAgent.usualDirectories(lookup: EnvironmentVariable.value)
    let status = AgentProgram.run(
      directories: directory.isEmpty ? usual : directory, settings: settings,
      hardening: &hardening, report: report)
    return ExitStatus(rawValue: status) ?? .failed
  }
}
