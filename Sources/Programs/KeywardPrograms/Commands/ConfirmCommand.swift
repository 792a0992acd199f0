import KeywardTerminal
import SecureMemory

package struct ConfirmCommand: SecretCommand {
  package static let name = "confirm"
  package static let summary = "Ask yes or no."
  package static let discussion = """
    The exit status is 0 for yes, 1 for no and 130 if the question was cancelled. Write -- before \
    a TEXT that may begin with a dash. The prompt appears on \
    the terminal, and standard input is not read. Only Enter answers: the letters y and n move the \
    focus, and any other character moves it back to the default. In line mode a whole line answers: \
    y, yes, n, no, or an empty line for the default; any other line asks again. If a label begins \
    with the letter of another button, as in --yes No --no Yes, the letters are taken from the \
    labels: n and y here. Each is the first letter of its label, or if another label begins with \
    it, the first one that no other label has. Line mode shows the letters, and then also accepts \
    whole labels.
    """

  package var text: String?
  package var title = ""
  package var error = ""
  package var yes: String?
  package var no: String?
  package var isYesDefault = false
  package var danger = false
  package var settings: ProgramSettings

  package init(_ settings: ProgramSettings) { self.settings = settings }

  package static let argument: CommandOption<Self>? = .argument(
    "TEXT", .one, .text(), "The question, in one or more lines."
  ) { $0.text = $1 }

  package static let groups = [
    OptionGroup<Self>([
      .value("title", .text(), "Title above the question.") { $0.title = $1 },
      .value("error", .text(), "Error message of the previous attempt.") { $0.error = $1 },
      .value("yes", .text("LABEL"), "Label of the Yes button.") { $0.yes = $1 },
      .value("no", .text("LABEL"), "Label of the No button.") { $0.no = $1 },
      .value("default", .yesOrNo, "Answer to assume if only Enter is pressed; default: no.") {
        $0.isYesDefault = $1
      },
      .flag("danger", "Mark yes as dangerous; cannot be combined with --default yes.") {
        $0.danger = true
      },
    ]),
    ProgramSettings.promptGroup.within { $1(&$0.settings) },
  ]

  package func validate() throws(UsageError) {
    guard !danger || !isYesDefault else {
      throw UsageError("--danger cannot be combined with --default yes; leave one out.")
    }
  }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let preparation = settings.preparation { Sandbox($0, needs: .group) }
    let host = try prepareHost(preparation, &hardening)
    var session = try settings.openTerminal(host)
    var environment = session.environment
    settings.apply(to: &environment)
    let language = environment.shownLanguage
    var question = Question()
    settings.apply(to: &question)
    question.kind = .decision
    host.introduce(.caller, on: session.ownDevice, in: &question, environment)
    question.title = title
    question.description = text ?? ""
    question.error = .given(error)
    question.yesLabel = yes.map(Self.unmarked) ?? .own(.yes)
    question.noLabel = no.map(Self.unmarked) ?? .own(.no)
    // Show cancel without a marked letter: only the letters of yes and no move the focus.
    question.cancelLabel = .given(language.unmarked(.cancel))
    question.initialChoice = isYesDefault ? .submit : .disagree
    question.isDangerous = danger
    let devices = try settings.openDevices(on: session)
    return try orFail { () throws(TerminalError) in
      try host.ask([question], on: &session, in: environment, devices: devices)
    }.status
  }

  /// Returns a label without mnemonics: each `_` is doubled, so that it is shown as a character.
  private static func unmarked(_ label: String) -> PromptText {
    .given(label.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) })
  }
}
