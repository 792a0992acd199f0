import SecureMemory
import Settings
import TerminalUI

/// `keyward confirm`: asks yes or no.
package struct ConfirmCommand: SecretCommand {
  package static let name = "confirm"

  /// An answer that may be the default.
  package enum Answer: String, CaseIterable, Sendable {
    case yes, no
  }

  /// The question, in one or more lines; nil if none was given.
  package var text: String?
  /// A title above the question.
  package var title = ""
  /// The error of the last attempt.
  package var error = ""
  /// The label of the button for yes; nil for “Yes”.
  package var yes: String?
  /// The label of the button for no; nil for “No”.
  package var no: String?
  /// The answer of Enter alone; nil for no.
  package var standard: Answer?
  /// True to mark yes as dangerous.
  package var danger = false
  /// The seconds from the first frame to the end of the question; 0 for never.
  package var timeout: Double?
  /// True if only lines of text are used; nil if the command line does not say.
  package var plain: Bool?
  /// The form of the screen in the window; nil if the command line does not say.
  package var form: ScreenForm?
  /// True if a line stays behind; nil if the command line does not say.
  package var keep: Bool?
  /// True if a child restores the terminal after `kill -9`; nil if the command line does not say.
  package var watcher: Bool?
  /// The use of a sandbox after the first frame; nil if the command line does not say.
  package var sandbox: Sandbox.Use?
  /// True if the command refuses to ask without a sandbox.
  package var requireSandbox = false

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .text("title") { $0.title = $1 },
    .text("error") { $0.error = $1 },
    .text("yes") { $0.yes = $1 },
    .text("no") { $0.no = $1 },
    .choice("default") { $0.standard = $1 },
    .flag("danger") { $0.danger = true },
    .value("timeout", OptionValues.seconds) { $0.timeout = $1 },
    .either("plain") { $0.plain = $1 },
    .choice("form") { $0.form = $1 },
    .either("keep") { $0.keep = $1 },
    .either("watcher") { $0.watcher = $1 },
    .choice("sandbox") { $0.sandbox = $1 },
    .flag("require-sandbox") { $0.requireSandbox = true },
  ]

  package mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError) {
    guard text == nil else { throw UsageError("“\(word)” stands behind the question.") }
    text = word
  }

  package func validate() throws(UsageError) {
    guard text != nil else { throw UsageError("Give the question.") }
    guard !danger || standard != .yes else {
      throw UsageError("--danger and --default yes exclude each other.")
    }
  }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let settings = ProgramSettings(environment: EnvironmentVariable.value, say: StandardStreams.say)
    var environment = TerminalEnvironment.current()
    if !settings.usesColour { environment.refusesColor = true }
    let sandbox = Sandbox(requireSandbox ? .required : sandbox ?? settings.sandbox, needs: .group)
    var preparation = settings.preparation(
      sandbox, faultSentence: "keyward: stopped by a fault\n")
    preparation.startsRestoreHelper = watcher ?? settings.usesWatcher
    let host = try prepareHost(preparation, &hardening)
    var session = try orFail { try TerminalSession(environment: environment) }
    var options = DialogueOptions()
    options.title = title
    options.description = text ?? ""
    options.error = error
    options.isPlain = plain ?? settings.isPlain
    options.form = form ?? settings.form
    options.keepsLine = keep ?? settings.keepsLine
    options.timeout = timeout == 0 ? nil : timeout
    options.yesLabel = yes.map(Self.unmarked) ?? "_Yes"
    options.noLabel = no.map(Self.unmarked) ?? "_No"
    // Without a mark: only y and n are letters here.
    options.cancelLabel = "Cancel"
    options.initialChoice = standard == .yes ? .submit : .disagree
    options.isDangerous = danger
    let surface = PromptSurface(environment, isPlain: options.isPlain, form: options.form)
    let setting = host.setting(environment, surface, suspendsGroup: options.suspendsGroup)
    do {
      let prompt = ConfirmationPrompt(options, surface: surface)
      return try host.run([prompt], setting, on: &session).status
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A label in which `_` marks nothing; an empty one stays empty, which means the standard one.
  private static func unmarked(_ label: String) -> String {
    label.reduce(into: "") { $0 += $1 == "_" ? "__" : String($1) }
  }
}
