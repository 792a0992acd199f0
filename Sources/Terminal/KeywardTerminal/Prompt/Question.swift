/// Everything that is asked: by whom, for what, within which limits, and how it looks.
///
/// The keyboard's configuration has the settings of the keyboard: shuffling, press feedback, the
/// allowed keyboards, and the rules for accepted text. Texts are sanitised before they are shown,
/// so they cannot send control sequences to the terminal.
package struct Question: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A secret, or another text.
    case text
    /// A decision between two or three buttons.
    case decision
    /// A message with one button.
    case message
    /// A message without a button; only a key that cancels ends the prompt.
    case notice
  }

  /// The settings that a notice suggests when the person uses a function that is not enabled.
  ///
  /// A property is nil if its notice makes no suggestion.
  package struct Remedies: Hashable, Sendable {
    package var reveal: PromptText? = "--allow-reveal"
    package var generator: PromptText? = "--generate"
    package var form: PromptText? = "--form full"

    package init() {}

    package static let configuration = {
      var remedies = Self()
      remedies.reveal = .own(.inConfiguration, ["allow-reveal: yes"])
      remedies.generator = nil
      remedies.form = .own(.inConfiguration, ["form: full"])
      return remedies
    }()
  }

  package struct Offer: Hashable, Sendable {
    package var label: PromptText
    package var tip: String

    package init(_ label: PromptText, tip: String = "") {
      self.label = label
      self.tip = tip
    }
  }

  package var kind = Kind.text
  package var look = Look()
  /// The index of the field that takes the text.
  package var field = 0
  /// True if only the drawn keyboard types, so that a prompt without one is impossible.
  package var needsKeyboard = false
  package var program = "keyward"
  /// True if the dialogue of another program is shown, and not the prompt of a command.
  ///
  /// Ctrl-Z must then not stop the jobs of that program's shell. Whether there is a secret is
  /// hidden from that program.
  package var isForCaller = false
  /// The asking program, such as `asked by gpg, pid 940`; empty if unknown.
  package var asker = ""
  /// The use that the asking program will make of the answer; nil if no program asks.
  package var purpose: Purpose?
  package var title = ""
  package var prompt = PromptText.own(.passphrase)
  package var description = ""
  package var error: PromptText = ""
  package var repeatPrompt: PromptText?
  package var repeatError = PromptText.own(.entriesDiffer)
  package var repeatMatch = PromptText.own(.matches)
  package var tries: Int?
  /// True if Enter on an empty field does not submit, but only shows that nothing was typed.
  package var refusesEmpty = false
  /// True if an empty answer needs a second Enter, because the asking program could use an empty
  /// answer as the secret.
  package var confirmsEmpty = false
  /// The seconds after the first frame in which Enter on an empty field is refused.
  ///
  /// The person may have pressed Enter for the previous question.
  package var emptyAnswerDelay = 0.0
  package var isVisible = false
  package var quality: Offer?
  package var generator: Offer?
  package var beginsGenerated = false
  /// True if the keyboard has more than one layout.
  package var hasOtherLayouts = false
  package var asksConsent = false
  package var refusalTitle = ""
  /// The passphrase rules; line mode shows `shortHint` instead.
  package var hint = ""
  package var shortHint = ""
  package var isGrouped = false
  package var groupingHint = PromptText.own(.groupingBlanks)
  /// The labels of the buttons, with `_` before the accelerator; nil for no button.
  package var yesLabel: PromptText?
  package var noLabel: PromptText?
  package var cancelLabel: PromptText?
  /// The initially focused button, if it exists; nil for the first one.
  package var initialChoice: PromptViewModel.Choice?
  package var isDangerous = false
  package var capsLockHint = PromptText.own(.capsLock)
  package var ringsAtFirst = false
  /// True if the caller may refuse the answer, so that the kept line has no mark.
  package var isCheckedLater = false
  /// The seconds from the first frame to the end of the dialogue; nil for no limit.
  package var timeout: Double?
  /// The time at which the dialogue ends, on the loop's clock; nil to use `timeout` instead.
  ///
  /// This limit applies even while the dialogue waits for its first frame.
  package var end: Double?
  /// The seconds without a key after which a dialogue without another limit ends; nil for none.
  package var idleTimeout: Double?
  /// True if the person can power off the computer instead of answering.
  ///
  /// The computer is then also powered off when the idle limit is reached.
  package var offersPowerOff = false
  /// The missing protections and the faults of the configuration, the most important one first.
  package var missing: [PromptText] = []
  package var remedies = Remedies()
  /// True if Ctrl-\ ends the dialogue, so that the person can type the answer directly into the
  /// asking program.
  package var offersPassing = false
  /// True if Ctrl-Z ends the dialogue, so that the asking program can be stopped.
  package var stopsAsker = false

  package init() {}
}

extension Question {
  /// Returns a copy with all texts in the surface's language and sanitised.
  ///
  /// The prompt makes this copy once, so that no frame has to sanitise the texts again.
  func sanitized(on surface: PromptSurface) -> Question {
    let sanitizer = surface.sanitizer
    func line(_ text: String) -> String { sanitizer.clean(text, as: .line) }
    func lines(_ text: String) -> String { sanitizer.clean(text, as: .description) }
    func shown(_ text: PromptText, as kind: CallerText = .line) -> PromptText {
      .given(sanitizer.clean(text.text(in: surface.language), as: kind))
    }
    func label(_ text: PromptText) -> PromptText {
      .given(sanitizer.clean(text.text(in: surface.questionLanguage), as: .prompt))
    }
    func offer(_ offer: Offer) -> Offer { Offer(shown(offer.label), tip: lines(offer.tip)) }
    var clean = self
    clean.program = sanitizer.clean(program, as: .name)
    clean.asker = line(asker)
    clean.purpose?.cutMark = CommandText.cutMark(with: surface.glyphs.ellipsis)
    clean.title = line(title)
    clean.prompt = label(prompt)
    clean.description = lines(description)
    clean.error = shown(error, as: .error)
    clean.repeatPrompt = repeatPrompt.map(label)
    clean.repeatError = shown(repeatError, as: .error)
    clean.repeatMatch = shown(repeatMatch)
    clean.quality = quality.map(offer)
    clean.generator = generator.map(offer)
    clean.refusalTitle = line(refusalTitle)
    clean.hint = lines(hint)
    clean.shortHint = line(shortHint)
    clean.groupingHint = shown(groupingHint, as: .description)
    clean.yesLabel = yesLabel.map { shown($0) }
    clean.noLabel = noLabel.map { shown($0) }
    clean.cancelLabel = cancelLabel.map { shown($0) }
    clean.capsLockHint = shown(capsLockHint)
    clean.missing = missing.map { shown($0) }
    return clean
  }

  /// The buttons for the choices that have labels; an empty label means the default one.
  func buttons(in language: Language) -> [PromptViewModel.Button] {
    let choices: [PromptViewModel.Choice] =
      switch kind {
      case .text: [.submit, .cancel, .powerOff]
      case .decision: [.submit, .disagree, .cancel]
      case .message: [.submit]
      case .notice: []
      }
    return choices.compactMap { choice in
      guard let given = label(of: choice)?.text(in: language) else { return nil }
      var button = PromptViewModel.Button(
        marked: given.isEmpty ? language[choice.phrase] : given, choice: choice)
      button.isDangerous = isDangerous && choice == .submit
      // Letters are part of a text, so its buttons have no accelerators.
      if kind == .text { button.acceleratorIndex = nil }
      return button
    }
  }

  private func label(of choice: PromptViewModel.Choice) -> PromptText? {
    switch choice {
    case .submit: yesLabel ?? (kind == .text ? nil : "")
    case .disagree: noLabel
    case .cancel: cancelLabel
    case .powerOff: offersPowerOff ? "" : nil
    }
  }
}

extension PromptViewModel.Choice {
  var phrase: Phrase {
    switch self {
    case .submit: .ok
    case .disagree: .no
    case .cancel: .cancel
    case .powerOff: .powerOff
    }
  }
}
