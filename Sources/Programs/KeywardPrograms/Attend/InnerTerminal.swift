import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// A pseudo-terminal on which a command runs.
///
/// A child process of this program leads the terminal's session, and the command is a child of the
/// leader. If the command led the session itself, its process group would be orphaned, and job
/// control could not suspend it. This program keeps the slave open to count unread input.
///
/// Its own open slave is nonblocking; the command has another one.
struct InnerTerminal: ~Copyable {
  /// The master of the pseudo-terminal, nonblocking.
  let master: Int32
  private var slave: Int32
  /// A descriptor that is readable after the settings change, and after some other events; see
  /// `platform_watch_changes`.
  let changes: Int32
  private let leader: Int32
  private let gate: Int32
  /// The local flags that the command found on its terminal; nil before `adoptSettings`.
  private(set) var initialFlags: tcflag_t?

  /// Creates a pseudo-terminal with the window size of `terminal`, and a process for the command.
  ///
  /// The process waits until `open` is called, and then executes the command.
  static func start(
    like terminal: Int32, running command: ExecTarget, inherited: InheritedState
  ) throws(CommandFailure) -> InnerTerminal {
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard unsafe platform_make_terminal(terminal, &master, &slave) == 0 else {
      throw CommandFailure(
        "a pseudo-terminal could not be created: \(RefusedCall("open of /dev/ptmx", errno)).")
    }
    let changes = platform_watch_changes(slave)
    guard changes >= 0 else {
      throw CommandFailure(
        "the pseudo-terminal could not be watched: \(RefusedCall("epoll_create1", errno)).")
    }
    let (waiting, gate) = try makePipe()
    // The process waits on this pipe, so reading from it must block.
    _ = fcntl(waiting, F_SETFL, 0)
    let path = TerminalSession.devicePath(of: slave)
    let leader = platform_start_on_terminal(master, waiting, gate)
    if leader == 0 {
      // Programs that the command starts without a terminal are asked for here. Variables that the
      // person has set remain.
      for name in ["KEYWARD_TTY", "GPG_TTY"] {
        if let path { unsafe setenv(name, path, 0) }
      }
      try command.replaceProcess(inherited: inherited)
    }
    guard leader > 0 else {
      throw CommandFailure("a process could not be started: \(RefusedCall("clone", errno)).")
    }
    // Only the process may hold this end.
    close(waiting)
    return InnerTerminal(
      master: master, slave: slave, changes: changes, leader: leader, gate: gate)
  }

  deinit {
    // The hang-up reaches every process that is still on the terminal.
    for descriptor in [master, slave, gate, changes] where descriptor >= 0 { close(descriptor) }
  }

  /// Starts the command, and returns when the command runs or `signals` is readable, or after a
  /// second.
  ///
  /// If standard input or standard output is not a terminal, this function also redirects it to
  /// `/dev/null` in this process. Then only the command has the original pipe open, so the program
  /// at the other end of the pipe notices when the command closes the pipe.
  ///
  /// Until the command runs, Ctrl-C and Ctrl-Z reach no process.
  func open(unless signals: Int32) throws(TerminalError) {
    var byte: UInt8 = 1
    var tries = 1
    // The command would wait forever.
    while unsafe write(gate, &byte, 1) != 1 {
      guard tries < Self.mostTries else { throw .wait(code: errno) }
      tries += 1
    }
    let nothing = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    for stream: Int32 in 0...1 where isatty(stream) == 0 { dup2(nothing, stream) }
    close(nothing)
    // The process holds the other end of the gate until it runs the command. The file may be on a
    // slow network, and a copy of that end may have stayed open.
    var list = PollList()
    list.watch(gate, for: [])
    list.watch(signals)
    list.wait(until: MonotonicTime.now + 1)
  }

  /// The maximum number of tries to start the command, since the cause of a failure may be
  /// temporary.
  private static let mostTries = 8

  // MARK: State

  /// The mode in which a program reads hidden text.
  enum UnseenInput: Hashable {
    /// Line by line, like a prompt for a secret.
    case lines
    /// Key by key, with signal keys enabled, like some prompts and many editors.
    case keys
    /// Key by key, with the combination of terminal settings that only sudo-rs uses.
    case keysOfSudo
  }

  /// The mode in which a program reads hidden text; nil if no program does.
  ///
  /// It is also nil while EXTPROC is set. This flag marks a program that edits lines itself, such
  /// as a prompt of ours.
  ///
  /// Nor does a program read hidden text if echo was off before the command began, as in the shell
  /// buffer of an editor, and the flags are still those.
  var unseenInput: UnseenInput? { Self.unseenInput(on: master, unlike: initialFlags) }

  static func unseenInput(on master: Int32, unlike initialFlags: tcflag_t?) -> UnseenInput? {
    guard let flags = termios(of: master)?.c_lflag,
      flags & (tcflag_t(ECHO) | extproc) == 0, flags != initialFlags
    else { return nil }
    if flags & tcflag_t(ICANON) != 0 { return .lines }
    guard flags & tcflag_t(ISIG) != 0 else { return nil }
    return flags & tcflag_t(ECHONL) == 0 ? .keys : .keysOfSudo
  }

  static let extproc: tcflag_t = 0o200000

  private var settings: termios? { termios(of: master) }

  /// True unless the terminal has hung up; a single call that the kernel refuses does not look so.
  static func isThere(_ terminal: Int32) -> Bool {
    pollOne(terminal, for: []).isEmpty || termios(of: terminal) != nil
  }

  /// The number of typed bytes that a program can read now; in line mode, only whole lines count.
  var unreadBytes: Int32 { platform_unread_bytes(slave) }

  /// True if a program waits in a read of this terminal; one that polls before is not noticed.
  var isRead: Bool { TerminalSession.isRead(slave) }

  var foreground: Int32? { Self.foreground(of: master) }

  static func foreground(of master: Int32) -> Int32? {
    let group = tcgetpgrp(master)
    return group > 0 ? group : nil
  }

  /// Returns the change of the command's state since the last call.
  ///
  /// `status` is nil while the command runs or is stopped. After its end, `status` is the exit
  /// status, or 128 plus the number of the signal that killed the command.
  func leaderEvent() -> (isStopped: Bool, status: Int32?) {
    let event = platform_leader_event(leader)
    return (event.is_stopped != 0, event.status >= 0 ? event.status : nil)
  }

  // MARK: Acting

  /// Closes our descriptor of the slave; `master` then reports when no process has the slave open.
  mutating func closeForCommand() {
    close(slave)
    slave = -1
  }

  mutating func adoptSettings(_ settings: termios) {
    initialFlags = settings.c_lflag
    settings.apply(to: slave)
  }

  /// Copies the window size of `terminal`, with `rows` rows fewer.
  ///
  /// A change of the height makes the command redraw its screen.
  func adoptWindow(of terminal: Int32, fewer rows: Int32 = 0) {
    platform_copy_window(terminal, master, rows)
  }

  func continueCommand() { kill(leader, SIGCONT) }

  /// Sends SIGHUP to the command, but continues to read its output.
  mutating func hangUp() {
    closeForCommand()
    kill(leader, SIGHUP)
    continueCommand()
  }

  func eraseLine() {
    // Without a kill character to type, drop all input; no whole line is waiting at this point.
    guard let kill = settings?.character(VKILL), unseenInput == .lines else {
      tcflush(slave, TCIFLUSH)
      return
    }
    // Type it twice, since a preceding Ctrl-V would make the first one literal.
    let typed = [kill, kill]
    _ = unsafe write(master, typed, typed.count)
  }

  /// Types a secret and Enter in one call.
  ///
  /// Special characters of the terminal, such as `#` as erase or `@` as kill character, are quoted
  /// with the LNEXT character, because they would edit the line. If the program has disabled LNEXT,
  /// the secret is typed unquoted.
  func answer(_ text: borrowing SecretText) throws(SecretWriteError) {
    defer { platform_overwrite_written(master) }
    let settings = settings ?? termios()
    let quote = settings.c_lflag & tcflag_t(IEXTEN) != 0 ? settings.character(VLNEXT) : nil
    let indices = (0..<Int32(NCCS)).filter { ![VMIN, VTIME].contains($0) }
    let special = indices.compactMap(settings.character).filter { quote != nil && $0 >= 0x20 }
    // With INLCR, only CR ends a line. A program that reads keys gets a CR, as from Enter.
    let readsLines = settings.c_lflag & tcflag_t(ICANON) != 0
    let end: UInt8 = readsLines && settings.c_iflag & tcflag_t(INLCR) == 0 ? 0x0a : 0x0d
    try text.write(to: master, quoting: readsLines ? special : [], by: quote ?? 0, end: end)
  }

  /// Makes the kernel process typed input now, before the terminal settings change.
  func deliver() { pollOne(slave) }

  func discardLines() { tcflush(slave, TCIFLUSH) }

  var echoesLineEnds: Bool { settings.map { $0.c_lflag & tcflag_t(ECHONL) != 0 } ?? false }

  /// Types the interrupt character, or the end-of-file character if there is no interrupt
  /// character.
  func interrupt() {
    let settings = settings ?? termios()
    let isSignal = settings.c_lflag & tcflag_t(ISIG) != 0
    let typed = (isSignal ? settings.character(VINTR) : nil) ?? settings.character(VEOF)
    if let typed { type(typed) }
  }

  /// The character that stops a program; nil if its settings have none.
  var stopCharacter: UInt8? {
    settings.flatMap { $0.c_lflag & tcflag_t(ISIG) != 0 ? $0.character(VSUSP) : nil }
  }

  func type(_ character: UInt8) {
    var character = character
    _ = unsafe write(master, &character, 1)
  }

  var characters: ControlCharacters? { settings.map { ControlCharacters($0) } }

  /// The characters that end a line, whether typed keys wait in the kernel for them, and whether
  /// such a line is not echoed.
  var lineReading: (ends: [UInt8], isOn: Bool, isHidden: Bool) {
    let settings = settings
    let ends = [0x0a, 0x0d] + [VEOF, VINTR].compactMap { settings?.character($0) }
    func isSet(_ flag: Int32) -> Bool { settings.map { $0.c_lflag & tcflag_t(flag) != 0 } ?? false }
    return (ends, isSet(ICANON), isSet(ICANON) && !isSet(ECHO))
  }
}

extension termios {
  fileprivate func character(_ index: Int32) -> UInt8? {
    let byte = controlCharacter(index)
    return byte == 0 ? nil : byte
  }
}
