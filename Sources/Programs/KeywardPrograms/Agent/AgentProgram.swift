import PromptUI
import SecureMemory

/// The password agent as a program: takes memory, signals and terminal in this order, then asks.
package enum AgentProgram {
  /// Runs the agent and returns its exit status.
  ///
  /// 1: no folder to watch, or no terminal; 70: memory could not be locked; 75: switch the computer
  /// off.
  package static func run(
    directories: [String], settings: ProgramSettings, hardening: inout ProcessHardening,
    report: ProgramReport
  ) -> Int32 {
    do {
      let agent = try PasswordAgent(directories: directories)
      var preparation = settings.preparation(
        .ofAgent(settings.sandbox, directories: directories),
        faultSentence: "keyward: error: stopped by a fault\n")
      preparation.capacities = [PasswordAgent.longestAnswer]
      let host = try PromptHost(preparation, &hardening)
      let dialogue = TerminalDialogue(environment: .current(), host: host)
      dialogue.settings = settings
      dialogue.needsName = false
      return agent.run(dialogue, report: report)
    } catch let error as PasswordAgent.NoDirectory {
      report.complain(error.description)
      return 1
    } catch {
      report.complain("\(error)")
      return 70
    }
  }
}
