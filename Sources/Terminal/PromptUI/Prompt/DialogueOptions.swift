import KeyboardEngine

/// The look and behaviour of a prompt.
///
/// The keyboard's own configuration has the rest: shuffle, feedback, the keyboards that type, and
/// the rules for accepted text. Texts are sanitised before they are shown; nothing in them can
/// steer the terminal.
package struct DialogueOptions: Sendable {
  package enum Mask: String, CaseIterable, Hashable, Sendable {
    /// One bullet per character, and their number.
    case bullets
    /// Always eight bullets, once something is typed.
    case fixed
    /// Nothing.
    case hidden
  }

  /// A rotation at a fixed time, in seconds from the first frame.
  package struct Rotation: Hashable, Sendable {
    package var orientation: Orientation
    package var seconds: Double

    package init(orientation: Orientation, seconds: Double) {
      self.orientation = orientation
      self.seconds = seconds
    }
  }

  /// Settings that a person can make for a dialogue, as sentences name them; nil for none.
  package struct Remedies: Hashable, Sendable {
    package var reveal: PromptText? = "--allow-reveal"
    package var generator: PromptText? = "--generate"
    package var form: PromptText? = "--form full"

    package init() {}

    /// The settings of a program that gets no options.
    package static let configuration = {
      var remedies = Self()
      remedies.reveal = .own(.inConfiguration, ["allow-reveal: yes"])
      remedies.generator = nil
      remedies.form = .own(.inConfiguration, ["form: full"])
      return remedies
    }()
  }

  /// An offered action, with a longer text about it.
  package struct Offer: Hashable, Sendable {
    /// Its label; `_` marks the accelerator of a button.
    package var label: PromptText
    /// The longer text; empty for none.
    package var tip: String

    package init(_ label: PromptText, tip: String = "") {
      self.label = label
      self.tip = tip
    }
  }

  /// The program's name, in line mode.
  package var program = "keyward"
  /// The program that asks, such as `asked by gpg, pid 940`; empty for nobody.
  package var asker = ""
  package var title = ""
  package var prompt = PromptText.own(.passphrase)
  package var description = ""
  package var error: PromptText = ""
  /// The prompt of a second field for the same secret again; nil for one field.
  package var repeatPrompt: PromptText?
  package var repeatError = PromptText.own(.entriesDiffer)
  package var repeatMatch = PromptText.own(.matches)
  /// The number of times that two entries may differ; nil for any number.
  package var tries: Int?
  /// True if Enter on an empty field only shows that nothing is typed yet.
  package var refusesEmpty = false
  /// True if an empty answer takes a second Enter: a program may take it for a secret.
  package var confirmsEmpty = false
  /// Seconds from the first frame in which it also only shows that; 0 for none.
  ///
  /// The Enter may have been meant for the question before.
  package var emptyAnswerDelay = 0.0
  /// The time of the last key that was typed for a question before; nil for none.
  ///
  /// A person who goes on typing has not seen the new question: text and Enter are refused until
  /// there was no key for 0.3 seconds, or Enter was typed.
  package var lastStrayKey: Double?
  /// True if the typed text may be seen, as a name may.
  package var isVisible = false
  /// The bar that shows how good the passphrase is; nil for none.
  package var quality: Offer?
  /// The offer to make a passphrase; nil if none can be made.
  package var generator: Offer?
  package var beginsGenerated = false
  /// True if an adviser must allow the passphrase at Enter.
  package var asksConsent = false
  package var refusalTitle = ""
  /// The rules for it, in lines; those of line mode are shorter.
  package var hint = ""
  package var shortHint = ""
  /// True if a shown passphrase is in groups of five.
  package var isGrouped = false
  package var groupingHint = PromptText.own(.groupingBlanks)
  /// The buttons: yes, no, cancel, with `_` before the accelerator; nil for none.
  package var yesLabel: PromptText?
  package var noLabel: PromptText?
  package var cancelLabel: PromptText?
  /// The button that has the focus at first, if there is one; nil for the first button.
  package var initialChoice: PromptViewModel.Choice?
  package var isDangerous = false
  package var capsLockHint = PromptText.own(.capsLock)
  package var ringsAtFirst = false
  package var mask = Mask.bullets
  /// True if the fixed mask is shown on an empty field too, so that nobody sees that it is empty.
  package var hidesEmptiness = false
  /// The form of the screen; nil for a card without a drawn keyboard and the full screen with one.
  ///
  /// Rows at the cursor have no keyboard; if one is needed, the form is chosen as with nil.
  package var form: ScreenForm?
  /// True if the physical keyboard types by the layout too, whose name the field shows then.
  package var typesByLayout = false
  /// True if a line such as `Passphrase: ✓` stays after a form at the cursor was answered.
  package var keepsLine = false
  /// Whether Ctrl-T shows the typed characters.
  package var allowsReveal = false
  /// True if only lines of text are sent; a terminal that can do no more also causes this.
  package var isPlain = false
  /// True if the keyboard is drawn from the start; one that alone can type always is.
  package var showsKeyboard = true
  /// Seconds from the first frame until the dialogue ends automatically; nil for never.
  package var timeout: Double?
  /// The time at which it ends in place of `timeout`, on the clock of its loop; nil for none.
  ///
  /// This limit holds even if the dialogue waits before its first frame.
  package var end: Double?
  /// Seconds without a key until it ends, if there is no other limit; nil for never.
  package var idleTimeout: Double?
  /// True if the computer can be switched off in place of an answer, which the idle limit also
  /// does.
  package var offersPowerOff = false
  package var rotations: [Rotation] = []
  /// The missing protections for the status line, such as `sandbox switched off`.
  package var missing: [PromptText] = []
  /// The missing protection that matters most, shown as a warning on row 0; nil for none.
  package var warning: PromptText?
  /// True if Ctrl-Z may stop the whole process group.
  package var suspendsGroup = true
  /// The settings that make a refused key work in this dialogue.
  package var remedies = Remedies()
  /// True if Ctrl-\ ends it, so that the answer is typed to the program that asks.
  package var offersPassing = false

  package init() {}
}

extension DialogueOptions {
  /// The options for a surface: texts in its language that cannot steer a terminal, made once,
  /// since every key shows them.
  func sanitized(on surface: PromptSurface) -> DialogueOptions {
    let sanitizer = surface.sanitizer
    func line(_ text: String) -> String { sanitizer.clean(text, as: .line) }
    func lines(_ text: String) -> String { sanitizer.clean(text, as: .description) }
    func shown(_ text: PromptText, as kind: CallerText = .line) -> PromptText {
      .given(sanitizer.clean(text.text(in: surface.language), as: kind))
    }
    func label(_ text: PromptText) -> PromptText {
      .given(sanitizer.clean(text.text(in: surface.questionLanguage), as: .error))
    }
    func offer(_ offer: Offer) -> Offer { Offer(shown(offer.label), tip: lines(offer.tip)) }
    var clean = self
    clean.program = sanitizer.clean(program, as: .name)
    clean.asker = line(asker)
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
    clean.warning = warning.map { shown($0) }
    return clean
  }

  /// The first lines of line mode: the program that asks, and its purpose.
  func introduction(in language: Language) -> [String] {
    var lines: [String] = []
    if !asker.isEmpty { lines.append("\(program): \(asker)") }
    if let warning { lines.append(language[.warning, warning.text(in: language)]) }
    if !title.isEmpty { lines.append(title) }
    if !description.isEmpty {
      lines += description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    return lines
  }

  /// The buttons for those choices that have labels; an empty label means the default one.
  func buttons(
    _ choices: [PromptViewModel.Choice], in language: Language
  ) -> [PromptViewModel.Button] {
    choices.compactMap { choice in
      let given =
        switch choice {
        case .submit: yesLabel
        case .disagree: noLabel
        case .cancel: cancelLabel
        case .powerOff: offersPowerOff ? PromptText.given("") : nil
        }
      return given.map { given in
        let label = given.text(in: language)
        var button = PromptViewModel.Button(
          marked: label.isEmpty ? language[choice.phrase] : label, choice: choice)
        button.isDangerous = isDangerous && choice == .submit
        return button
      }
    }
  }
}

extension PromptViewModel.Choice {
  /// The default label of its button.
  var phrase: Phrase {
    switch self {
    case .submit: .ok
    case .disagree: .no
    case .cancel: .cancel
    case .powerOff: .powerOff
    }
  }
}
