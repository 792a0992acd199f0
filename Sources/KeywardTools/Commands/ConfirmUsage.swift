import ArgumentParser
import SecretCommands
import SecureMemory
import TerminalUI

/// Declares `keyward confirm`, which asks yes or no.
struct ConfirmUsage: SecretUsage {
  typealias Command = ConfirmCommand

  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Ask yes or no.",
    discussion: """
      The exit status is 0 for yes, 1 for no and 130 where the question was cancelled. The screen goes \
      to the terminal, and standard input is not read. Only Enter answers: the letters y \
      and n move the focus, and any other character moves it back to the default.
      """)

  @Argument(help: ArgumentHelp("The question, in one or more lines.", valueName: "text"))
  var text: String

  @Option(help: ArgumentHelp("A title above the question.", valueName: "TEXT"))
  var title = ""

  @Option(help: ArgumentHelp("What went wrong the last time.", valueName: "TEXT"))
  var error = ""

  @Option(help: ArgumentHelp("Label of the button for yes.", valueName: "LABEL"))
  var yes: String?

  @Option(help: ArgumentHelp("Label of the button for no.", valueName: "LABEL"))
  var no: String?

  @Option(
    name: .customLong("default"),
    help: ArgumentHelp("The answer of Enter alone; no unless given.", valueName: "ANSWER"))
  var standard: ConfirmCommand.Answer?

  @Flag(help: "Mark yes as dangerous; not with --default yes.")
  var danger = false

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

  @Flag(inversion: .prefixedNo, help: FormHelp.watcher)
  var watcher: Bool?

  @Option(help: SandboxHelp.sandbox)
  var sandbox: Sandbox.Use?

  @Flag(help: SandboxHelp.requireSandbox)
  var requireSandbox = false

  func validate() throws {
    var values = ConfirmCommand()
    values.text = text
    values.standard = standard
    values.danger = danger
    try asValidation { () throws(UsageError) in try values.validate() }
  }
}
