import Glibc
import KeywardEngine
import KeywardTerminal

extension TypingOptions {
  /// Asks for a secret; opens the terminal and loads all files before the user types.
  ///
  /// Throws a failure with status 70 if memory cannot be locked. `output` is the descriptor whose
  /// reader waits for the secret; nil if the secret is written elsewhere. `command` is the command
  /// that gets the secret by `passage`. `asksToPrint` adds the
  /// question whether to print the secret on the terminal; the outcome of a no is `declined`.
  /// `isHosted` is true in a program that goes on after the dialogue: that program asks, and no
  /// sandbox may confine it.
  func ask(
    _ asking: PolicyOptions, _ hardening: inout ProcessHardening,
    command: ExecTarget? = nil, passage: SecretDelivery? = nil, output: Int32? = nil,
    asksToPrint: Bool = false, isHosted: Bool = false
  ) throws(CommandFailure) -> SecretAnswer {
    // Read files before there is a secret to lose.
    var typing = self
    // A keyboard without letters stays as it is: the physical keyboard types them.
    if let panel = asking.expects?.panel, panel.isPad { typing.settings.keyboard.panel = panel }
    let early = try typing.configurationBeforeKeys(asking)
    let settings = typing.settings
    var preparation = preparation { Sandbox($0, needs: .group, isHosted: isHosted) }
    preparation.capacities = asking.capacities(passage?.capacity ?? SecretText.largestCapacity)
    let host = try prepareHost(preparation, &hardening)
    var session: TerminalSession
    do throws(CommandFailure) {
      session = try settings.openTerminal(host, for: isHosted ? getpid() : nil)
    } catch {
      guard asking.isSingle, !isHosted, settings.places.contains(.systemd) else { throw error }
      return try typing.askThroughSystemd(
        asking, early, host, command: command, passage: passage, output: output)
    }
    var environment = session.environment
    settings.apply(to: &environment)
    let devices = try settings.openDevices(on: session)
    let window = session.size
    let shown = try screen.description(window: { window })
    let field = host.memory.fields[0]
    let keyboard = try typing.keyboard(early, on: shown, into: field)
    if asking.repeats { host.memory.fields[1].acceptance = field.acceptance }
    let (language, rules) = (environment.shownLanguage, field.acceptance)
    let question = typing.question(
      asking, by: isHosted ? AskingProcess(getpid()) : .caller, from: host,
      on: session.ownDevice, command: command, passage: passage, environment)
    var questions = asking.questions(question, in: language, rules: rules)
    if asksToPrint { questions.append(question.printing(in: language)) }
    let outcome: DialogueOutcome
    do throws(TerminalError) {
      outcome = try host.ask(
        questions, on: &session, in: environment, keyboard: keyboard, devices: devices,
        source: output.map { ReaderWatch(of: $0) },
        policy: asking.policy(in: language, rules: rules))
    } catch {
      throw CommandFailure(error)
    }
    return SecretAnswer(
      outcome: outcome, host: host, mode: session.lastMode,
      isInForeground: session.isInForeground,
      name: asking.user == nil ? nil : host.memory.fields.last,
      omitted: asking.omittedSeparator)
  }
}

extension PolicyOptions {
  /// The character of the secret that is not written; nil for none.
  fileprivate var omittedSeparator: UInt8? { omitsSeparators ? expects?.separator : nil }

  /// True if only one text is asked for, without a suggestion.
  fileprivate var isSingle: Bool { user == nil && !repeats && generate == nil }
}

extension TypingOptions {
  /// Asks through systemd's password agents.
  fileprivate func askThroughSystemd(
    _ asking: PolicyOptions, _ early: KeyboardConfiguration?, _ host: PromptHost,
    command: ExecTarget?, passage: SecretDelivery?, output: Int32?
  ) throws(CommandFailure) -> SecretAnswer {
    let field = host.memory.fields[0]
    _ = try keyboard(early, on: screen.description(window: { (80, 24) }), into: field)
    let environment = settings.environment
    let language = environment.shownLanguage
    let question = question(
      asking, by: .caller, from: host, command: command, passage: passage, environment)
    let asked = asking.questions(question, in: language, rules: field.acceptance)[0]
    let outcome = try orFail {
      try host.askThroughSystemd(asked, in: language, output: output ?? -1)
    }
    return SecretAnswer(
      outcome: outcome, host: host, mode: nil, isInForeground: false, name: nil,
      omitted: asking.omittedSeparator)
  }

  /// Returns the question for the secret, with who asks and for what.
  private func question(
    _ asking: PolicyOptions, by asker: AskingProcess, from host: PromptHost,
    on terminal: UInt32? = nil, command: ExecTarget?, passage: SecretDelivery?,
    _ environment: TerminalEnvironment
  ) -> Question {
    var question = question
    if prompt == nil, let phrase = asking.expects?.label { question.prompt = .own(phrase) }
    let door = passage?.door(in: environment.shownLanguage) ?? ""
    host.introduce(
      asker, on: terminal, passing: command.map { ($0.bytes, door) }, in: &question, environment)
    return question
  }

  /// Returns the keyboard that types into a field, which gets its rules.
  ///
  /// `early` is the configuration of a keyboard that was read before.
  private func keyboard(
    _ early: KeyboardConfiguration?, on shown: ScreenDescription, into field: SecretField
  ) throws(CommandFailure) -> KeyboardSupply {
    guard var early else {
      field.acceptance = settings.keyboard.rules ?? field.acceptance
      return .later { field in
        (try? configuration(on: shown)).flatMap { try? Keyboard($0, field: field) }
      }
    }
    early.screen = shown
    return try orFail(.usage) { .ready(try Keyboard(early, field: field, makesRules: true)) }
  }

  /// Reads the keyboard if it decides the rules of the text or its quality, or may have a fault to
  /// report; nil if the prompt can read it when it first needs it.
  fileprivate mutating func configurationBeforeKeys(
    _ asking: PolicyOptions
  ) throws(CommandFailure) -> KeyboardConfiguration? {
    guard
      asking.expects != nil || asking.quality || settings.keyboard.rules == nil
        || screen != ScreenOptions()
    else { return nil }
    do throws(KeyboardLibraryError) {
      try settings.keyboard.load()
    } catch {
      throw CommandFailure(error)
    }
    var configuration = try configuration(on: screen.description(window: { (80, 24) }))
    configuration.expects = asking.expects
    return configuration
  }
}

extension Question {
  /// Returns the question whether to print the secret on the terminal.
  fileprivate func printing(in language: Language) -> Question {
    var question = self
    question.kind = .decision
    question.description = language[.printsHere]
    question.error = ""
    question.look.keepsLine = false
    (question.yesLabel, question.noLabel) = (.own(.yes), .own(.no))
    question.cancelLabel = .given(language.unmarked(.cancel))
    question.initialChoice = .disagree
    return question
  }
}

extension EntryKind {
  /// The default label of the field; nil to derive it from the panel.
  fileprivate var label: Phrase? {
    switch self {
    case .recoveryKey, .bitLocker: .recoveryKey
    case .bip39: .seedPhrase
    default: panel == .letters ? .code : nil
    }
  }
}

/// The outcome of a question for a secret; after `submitted`, with the secret in locked memory.
struct SecretAnswer: ~Copyable {
  let outcome: DialogueOutcome
  fileprivate let host: PromptHost
  /// The mode of the terminal while the secret was typed; nil if systemd asked.
  let mode: TerminalMode?
  /// True if this program was in the foreground of the terminal at the end.
  fileprivate let isInForeground: Bool
  /// The field of the name that was asked for first; nil for none.
  fileprivate let name: SecretField?
  /// The character of the secret that is not written; nil for none.
  fileprivate let omitted: UInt8?

  private var secret: SecretField { host.memory.fields[0] }

  /// Returns the exit status of a dialogue that was ended without a secret.
  ///
  /// If a signal ended the dialogue, ends the process by the same signal. After Ctrl-C,
  /// `tellsGroup` also sends SIGINT to the calling script, because some shells ignore the exit
  /// status.
  borrowing func giveUp(tellingGroup tellsGroup: Bool) -> ExitStatus {
    if tellsGroup, isInterrupted { ProcessExit.interruptCaller() }
    return outcome.status
  }

  /// Returns the exit status of a child process.
  ///
  /// After Ctrl-C it is `.interrupted`, so that the parent process signals the process group.
  borrowing func giveUpInChild() -> ExitStatus {
    isInterrupted ? .interrupted : giveUp(tellingGroup: false)
  }

  private var isInterrupted: Bool { outcome == .cancelled(.interrupt) && isInForeground }

  /// Writes the name, if the user was asked for one, and then the secret.
  ///
  /// A signal that arrives during the write ends the process at once.
  borrowing func write(
    name nameEnd: (descriptor: Int32, newline: Bool),
    secret secretEnd: (descriptor: Int32, newline: Bool)
  ) throws(CommandFailure) {
    let (name, secret, omitted) = (name, secret, omitted)
    try orFail {
      try host.watch.endingAtOnce { () throws(SecretWriteError) in
        try name?.text.write(to: nameEnd.descriptor, newline: nameEnd.newline)
        try secret.text.write(
          to: secretEnd.descriptor, newline: secretEnd.newline, omitting: omitted)
      }
    }
  }

  /// Returns the text that `write` would write, without its last newline.
  ///
  /// Throws `SecretMemoryError`, or `SecretTextError.tooLong` for a name and a secret that have no
  /// room together.
  borrowing func text() throws -> SecretText {
    var text = try SecretText()
    if let name {
      try name.text.withBytes { try text.append($0) }
      try text.append(utf8Of: "\n")
    }
    guard let omitted else {
      try secret.text.withBytes { try text.append($0) }
      return text
    }
    // A text of an expected form is ASCII.
    try secret.text.withBytes { bytes in
      for offset in bytes.byteOffsets where bytes.byte(offset) != omitted {
        try text.append(bytes.extracting(offset..<offset + 1))
      }
    }
    return text
  }

  /// Interrupts the whole job after Ctrl-C, and leaves a signal that ended the dialogue to the
  /// program's own handler, both at the end of the dialogue's signal watch.
  borrowing func passSignalsOn() {
    if case .signalled(let signal) = outcome { host.watch.passOn(signal) }
    if isInterrupted { kill(0, SIGINT) }
  }

  // Hashing takes a while; a signal during that time ends the process at once.

  borrowing func handOverHash(
    through child: PromptChild, report: String
  ) throws(CommandFailure) {
    let secret = secret
    try orFail {
      try host.watch.endingAtOnce { () throws(PasswordHashError) in
        let hash = try PasswordHash(of: secret.text)
        StandardStreams.write(hash.text, to: child.secret.writing)
        StandardStreams.write(report, to: child.text.writing)
      }
    }
  }

  borrowing func verify(against stored: PasswordHash) throws(CommandFailure) {
    let secret = secret
    try orFail {
      try host.watch.endingAtOnce { () throws(PasswordHashError) in try stored.verify(secret.text) }
    }
  }
}

extension DialogueOutcome {
  /// The exit status for the outcome.
  ///
  /// For a failure, it also prints the error message. For a signal, it ends the process by this
  /// signal.
  package var status: ExitStatus {
    if let complaint { StandardStreams.report.complain(complaint) }
    switch self {
    case .submitted: return .done
    case .declined, .mismatched, .hungUp, .askerChanged, .abandoned: return .failed
    case .cancelled: return .cancelled
    case .poweredOff: return .powerOff
    case .timedOut: return .timedOut
    case .signalled(let signal): ProcessExit.die(by: signal)
    }
  }

  /// The error message for a failure; nil if the person knows why there is no answer.
  var complaint: String? {
    switch self {
    case .submitted, .declined, .cancelled, .poweredOff, .signalled: nil
    case .mismatched: "the two entries differed too often; run the command again."
    case .timedOut: "not answered in time; run the command again."
    case .hungUp: "the terminal is gone, and the typed text was wiped."
    case .askerChanged: "the asking program has changed, and the typed text was wiped."
    case .abandoned:
      "no program is reading standard output any more, and the typed text was wiped."
    }
  }
}

extension ProcessHardening {
  /// Returns a report on how a typed secret was protected.
  ///
  /// No line depends on the secret or its length. The last line ends with `deed`, which describes
  /// the use of the secret, such as `wiped`.
  package func account(mode: TerminalMode?, deed: String) -> String {
    let steps = report.map { report in
      report.description + (report.advice.map { "; \($0)" } ?? "")
    }
    let terminal =
      mode == .canonical
      ? "terminal: no echo, and the kernel kept no copy of the typed text"
      : "terminal: no echo, but the kernel keeps the typed text until it is overwritten"
    return (["Submitted."] + steps + [terminal, "the secret: \(deed)"]).joined(separator: "\n")
  }
}
