import Glibc
import KeywardSystem
import SecureMemory

/// A program that reads a terminal or is about to read it.
///
/// No prompt may use the terminal meanwhile.
///
/// A full-screen program is recognised because canonical mode is off; all processes that it starts
/// count as part of it. A program that reads lines is recognised because it sleeps in a read of the
/// terminal. If `/proc` hides the program, the terminal counts as used only if canonical mode is
/// off. A stopped program of our pipeline reads nothing, whatever mode it has set.
package struct TerminalUser: Hashable, Sendable {
  package let terminal: String
  /// The name that the program has chosen, sanitised; empty if the program is hidden.
  package let name: String
  /// The process ID; 0 if the program is hidden.
  package let process: Int32
  /// The reasons why other places are not used either.
  var refusals: [String] = []
  /// The readers of our own pipeline, which can be held until the dialogue ends.
  private(set) var readers: [ProcessStat] = []

  package static func of(_ terminal: Int32, openedAs path: String) -> TerminalUser? {
    let group = tcgetpgrp(terminal)
    let isOurs = group > 0 && group == getpgrp()
    let ancestors = isOurs ? ancestors(in: group) : []
    let neighbours = isOurs ? Pipeline.startedNeighbours(besides: ancestors) : []
    // If this process is the whole job, it made the settings itself, or a crashed program left them.
    if isOurs, group == getpid(), neighbours.isEmpty { return nil }
    let device = TerminalDevice(of: terminal)
    if !isOurs, isJob(on: device, foreground: group) { return nil }
    var all = isOurs ? [] : processes(of: device, openedAs: terminal)
    if all.contains(where: { $0.writtenPipe != nil }) {
      // In `gpg -d FILE | w3m`, w3m may still be starting.
      _ = Pipeline.started {
        all = processes(of: device, openedAs: terminal)
        return all.filter { $0.isInFront(group) }
      }
    }
    guard let settings = termios(of: terminal) else { return nil }
    let isRaw = settings.c_lflag & tcflag_t(ICANON) == 0
    if isOurs, isRaw { all = processes(of: device, openedAs: terminal) }
    let others = isOurs && !isRaw ? ancestors + neighbours : all.filter { $0.isInFront(group) }
    if isRaw, Pipeline.isWaiting(others, of: all, on: device) { return nil }
    // A foreground program that cannot be part of a script needs no further search.
    if !isOurs, isRaw, let leader = ProcessStat(group), leader.group == group, !leader.isShell {
      return TerminalUser(leader, of: device, or: path)
    }
    let isAskedInSecret = !isRaw && settings.c_lflag & tcflag_t(ECHO) == 0
    let reader =
      others.first { $0.reads(device, isRaw: isRaw) }
      // In `get | sudo tee FILE`, the kernel does not show where sudo waits.
      ?? (isAskedInSecret ? others.first(where: \.isHidden) : nil)
    guard isRaw || reader != nil else { return nil }
    if reader == nil, neighbours.contains(where: \.areThreadsStopped) { return nil }
    let leader = leader(of: others)
    let found = reader ?? (isOurs ? waitingProgram(among: ancestors) ?? neighbours.last : leader)
    if isOurs, found == nil { return nil }
    var user = TerminalUser(found, of: device, or: path)
    user.readers = neighbours.filter { $0.reads(device, isRaw: isRaw) }
    return user
  }

  /// Returns the foreground program of a terminal in any session, whether or not it reads; nil for
  /// none.
  package static func inFront(of terminal: borrowing TerminalSession) -> TerminalUser? {
    let device = TerminalDevice(of: terminal.descriptor)
    let group = tcgetpgrp(terminal.descriptor)
    let others = processes(of: device, openedAs: terminal.descriptor).filter {
      $0.isInFront(group)
    }
    return leader(of: others).map { TerminalUser($0, of: device, or: terminal.path) }
  }

  /// Returns the foreground process group of a terminal in any session; nil if it is unknown.
  ///
  /// `process` is a process that may have the terminal. If it has, not all processes are searched.
  package static func group(
    inFrontOf terminal: borrowing TerminalSession, knownTo process: Int32?
  ) -> Int32? {
    let group = tcgetpgrp(terminal.descriptor)
    if group > 0 { return group }
    let device = TerminalDevice(of: terminal.descriptor).number
    if let stat = process.flatMap({ ProcessStat($0) }), stat.terminal == device {
      return stat.foreground
    }
    return inFront(of: terminal).flatMap { ProcessStat($0.process)?.group }
  }

  /// Whether a shell has the terminal, and this process is one of its background jobs, which the
  /// kernel stops before it could ask.
  ///
  /// The shell does not count as a program that uses the terminal, although it reads and its line
  /// editor has changed the settings.
  package static func isJob(on terminal: borrowing TerminalSession) -> Bool {
    isJob(on: TerminalDevice(of: terminal.descriptor), foreground: tcgetpgrp(terminal.descriptor))
  }

  private static func isJob(on device: TerminalDevice, foreground group: Int32) -> Bool {
    guard group > 0, group != getpgrp(), ProcessStat(group)?.isShell == true,
      let leader = ProcessStat(getpgrp()), leader.terminal == device.number,
      let shell = ProcessStat(leader.parent)
    else { return false }
    return shell.isShell && shell.group != leader.group && shell.terminal == leader.terminal
      && platform_stops_in_background() != 0
  }

  private static func leader(of processes: [ProcessStat]) -> ProcessStat? {
    processes.first { $0.number == $0.group } ?? processes.first
  }

  package init(terminal: String, name: String, process: Int32) {
    (self.terminal, self.name, self.process) = (terminal, name, process)
  }

  private init(_ process: ProcessStat?, of device: TerminalDevice, or path: String) {
    terminal = device.path ?? path
    name = process.map { Sanitizer().clean($0.name, as: .name) } ?? ""
    self.process = process?.number ?? 0
  }

  static func ancestors(in group: Int32) -> [ProcessStat] {
    var found: [ProcessStat] = []
    var next = getppid()
    while let process = ProcessStat(next), process.group == group, found.count < 64 {
      found.append(process)
      next = process.parent
    }
    return found
  }

  /// Returns the processes whose controlling terminal is a device, without this process.
  ///
  /// A process of another user than this one, root and the terminal's owner counts only if it has
  /// the terminal open: in a namespace, any user can have a terminal with the same number.
  private static func processes(
    of device: TerminalDevice, openedAs terminal: Int32
  ) -> [ProcessStat] {
    var status = stat()
    guard unsafe fstat(terminal, &status) == 0 else { return [] }
    let users = [0, geteuid(), status.st_uid]
    return ProcessStat.all.filter {
      $0.terminal == device.number && $0.number != getpid()
        && ($0.belongs(to: users) || $0.hasOpen(status))
    }
  }

  /// Returns the program of our process group that has started this program and waits for it.
  ///
  /// Shells are skipped, because they only run scripts. Processes with the name of this program are
  /// skipped, because they only start the prompt.
  private static func waitingProgram(among ancestors: [ProcessStat]) -> ProcessStat? {
    let own = ProcessStat(getpid())?.name
    return ancestors.first { !$0.isShell && $0.name != own }
  }
}

extension TerminalUser: CustomStringConvertible {
  package var description: String {
    let (subject, command) =
      process > 0
      ? ("\(Sanitizer.quoted(name)) (pid \(process))", "it") : ("another program", "that")
    let clauses = ["\(subject) is using \(terminal)"] + refusals
    return "\(clauses.joined(separator: "; ")). Start \(command) with `keyward attend -- \(word)`, "
      + "or run `keyward lend` in another terminal."
  }

  /// The command name to suggest, or a placeholder.
  ///
  /// The placeholder is used if the program's name may be truncated or is not a single word.
  private var word: String {
    let isCommand = name.isShellWord && name.utf8.count < 15 && name.first != "-"
    return isCommand ? name : "COMMAND"
  }
}
