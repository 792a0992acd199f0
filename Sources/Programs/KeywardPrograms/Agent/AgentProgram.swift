import PromptUI
import SecureMemory

/// The password agent as a program: takes memory, signals and terminal in this order, then asks.
package enum AgentProgram {
  /// Runs the agent.
  ///
  /// - Parameters:
  ///   - directories: The folders of questions.
  ///   - settings: The behaviour of the dialogues.
  ///   - hardening: The process, with its first steps taken.
  ///   - report: Takes sentences for the user.
  /// - Returns: The exit status: 1 without a folder to watch or a terminal, 70 if memory could not
  ///   be locked.
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
