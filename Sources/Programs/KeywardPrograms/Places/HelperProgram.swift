import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The command line of a `HelperProgram`.
package struct HelperCommand {
  /// The path or name of the program, which only this user and root must be able to replace, and
  /// its arguments.
  var words: [String]
  /// The variables that differ from those of this program; nil removes a variable.
  package var environment: [String: String?] = [:]
  /// Returns true if nobody else can replace the peers that the program connects to.
  ///
  /// It is called directly before each start.
  var isTrusted: () -> Bool = { true }

  package init(_ words: [String]) { self.words = words }
}

/// A program that was started in a new session, with the default handling of signals.
package final class HelperProgram {
  private let process: pid_t
  private let output: Int32
  /// A descriptor that is readable once the program has ended; -1 without support of the kernel.
  let exit: Int32

  /// Starts a program; its output goes to `/dev/null` unless `readsOutput` is true.
  package init?(_ command: HelperCommand, readsOutput: Bool = false) {
    let words = command.words
    guard command.isTrusted(), let program = TrustedProgram(named: words[0]).path else {
      return nil
    }
    var ends: [Int32] = [-1, -1]
    if readsOutput {
      guard unsafe platform_pipe(&ends) == 0 else { return nil }
    }
    output = ends[0]
    var (files, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
    unsafe posix_spawn_file_actions_init(&files)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&files)
      unsafe posix_spawnattr_destroy(&attributes)
      if ends[1] >= 0 { close(ends[1]) }
    }
    for stream: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0)
    }
    if readsOutput { unsafe posix_spawn_file_actions_adddup2(&files, ends[1], 1) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | Int32(PLATFORM_SPAWN_SESSION)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let environment = ChangedEnvironment(command.environment)
    var child: pid_t = 0
    let code = unsafe environment.withPointers { variables in
      unsafe posix_spawn(&child, program, &files, &attributes, &arguments, variables)
    }
    guard code == 0 else {
      if output >= 0 { close(output) }
      return nil
    }
    process = child
    exit = platform_pidfd_open(child)
  }

  /// Returns the lines written until the program ends or `end` is reached; then kills a program
  /// that still runs.
  package func lines(until end: Double) -> [String] {
    defer {
      close(output)
      if status == nil { kill(process, SIGKILL) }
      _ = waitpid(process, nil, 0)
    }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while BorrowedTerminal.wait(for: output, until: end) {
      let count = unsafe read(output, &room, room.count)
      guard count > 0 else { break }
      bytes += room.prefix(count)
    }
    return bytes.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The exit status or the signal; nil while it runs.
  var status: Int32? {
    var state = unsafe siginfo_t()
    guard unsafe waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) == 0,
      unsafe state.si_signo != 0
    else { return nil }
    return unsafe state._sifields._sigchld.si_status
  }

  deinit {
    if exit >= 0 { close(exit) }
    _ = waitpid(process, nil, WNOHANG)
  }
}

/// A helper, `keyward lend --to SOCKET`, that runs in a new popup or window and lends its terminal.
///
/// A helper has started successfully once it connects to our socket. The exit status of the program
/// that opens the popup or window is no proof.
struct LendingHelper {
  private let socket: Int32
  private let path: String
  let words: [String]

  /// The seconds within which a helper must connect after the program that opened its terminal
  /// exits.
  private static let lastMoment = 1.0
  /// The longest wait for another popup to close, and the pause between two attempts, in seconds.
  private static let (longestPopup, pause) = (120.0, 0.2)

  /// Creates the socket for the helper.
  ///
  /// Returns nil with elevated privileges, or if there is no folder for the socket or no `keyward`.
  init?() {
    guard platform_has_foreign_rights() == 0,
      let program = ProgramFolder.found(lookup: environmentVariable).map({ $0 + "/keyward" }),
      let path = LendingSocket.pathForHelper()
    else { return nil }
    socket = unsafe platform_lending_listen(path)
    guard socket >= 0 else { return nil }
    self.path = path
    words = [program, LendCommand.name, "--to", path]
  }

  func close() {
    Glibc.close(socket)
    unsafe unlink(path)
  }

  /// Runs `starter`, which opens a popup or window with the helper, and borrows its terminal.
  ///
  /// While another popup is open, tmux exits with status 0 but does not start the helper. With
  /// `waitsForOthers`, `starter` is then run again for at most `longestPopup` seconds. Returns nil
  /// once the program that reads from `output` is gone; -1 for none.
  func borrow(
    for asker: Asker, by starter: HelperCommand, waitsForOthers: Bool, output: Int32
  ) -> BorrowedTerminal? {
    let lastTry = MonotonicTime.now + Self.longestPopup
    var program = HelperProgram(starter)
    var end = MonotonicTime.now + BorrowedTerminal.longestWait
    var (hasEnded, triesAgain) = (false, false)
    var list = PollList()
    while let running = program {
      list.removeAll()
      let helper = list.watch(socket)
      let exit = list.watch(hasEnded ? -1 : running.exit)
      let reader = list.watch(output, for: [])
      guard list.wait(until: end) == 0, !list.hasEvents(at: reader) else { return nil }
      if list.hasEvents(at: helper) {
        let connection = platform_lending_accept(socket)
        guard connection >= 0 else { continue }
        guard LendingSocket.peer(of: connection)?.user == geteuid() else {
          Glibc.close(connection)
          continue
        }
        return BorrowedTerminal.borrow(from: connection, for: asker, until: end)
      }
      let now = MonotonicTime.now
      if list.hasEvents(at: exit) {
        hasEnded = true
        triesAgain = waitsForOthers && running.status == 0 && now < lastTry
        end = min(end, now + (triesAgain ? Self.pause : Self.lastMoment))
      } else if now >= end {
        guard triesAgain else { return nil }
        program = HelperProgram(starter)
        end = now + BorrowedTerminal.longestWait
        (hasEnded, triesAgain) = (false, false)
      }
    }
    return nil
  }
}
