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
  var pump: InputPump
  private var session: TerminalSession?
  private let watch: SignalWatch
  /// The name the open terminal was asked for by.
  private var openName: String?
  private var isParked = false

  /// Dialogues on terminals.
  ///
  /// - Parameters:
  ///   - surroundings: What is the same for all of them.
  ///   - regions: Locked memory; without fields no passphrase is asked for.
  ///   - watch: The signals of the program.
  public init(
    _ surroundings: Surroundings, regions: consuming DialogueRegions, watch: consuming SignalWatch
  ) {
    self.surroundings = surroundings
    fields = regions.fields
    pump = InputPump(ring: regions.ring)
    self.watch = watch
  }

  /// The descriptor that is readable when a signal was noted.
  public var signalDescriptor: Int32 { watch.descriptor }

  /// The signal that ends the program, if one was noted.
  public func takeSignal() -> Int32? { watch.take().ending }

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
    let isPlain = usesLines(on: environment(for: request.header.terminal))
    // Line mode has no drawn keyboard, so nobody could type.
    guard let fields, surroundings.settings.input != .screen || !isPlain else {
      return .failed(.terminal(.notATerminal))
    }
    fields.wipe()
    do throws(TerminalError) {
      let scene = try run(request.header, client: &client) { frame in
        PassphraseScene(
          request, settings: surroundings.settings, fields: fields, frame: frame,
          isVisible: isVisible)
      }
      return scene.end ?? .failed(.gone)
    } catch {
      return .failed(.terminal(error.trouble))
    }
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
    do throws(TerminalError) {
      let scene = try run(request.header, client: &client) { frame in
        ConfirmationScene(request, frame: frame, isNotice: isNotice)
      }
      return scene.end ?? .failed(.gone)
    } catch {
      return .failed(.terminal(error.trouble))
    }
  }

  /// Runs `body` with the accepted passphrase.
  public func withPassphrase<R>(_ body: (RawSpan) -> R) -> R {
    guard let fields else { return body(RawSpan()) }
    return fields.withSecret(body)
  }

  /// Wipes the passphrase and whatever else was typed.
  public func wipe() {
    fields?.wipe()
    pump.reset()
  }

  // MARK: Terminal

  /// Whether echo is still off after a passphrase.
  public var holdsTerminal: Bool { isParked }

  /// Gives the terminal back as it was found.
  public func releaseTerminal() { leave() }

  /// Runs a dialogue from the opening of the terminal to its end.
  private func run<Scene: DialogueScene>(
    _ header: DialogueHeader, client: inout ClientChannel, _ make: (SceneFrame) -> Scene
  ) throws(TerminalError) -> Scene {
    let caller = header.caller.flatMap { VerifiedCaller($0) }
    defer { withExtendedLifetime(caller) {} }
    do throws(TerminalError) {
      try open(header.terminal)
    } catch {
      leave()
      throw error
    }
    let environment = environment(for: header.terminal)
    let frame = frame(on: environment, header, askedBy: caller)
    let scene = make(frame)
    let presenter = CalledPresenter(
      scene, of: self, frame: frame, environment: environment, timeout: header.timeout,
      endings: (caller.map { [$0.descriptor] } ?? []) + endingDescriptors)
    swap(&client, &presenter.client)
    run(presenter)
    swap(&client, &presenter.client)
    return scene
  }

  /// Runs a dialogue on the open terminal, then leaves it or holds it.
  private func run(_ presenter: CalledPresenter) {
    guard var terminal = session.take() else { return }
    let scene = presenter.scene
    var loop = ScreenLoop(presenter, descriptor: terminal.descriptor)
    var end = LoopEnd.over
    var isGone = false
    var mayHold = scene.holdsTerminal
    do throws(TerminalError) {
      end = try loop.run(on: &terminal, watch: watch)
      isGone = end == .hungUp || presenter.isAbandoned
      if isGone { scene.fail(.gone) }
      if case .signalled(let signal) = end {
        scene.fail(signal == SIGINT ? .interrupted : .signalled(signal))
      }
    } catch {
      isGone = true
      mayHold = false
      isGone = presenter.hasBegun && error != .changedByOthers
      scene.fail(isGone ? .gone : .terminal(error.trouble))
    }
    // First of all: a terminal that takes nothing keeps leaving it waiting.
    scene.close()
    if !isGone { presenter.sayLast(to: terminal) }
    // A terminal that would not take the end of the screen gets it with its settings, later.
    let holds = mayHold && presenter.hasBegun && !isGone && loop.leaveScreen()
    session = consume terminal
    if holds { park() } else { leave() }
    // An interrupt would only cancel what is over.
    if end == .hungUp, let signal = watch.endingAfterHangUp(), signal != SIGINT {
      scene.fail(.signalled(signal))
    }
  }

  /// What the terminal can show, and who asks.
  private func frame(
    on environment: TerminalEnvironment, _ header: DialogueHeader, askedBy caller: VerifiedCaller?
  ) -> SceneFrame {
    var frame = SceneFrame()
    frame.warning = surroundings.warning
    frame.isASCII = environment.glyphs.isASCII
    frame.hasColor = environment.palette.depth != .none
    (frame.isPlain, frame.form) = (usesLines(on: environment), surroundings.settings.form)
    var parts = caller.map { caller in
      let program = frame.clean(caller.programName, .name)
      let user = frame.clean(Array(caller.userName.utf8), .name)
      return ["asked by \(program), pid \(caller.process), \(user)"]
    }
    if parts == nil, !header.unverifiedCaller.isEmpty {
      parts = [frame.clean(header.unverifiedCaller, .line)]
    }
    if !header.origin.isEmpty { parts = (parts ?? []) + [frame.clean(header.origin, .line)] }
    frame.asker = parts?.joined(separator: ", ") ?? ""
    return frame
  }

  private func usesLines(on environment: TerminalEnvironment) -> Bool {
    environment.needsLineMode || surroundings.settings.isPlain
  }

  private func environment(for choice: TerminalChoice) -> TerminalEnvironment {
    var environment = surroundings.environment
    environment.device = choice.name ?? environment.device
    environment.term = choice.type ?? environment.term
    environment.locale = choice.characterLocale ?? environment.locale
    if !surroundings.settings.usesColour { environment.refusesColor = true }
    environment.theme = surroundings.settings.theme
    return environment
  }

  /// Opens the terminal, or takes up the one that is held.
  private func open(_ choice: TerminalChoice) throws(TerminalError) {
    if isParked, openName != choice.name { leave() }
    guard choice.name != nil || !surroundings.needsName else { throw .notATerminal(path: "") }
    if session == nil {
      session = try TerminalSession(environment: environment(for: choice))
      openName = choice.name
    }
    isParked = false
    pump.reset()
  }

  /// Keeps echo off on the terminal whose screen has been left.
  private func park() {
    pump.reset()
    guard var terminal = session.take() else { return }
    do throws(TerminalError) {
      try terminal.resume()
      isParked = true
      session = consume terminal
    } catch {
      session = consume terminal
      leave()
    }
  }

  /// Gives the terminal back; what ends the screen goes out with the settings, once, on this way as on
  /// every other.
  private func leave() {
    isParked = false
    openName = nil
    guard var terminal = session.take() else { return }
    terminal.leave(draining: &pump.ring)
    pump.reset()
  }
}

extension TerminalError {
  /// The trouble the protocol has an error for.
  var trouble: TerminalTrouble {
    switch self {
    case .cannotOpen(_, let code): return TerminalTrouble(code: code)
    case .settings(let code): return TerminalTrouble(code: code)
    case .wait: return .noDevice
    case .busy, .changedByOthers: return .busy
    default: return .notATerminal
    }
  }
}
