import SecureMemory
import Settings
import TerminalUI

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
      if settings.usesWatcher { RestoreHelper.start() }
      let sandbox = Sandbox.ofAgent(settings.sandbox, directories: directories)
      try hardening.requireProtection(settings.lockPolicy)
      try sandbox.require()
      let memory = try hardening.lockingMemory(triesSecretMemory: settings.usesSecretMemory) {
        () throws(SecretMemoryError) in
        try PromptMemory(
          capacities: [PasswordAgent.longestAnswer], longest: settings.longestSecret,
          policy: settings.lockPolicy)
      }
      let watch = try hardening.watchSignals(faultSentence: "keyward: stopped by a fault\n")
      let dialogue = TerminalDialogue(environment: .current(), memory: memory, watch: watch)
      dialogue.settings = settings
      dialogue.sandbox = sandbox
      dialogue.protections = ProgramReport.protections(hardening)
      dialogue.warning = ProgramReport.warning(hardening)
      dialogue.needsName = false
      var channel = ClientChannel.nobody()
      return agent.run(dialogue, channel: &channel, report: report)
    } catch let error as PasswordAgent.NoDirectory {
      report.say(error.description)
      return 1
    } catch {
      report.say("\(error)")
      return 70
    }
  }
}
