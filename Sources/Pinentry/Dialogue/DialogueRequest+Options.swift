import Glibc
import TerminalUI

extension DialogueHeader {
  /// How a prompt with this header looks and behaves; the texts are made harmless by the prompt.
  ///
  /// - Parameter settings: What holds where the client says nothing.
  /// - Returns: The options.
  func options(_ settings: ProgramSettings) -> DialogueOptions {
    var options = DialogueOptions()
    options.title = title.text
    options.description = description.text
    options.error = error.text
    options.capsLockHint = capsLockHint.text
    options.ringsAtFirst = rings
    options.mask = settings.mask
    options.allowsReveal = settings.allowsReveal
    options.isPlain = settings.isPlain
    options.showsKeyboard = settings.wantsKeyboard
    // What the caller's shell has running beside us is none of our business.
    options.suspendsGroup = false
    switch timeout {
    case .usual: options.idleTimeout = DialogueTimeout.usualIdleTime
    case .never: break
    case .seconds(let seconds): options.timeout = seconds
    case .at(let end): options.end = end
    }
    return options
  }
}

extension PassphraseRequest {
  /// How its prompt looks and behaves.
  func options(_ settings: ProgramSettings) -> DialogueOptions {
    var options = header.options(settings)
    options.prompt = prompt.text
    options.isVisible = isVisible
    if hidesLength { options.mask = .hidden }
    options.yesLabel = okLabel.text
    options.cancelLabel = cancelLabel.text
    if let repetition {
      options.repeatPrompt = repetition.label.text
      options.repeatError = repetition.error.text
      options.repeatMatch = repetition.success.text
    }
    options.quality = qualityBar.map { .init($0.label.text, tip: $0.tip.text) }
    options.generator = generator.map { .init($0.label.text, tip: $0.tip.text) }
    if let constraints {
      options.asksConsent = true
      options.shortHint = constraints.shortHint.text
      let isShort = constraints.longHint.isEmpty
      options.hint = (isShort ? constraints.shortHint : constraints.longHint).text
      options.refusalTitle = constraints.errorTitle.text
    }
    options.isGrouped = isFormatted
    if !formattedHint.isEmpty { options.groupingHint = formattedHint.text }
    return options
  }
}

extension ConfirmationRequest {
  /// How its prompt looks and behaves.
  func options(_ settings: ProgramSettings) -> DialogueOptions {
    var options = header.options(settings)
    options.yesLabel = okLabel.text
    options.noLabel = notOKLabel?.text
    options.cancelLabel = cancelLabel.text
    return options
  }

  /// What there is to decide.
  var kind: ConfirmationPrompt.Kind {
    isNotice ? .notice : hasOneButton ? .message : .question
  }
}

extension DialogueFailure {
  /// What it means for a client that a prompt ended so.
  init(_ outcome: DialogueOutcome) {
    switch outcome {
    case .submitted, .declined, .cancelled, .mismatched: self = .cancelled
    case .timedOut: self = .timedOut
    case .hungUp, .abandoned: self = .gone
    case .signalled(let signal): self = signal == SIGINT ? .interrupted : .signalled(signal)
    }
  }
}
