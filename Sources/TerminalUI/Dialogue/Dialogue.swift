import KeywardEngine

/// Asks a person for a secret on a terminal, from the first frame to the restored screen.
///
///     var session = try TerminalSession(environment: .current())
///     let dialogue = Dialogue(options, keyboard: keyboard, memory: try DialogueMemory())
///     let outcome = try dialogue.run(on: &session, watch: watch)
///     if outcome == .submitted { try keyboard.text.write(to: 1, newline: true) }
///
/// The keyboard's text holds the secret after `submitted`; after every other outcome it, and whatever
/// else was typed, has been wiped. When `run` returns or throws the terminal is as it was found.
public final class Dialogue {
  let options: DialogueOptions
  let keyboard: Keyboard
  let model: TypingModel
  let environment: TerminalEnvironment
  var pump: InputPump
  var scratch: SecretBuffer
  let clock: Clock
  /// The mode the terminal was in while the secret was typed; nil before that.
  public internal(set) var mode: TerminalMode?

  /// A dialogue that has not begun.
  ///
  /// - Parameters:
  ///   - options: How it looks and behaves.
  ///   - keyboard: The drawn keyboard, hidden; its text is what is typed into. A screen described as a
  ///     terminal follows the window.
  ///   - memory: Locked memory, made before the terminal is touched.
  ///   - environment: What the terminal can do.
  ///   - clock: Where the time comes from.
  public init(
    _ options: DialogueOptions, keyboard: Keyboard, memory: consuming DialogueMemory,
    environment: TerminalEnvironment = .current(), clock: Clock = .monotonic
  ) {
    self.options = options
    self.keyboard = keyboard
    self.environment = environment
    self.clock = clock
    model = TypingModel(
      options, keyboard: keyboard, parked: memory.parked.take(),
      sanitizer: Sanitizer(isASCII: environment.glyphs.isASCII))
    let parts = memory.split()
    pump = InputPump(ring: parts.ring)
    scratch = parts.scratch
  }

  /// Whether lines of text are used instead of a screen.
  public var isPlain: Bool { options.isPlain || environment.needsLineMode }

  /// Asks, and comes back when there is an answer.
  ///
  /// - Parameters:
  ///   - session: The open terminal, not begun; it has been left when this returns.
  ///   - watch: The signals of the process.
  /// - Returns: How it ended. After `signalled` the caller dies by that signal.
  /// - Throws: `TerminalError` where there is no talking to the terminal.
  public func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    if isPlain, keyboard.configuration.input == .screen { throw .noDrawnKeyboard }
    return try ask(on: &session, watch: watch).afterHangUp(watch)
  }

  private func ask(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    let presenter: any TypingPresenter = isPlain ? LinePresenter(self) : DialoguePresenter(self)
    defer {
      // First of all: a terminal that takes nothing keeps leaving it waiting.
      if model.outcome != .submitted { model.wipe() }
      model.wipeParked()
      scratch.wipe()
      if let outcome = model.outcome { presenter.sayLast(of: outcome, to: session) }
      session.leave(draining: &pump.ring)
    }
    var loop = ScreenLoop(presenter, descriptor: session.descriptor)
    return try loop.run(on: &session, watch: watch).outcome(of: model)
  }
}

extension DialogueMemory {
  fileprivate consuming func split() -> Parts {
    Parts(ring: ring, scratch: scratch)
  }

  fileprivate struct Parts: ~Copyable {
    var ring: InputRing
    var scratch: SecretBuffer
  }
}
