import ArgumentParser
import CalledPrograms
import SecureMemory
import Settings
import TerminalUI

/// `keyward confirm`: asks yes or no.
struct ConfirmCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Ask yes or no.",
    discussion: """
      The exit status is 0 for yes, 1 for no and 130 where the question was cancelled. The screen goes \
      to the terminal, and standard input is not read.
      """)

  @Argument(help: ArgumentHelp("The question, in one or more lines.", valueName: "text"))
  var text: String

  @Option(help: ArgumentHelp("A title above the question.", valueName: "TEXT"))
  var title = ""

  @Option(help: ArgumentHelp("What went wrong the last time.", valueName: "TEXT"))
  var error = ""

  @Option(
    help: ArgumentHelp(
      "Ends the question this long after the first frame, with status 124; 0 for never.",
      valueName: "SECONDS"),
    transform: OptionValues.seconds)
  var timeout: Double?

  @Flag(inversion: .prefixedNo, help: "Line mode: only lines of text.")
  var plain: Bool?

  @Option(help: FormHelp.form)
  var form: ScreenForm?

  @Flag(inversion: .prefixedNo, help: FormHelp.keep)
  var keep: Bool?

  @Option(help: SandboxHelp.sandbox)
  var sandbox: Sandbox.Use?

  @Flag(help: SandboxHelp.requireSandbox)
  var requireSandbox = false

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let settings = ProgramSettings(environment: EnvironmentVariable.value, say: StandardStreams.say)
    var environment = TerminalEnvironment.current()
    if !settings.usesColour { environment.refusesColor = true }
    let sandbox = Sandbox(
      requireSandbox ? .required : sandbox ?? settings.sandbox, needs: .group)
    try orFail(.notLocked) { try sandbox.require() }
    // Nothing that is read is a secret.
    let memory = try orFail { try PromptMemory(withoutSecrets: ()) }
    let watch = try orFail {
      try hardening.watchSignals(faultSentence: "keyward: stopped by a fault\n")
    }
    var session = try orFail { try TerminalSession(environment: environment) }
    var options = DialogueOptions()
    options.title = title
    options.description = text
    options.error = error
    options.isPlain = plain ?? settings.isPlain
    options.form = form ?? settings.form
    options.keepsLine = keep ?? settings.keepsLine
    options.timeout = timeout == 0 ? nil : timeout
    (options.yesLabel, options.noLabel, options.cancelLabel) = ("_Yes", "_No", "_Cancel")
    let dialogue = Dialogue(environment: environment, memory: memory)
    dialogue.onFirstFrame = { _ in sandbox.close() }
    do {
      return try dialogue.confirm(options, on: &session, watch: watch).status
    } catch {
      throw CommandFailure(error)
    }
  }
}
