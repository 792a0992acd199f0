import Settings
import TerminalUI

extension TypingOptions {
  /// These options, completed by `KEYWARD_OPTIONS` and the configuration file.
  ///
  /// Unknown entries there are reported on standard error and otherwise ignored.
  package func settled() -> TypingOptions {
    let settings = ProgramSettings(
      environment: EnvironmentVariable.value, say: StandardStreams.say)
    var options = self
    options.mask = mask ?? settings.mask
    options.allowReveal = allowReveal ?? settings.allowsReveal
    options.plain = plain ?? settings.isPlain
    options.allowUnlockedMemory = allowUnlockedMemory ?? settings.allowsUnlockedMemory
    options.showsKeyboard = showsKeyboard ?? settings.showsKeyboard
    options.colour = colour ?? settings.usesColour
    options.form = form ?? settings.form
    options.keep = keep ?? settings.keepsLine
    options.watcher = watcher ?? settings.usesWatcher
    options.mouse = mouse ?? settings.usesMouse
    options.secretMemory = secretMemory ?? settings.usesSecretMemory
    options.sandbox = requireSandbox ? .required : sandbox ?? settings.sandbox
    options.theme = theme ?? settings.theme
    options.timeout = timeout ?? settings.timeout?.longest
    options.rules.input = rules.input ?? settings.input
    options.rules.feedback = rules.feedback ?? settings.feedback
    options.rules.maxLength = rules.maxLength ?? settings.longestSecret
    options.keyboard.shuffle = keyboard.shuffle ?? settings.shuffle
    options.keyboard.layout = keyboard.layout ?? settings.layout
    return options
  }

  /// The terminal, without colours if none are wanted.
  package var environment: TerminalEnvironment {
    var environment = TerminalEnvironment.current()
    if colour == false { environment.refusesColor = true }
    environment.theme = theme ?? .auto
    environment.usesMouse = mouse != false
    return environment
  }
}

extension DialogueTimeout {
  /// The seconds from the first frame; 0 for no limit.
  fileprivate var longest: Double {
    if case .seconds(let seconds) = self { seconds } else { 0 }
  }
}
