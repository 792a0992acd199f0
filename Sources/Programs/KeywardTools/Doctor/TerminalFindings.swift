import Glibc
import KeywardEngine
import KeywardPrograms
import KeywardTerminal
import SecureMemory

extension Finding {
  /// Tries the terminal mode for secrets, then restores the settings.
  static func ofTerminal(_ hardening: inout ProcessHardening) -> [Finding] {
    let environment = TerminalEnvironment.current()
    do throws(TerminalError) {
      var session = try TerminalSession(environment: environment)
      let terminal = Self.terminal(session)
      let mode = Self.mode(&session, &hardening)
      return [
        terminal, mode.mode, mode.lock, mode.watcher, abilities(environment), devices(session),
      ].compactMap(\.self)
    } catch {
      return [
        Finding(
          "terminal", "none, \(error.description)",
          advice: "without a terminal, keyward type, get and exec end with status 1",
          kind: .information),
        Self.abilities(environment),
      ]
    }
  }

  private static func terminal(_ session: borrowing TerminalSession) -> Finding {
    let size = session.size
    let term = session.environment.term
    return Finding(
      "terminal",
      "\(session.path), \(size.columns) × \(size.rows) cells, "
        + (term.isEmpty ? "TERM is not set" : "TERM is \(term)"), kind: .information)
  }

  private static func mode(
    _ session: inout TerminalSession, _ hardening: inout ProcessHardening
  ) -> (mode: Finding, lock: Finding?, watcher: Finding?) {
    let subject = "tty mode"
    guard session.isInForeground else {
      let finding = Finding(
        subject, "not tested, since `keyward doctor` is running in the background",
        advice: "run `keyward doctor` in the foreground to test this", kind: .information)
      return (finding, nil, nil)
    }
    // Start the helper before any memory regions exist.
    let refusal = RestoreHelper.start()
    defer { RestoreHelper.dismiss() }
    do {
      let watch = try hardening.watchSignals(faultSentence: "keyward: error: the program crashed\n")
      var ring = try InputRing(policy: .allowUnlocked)
      let watches = RestoreHelper.isReady
      try session.begin()
      let (mode, isExclusive) = (session.mode, session.isExclusive)
      session.leave(draining: &ring)
      if let signal = watch.take().ending { ProcessExit.die(by: signal) }
      return (finding(of: mode, subject), lock(isExclusive), watcher(watches, refusal))
    } catch {
      return (Finding(subject, "not tried (\(error))", advice: "try another terminal"), nil, nil)
    }
  }

  private static func finding(of mode: TerminalMode?, _ subject: String) -> Finding {
    if mode == .canonical {
      return Finding(subject, "canonical without echo; the kernel keeps no copy of typed text")
    }
    return Finding(
      subject, "raw; the kernel keeps typed text until it is overwritten",
      advice: "use another terminal")
  }

  private static func lock(_ isExclusive: Bool) -> Finding {
    if isExclusive {
      return Finding("tty lock", "works; only one dialogue at a time asks on this terminal")
    }
    return Finding(
      "tty lock", "refused by the kernel; two simultaneous dialogues would mix up their input",
      advice: "let only one program at a time ask on this terminal")
  }

  private static func watcher(_ watches: Bool, _ refusal: RefusedCall?) -> Finding {
    let subject = "tty watcher"
    let settings = ProgramSettings(environment: environmentVariable)
    if !settings.protection.usesWatcher {
      return Finding(
        subject, "switched off; a program killed by kill -9 leaves the terminal without echo",
        advice: "remove “watcher: no” from the settings",
        kind: .information)
    }
    guard !watches else {
      return Finding(subject, "works; the terminal is restored even after kill -9")
    }
    return Finding(
      subject,
      "refused by the kernel; a program killed by kill -9 leaves the terminal without echo",
      advice: refusal?.remedy ?? "allow setsid and seccomp")
  }

  /// The finding about input devices; nil unless the terminal is a console.
  private static func devices(_ session: borrowing TerminalSession) -> Finding? {
    let layout = try? ShippedLayouts.keyboard(named: "us")
    guard let devices = DeviceSet(.auto, typing: layout, on: session.descriptor) else { return nil }
    let found = devices.summary
    return Finding(
      "input devices", found.isEmpty ? "none that you may read" : found,
      advice: found.isEmpty
        ? "only root and members of the group “input” may read them" : pluggedInAdvice,
      kind: .information, isList: true)
  }

  private static func abilities(_ environment: TerminalEnvironment) -> Finding {
    if environment.needsLineMode {
      return Finding(
        "terminal features", "line mode only",
        advice: "set TERM to the terminal's type, and unset KEYWARD_PLAIN, for the drawn keyboard",
        kind: .information)
    }
    let colors =
      switch environment.palette.depth {
      case .none: "no colours"
      case .sixteen: "16 colours"
      case .indexed: "256 colours"
      case .direct: "24-bit colours"
      }
    let characters = environment.isUTF8 ? "UTF-8" : "ASCII only"
    let keys = environment.hasKittyKeyboard ? ", unambiguous keys" : ""
    return Finding(
      "terminal features", "\(colors), \(characters)\(keys)",
      advice: environment.isUTF8 ? nil : "set LANG to a UTF-8 locale such as C.UTF-8",
      kind: environment.isUTF8 ? .information : .action)
  }
}
