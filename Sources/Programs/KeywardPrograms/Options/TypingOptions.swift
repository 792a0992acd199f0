import KeywardEngine
import KeywardTerminal
import SecureMemory

/// The options of every command that asks for a secret on the typing screen.
package struct TypingOptions {
  package var prompt: String?
  package var description = ""
  package var error = ""
  package var settings: ProgramSettings
  package var screen = ScreenOptions()

  package init(_ settings: ProgramSettings = ProgramSettings()) { self.settings = settings }

  package static let groups: [OptionGroup<Self>] =
    [
      OptionGroup(
        "Texts",
        [
          .value(
            "prompt", .text(),
            "Label of the input field; default: Passphrase, or PIN or ID number on a number pad."
          ) { $0.prompt = $1 },
          .value("description", .text(), "Purpose of the secret, in one or more lines.") {
            $0.description = $1
          },
          .value("error", .text(), "Error message of the previous attempt.") { $0.error = $1 },
        ])
    ] + ProgramSettings.groups.map { $0.within { $1(&$0.settings) } } + [
      ScreenOptions.group.within { $1(&$0.screen) }
    ]

  package func configuration(
    on screen: ScreenDescription
  ) throws(CommandFailure) -> KeyboardConfiguration {
    try settings.keyboard.configuration(on: screen, self.screen.profile())
  }

  package func preparation(_ sandbox: (Sandbox.Use) -> Sandbox) -> PromptHost.Preparation {
    var preparation = settings.preparation(
      sandbox, faultSentence: "keyward: error: the program crashed, and the secret was wiped\n")
    // The keyboard's rules limit the secret; a name asked for before it can be longer.
    preparation.longest = nil
    return preparation
  }

  package var question: Question {
    var question = Question()
    settings.apply(to: &question)
    question.title = settings.keyboard.title
    question.prompt =
      prompt.map { .given($0) } ?? .own(Phrase(forSecretOn: settings.keyboard.onlyPanel))
    question.description = description
    question.error = .given(error)
    return question
  }
}
