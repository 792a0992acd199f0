import Glibc
import SecureMemory
import TerminalUI

/// Dialogues on a terminal: opened anew for each, by the name the client gave.
///
/// All locked memory is made before the first one. Between two passphrases the screen is left but echo
/// stays off, so that nobody types the next one into the shell.
public final class TerminalDialogue: PassphraseDialogue {
  /// What is the same for all dialogues of a program.
  public struct Surroundings {
    /// How the dialogues behave.
    public var settings = ProgramSettings()
    /// What the environment says about the terminal, where the client says nothing.
    public var environment: TerminalEnvironment
    /// What is protected, for the status line.
    public var protections: [String] = []
    /// What is not protected; empty for nothing.
    public var warning = ""
    /// Whether a terminal must have been named.
    public var needsName = true

    /// Surroundings with the settings where nothing was said.
    public init(environment: TerminalEnvironment) {
      self.environment = environment
    }
  }

  /// Descriptors that end a dialogue when they become readable, beside those of its caller.
  public var endingDescriptors: [Int32] = []

  let surroundings: Surroundings
  let fields: SecretFields?
  var ring: InputRing
  var decoder = InputDecoder()
  var session: TerminalSession?
  var screen: Screen?
  /// What is shown.
  var composer = ScreenComposer()
  private let watch: SignalWatch
  /// The name the open terminal was asked for by.
  private var openName: String?
  private var isParked = false

  /// Dialogues on terminals.
  ///
  /// - Parameters:
  ///   - surroundings: What is the same for all of them.
  ///   - fields: Locked memory for passphrases; nil where there is none, and none is asked for.
  ///   - ring: Locked memory for what is read.
  ///   - watch: The signals of the program.
  public init(
    _ surroundings: Surroundings, fields: SecretFields?, ring: consuming InputRing,
    watch: consuming SignalWatch
  ) {
    self.surroundings = surroundings
    self.fields = fields
    self.ring = ring
    self.watch = watch
  }

  /// The descriptor that is readable when a signal was noted.
  public var signalDescriptor: Int32 { watch.descriptor }

  /// The signal that ends the program, if one was noted.
  public func takeSignal() -> Int32? { watch.take().ending }

  func takeSignals() -> NotedSignals { watch.take() }

  func stopHere() { _ = watch.suspend(wholeGroup: false) }

  // MARK: Dialogues

  /// Asks for a passphrase.
  public func passphrase(
    _ request: PassphraseRequest, client: inout ClientChannel
  ) -> PassphraseEnd {
    passphrase(request, client: &client, isVisible: false)
  }

  /// Asks for a line of text.
  ///
  /// - Parameters:
  ///   - request: What to show.
  ///   - client: The client, which may go away.
  ///   - isVisible: Whether what is typed is shown.
  /// - Returns: How it ended.
  public func passphrase(
    _ request: PassphraseRequest, client: inout ClientChannel, isVisible: Bool
  ) -> PassphraseEnd {
    let isPlain =
      environment(for: request.header.terminal).needsLineMode || surroundings.settings.isPlain
    // Line mode has no drawn keyboard, so nobody could type.
    guard let fields, surroundings.settings.input != .screen || !isPlain else {
      return .failed(.terminal(.notATerminal))
    }
    fields.wipe()
    var scene: PassphraseScene?
    let end = run(request.header, client: &client) { frame in
      let new = PassphraseScene(
        request, settings: surroundings.settings, fields: fields, frame: frame,
        isVisible: isVisible)
      scene = new
      return new
    }
    scene?.returnKeyboard()
    if case .failed = end { fields.wipe() }
    fields.scratch.wipe()
    if end == .failed(.gone) { leave() } else { park() }
    return end
  }

  /// Asks for a decision.
  public func confirm(
    _ request: ConfirmationRequest, client: inout ClientChannel
  ) -> ConfirmationEnd {
    confirm(request, client: &client, isNotice: false)
  }

  /// Asks for a decision, or shows a notice until a signal comes.
  ///
  /// - Parameters:
  ///   - request: What to show.
  ///   - client: The client, which may go away.
  ///   - isNotice: Whether there is nothing to decide.
  /// - Returns: How it ended.
  public func confirm(
    _ request: ConfirmationRequest, client: inout ClientChannel, isNotice: Bool
  ) -> ConfirmationEnd {
    let end = run(request.header, client: &client) { frame in
      ConfirmationScene(request, frame: frame, isNotice: isNotice)
    }
    leave()
    return end
  }

  /// Runs `body` with the accepted passphrase.
  public func withPassphrase<R>(_ body: (RawSpan) -> R) -> R {
    guard let fields else { return body(RawSpan()) }
    return fields.withSecret(body)
  }

  /// Wipes the passphrase and whatever else was typed.
  public func wipe() {
    fields?.wipe()
    ring.removeAll()
  }

  // MARK: Terminal

  /// Whether echo is still off after a passphrase.
  public var holdsTerminal: Bool { isParked }

  /// Gives the terminal back as it was found.
  public func releaseTerminal() { leave() }

  private func run<Scene: DialogueScene>(
    _ header: DialogueHeader, client: inout ClientChannel, _ make: (SceneFrame) -> Scene
  ) -> Scene.End {
    let caller = header.caller.flatMap { VerifiedCaller($0) }
    defer { withExtendedLifetime(caller) {} }
    var frame = SceneFrame()
    frame.protections = surroundings.protections
    frame.warning = surroundings.warning
    do throws(TerminalError) {
      try open(header.terminal)
    } catch {
      leave()
      return make(frame).end(.terminal(error.trouble))
    }
    if let mode = session?.mode { frame.protections.append(mode.words) }
    adopt(header.terminal, caller, into: &frame)
    let scene = make(frame)
    var loop = DialogueLoop(dialogue: self, scene: scene, frame: frame)
    let callers = (caller.map { [$0.descriptor] } ?? []) + endingDescriptors
    return loop.run(header.timeout, client: &client, callers: callers)
  }

  /// What the terminal can show, and who asks.
  private func adopt(
    _ choice: TerminalChoice, _ caller: VerifiedCaller?, into frame: inout SceneFrame
  ) {
    let environment = environment(for: choice)
    frame.isASCII = environment.glyphs.isASCII
    frame.hasColor = environment.palette.depth != .none
    frame.isPlain = environment.needsLineMode || surroundings.settings.isPlain
    guard let caller else { return }
    let sanitizer = Sanitizer(isASCII: frame.isASCII)
    let program = sanitizer.clean(caller.programName, as: .name)
    let user = sanitizer.clean(caller.userName, as: .name)
    frame.asker = "asked by \(program), pid \(caller.process), \(user)"
  }

  private func environment(for choice: TerminalChoice) -> TerminalEnvironment {
    var environment = surroundings.environment
    environment.device = choice.name ?? environment.device
    environment.term = choice.type ?? environment.term
    environment.locale = choice.characterLocale ?? environment.locale
    if !surroundings.settings.usesColour { environment.refusesColor = true }
    return environment
  }

  /// Opens the terminal, or takes up the one that is held, and switches echo off.
  private func open(_ choice: TerminalChoice) throws(TerminalError) {
    if isParked, openName != choice.name { leave() }
    guard choice.name != nil || !surroundings.needsName else { throw .notATerminal(path: "") }
    let environment = environment(for: choice)
    if session == nil {
      session = try TerminalSession(environment: environment)
      openName = choice.name
    }
    isParked = false
    decoder = InputDecoder()
    ring.removeAll()
    try enter(environment)
  }

  private func enter(_ environment: TerminalEnvironment) throws(TerminalError) {
    guard var terminal = session.take() else { return }
    do throws(TerminalError) {
      try enter(&terminal, environment)
      session = consume terminal
    } catch {
      session = consume terminal
      throw error
    }
  }

  private func enter(
    _ terminal: inout TerminalSession, _ environment: TerminalEnvironment
  ) throws(TerminalError) {
    let isPlain = environment.needsLineMode || surroundings.settings.isPlain
    let modes = ScreenModes(kittyKeyboard: environment.hasKittyKeyboard)
    try terminal.begin(leaving: isPlain ? [] : Screen.bytesForLeaving(modes: modes))
    screen =
      isPlain
      ? nil
      : Screen(descriptor: terminal.descriptor, palette: environment.palette, modes: modes)
  }

  /// Takes the terminal up again after a stop.
  func resume() -> Bool {
    decoder = InputDecoder()
    ring.removeAll()
    guard let environment = session?.environment else { return false }
    do throws(TerminalError) {
      try enter(environment)
      return true
    } catch {
      return false
    }
  }

  /// Leaves the screen but keeps echo off.
  private func park() {
    screen?.leave()
    screen = nil
    composer = ScreenComposer()
    ring.removeAll()
    guard var terminal = session.take() else { return }
    do throws(TerminalError) {
      try terminal.begin(leaving: [])
      isParked = true
      session = consume terminal
    } catch {
      session = consume terminal
      leave()
    }
  }

  /// Leaves the screen and gives the terminal back.
  func leave() {
    // What ends the screen goes out with the settings, once, on this way as on every other.
    screen = nil
    composer = ScreenComposer()
    isParked = false
    openName = nil
    guard var terminal = session.take() else { return }
    terminal.leave(draining: &ring)
    ring.removeAll()
  }
}

extension TerminalError {
  /// The trouble the protocol has an error for.
  var trouble: TerminalTrouble {
    switch self {
    case .cannotOpen(_, let code): return TerminalTrouble(code: code)
    case .settings(let code): return TerminalTrouble(code: code)
    case .wait: return .noDevice
    default: return .notATerminal
    }
  }
}
