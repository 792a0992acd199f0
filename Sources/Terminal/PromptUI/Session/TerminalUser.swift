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
/// off.
package struct TerminalUser: Hashable, Sendable {
  package let terminal: String
  /// The name that the program has chosen, sanitised; empty if the program is hidden.
  package let name: String
  /// The process ID; 0 if the program is hidden.
  package let process: Int32

  package static func of(_ terminal: Int32, openedAs path: String) -> TerminalUser? {
    let group = tcgetpgrp(terminal)
    let isOurs = group > 0 && group == getpgrp()
    let ancestors = isOurs ? ancestors(in: group) : []
    let neighbours = isOurs ? Pipeline.startedNeighbours(besides: ancestors) : []
    // If this process is the whole job, it made the settings itself, or a crashed program left them.
    if isOurs, group == getpid(), neighbours.isEmpty { return nil }
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return nil }
    let isRaw = settings.c_lflag & tcflag_t(ICANON) == 0
    let device = TerminalDevice(of: terminal)
    if !isOurs, isJob(on: device, foreground: group) { return nil }
    let others =
      isOurs && !isRaw
      ? ancestors + neighbours : foreground(of: device, group, openedAs: terminal)
    if isRaw, Pipeline.isWaiting(others, on: device) { return nil }
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
    let leader = leader(of: others)
    let found = reader ?? (isOurs ? waitingProgram(among: ancestors) ?? neighbours.last : leader)
    if isOurs, found == nil { return nil }
    return TerminalUser(found, of: device, or: path)
  }

  /// Returns the foreground program of a terminal in any session, whether or not it reads; nil for
  /// none.
  package static func inFront(of terminal: borrowing TerminalSession) -> TerminalUser? {
    let device = TerminalDevice(of: terminal.descriptor)
    let others = foreground(
      of: device, tcgetpgrp(terminal.descriptor), openedAs: terminal.descriptor)
    return leader(of: others).map { TerminalUser($0, of: device, or: terminal.path) }
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

  private static func ancestors(in group: Int32) -> [ProcessStat] {
    var found: [ProcessStat] = []
    var next = getppid()
    while let process = ProcessStat(next), process.group == group, found.count < 64 {
      found.append(process)
      next = process.parent
    }
    return found
  }

  /// Returns the foreground processes of a device, without this process.
  ///
  /// For a terminal of another session, `group` is not positive. The foreground group then comes
  /// from each process's entry in `/proc`. A process of another user than this one, root and the
  /// terminal's owner counts only if it has the terminal open: in a namespace, any user can have a
  /// terminal with the same number.
  private static func foreground(
    of device: TerminalDevice, _ group: Int32, openedAs terminal: Int32
  ) -> [ProcessStat] {
    var status = stat()
    guard unsafe fstat(terminal, &status) == 0 else { return [] }
    let users = [0, geteuid(), status.st_uid]
    return entryNames(in: "/proc").compactMap { Int32($0) }.compactMap { ProcessStat($0) }.filter {
      $0.terminal == device.number && $0.group == (group > 0 ? group : $0.foreground)
        && $0.number != getpid() && ($0.belongs(to: users) || $0.hasOpen(status))
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
    return "\(subject) is using \(terminal). Start \(command) with `keyward attend -- \(word)`, "
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

package struct ProcessStat: Hashable, Sendable {
  package let number: Int32
  /// The name that the process has chosen, in at most 15 bytes.
  package let name: [UInt8]
  package let state: UInt8
  package let parent: Int32
  package let group: Int32
  /// The device number of the controlling terminal, packed as in `/proc`; 0 for none.
  package let terminal: UInt32
  package let foreground: Int32
  package let flags: UInt64
  /// In seconds, in steps of a clock tick.
  let processorTime: Double
  /// The start time in clock ticks since boot.
  package let start: UInt64

  package init?(_ number: Int32) {
    guard let line = try? SmallFile("/proc/\(number)/stat", atMost: 4096).bytes else { return nil }
    self.init(line: line, number: number)
  }

  /// Reads a line of `/proc/PID/stat` such as `940 (sudo) S 12 940 12 34816 940 …`.
  package init?(line: [UInt8], number: Int32) {
    // The name may contain blanks and parentheses.
    guard let open = line.firstIndex(of: UInt8(ascii: "(")),
      let close = line.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = line[(close + 1)...].split(separator: 0x20)
    func field<Number: FixedWidthInteger>(_ place: Int) -> Number? {
      Number(String(decoding: fields[place], as: UTF8.self))
    }
    guard fields.count > 19, let state = fields[0].first, let parent: Int32 = field(1),
      let group: Int32 = field(2), let terminal: Int32 = field(4), let front: Int32 = field(5),
      let flags: UInt64 = field(6), let user: UInt64 = field(11), let system: UInt64 = field(12),
      let start: UInt64 = field(19)
    else { return nil }
    self.number = number
    name = Array(line[(open + 1)..<close])
    self.state = state
    (self.parent, self.group) = (parent, group)
    self.terminal = UInt32(bitPattern: terminal)
    foreground = front
    processorTime = Double(user &+ system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    (self.flags, self.start) = (flags, start)
  }

  func belongs(to users: [uid_t]) -> Bool {
    var status = stat()
    return unsafe stat("/proc/\(number)", &status) == 0 && users.contains(status.st_uid)
  }

  /// True if a standard stream of the process is this file; false if the kernel hides them.
  func hasOpen(_ file: stat) -> Bool {
    (0...2).contains { stream in
      var status = stat()
      return unsafe stat("/proc/\(number)/fd/\(stream)", &status) == 0
        && status.st_dev == file.st_dev && status.st_ino == file.st_ino
    }
  }

  /// True if a program of this name started this process, directly or through shells.
  package static func isStarted(by name: String) -> Bool {
    var parent = ProcessStat(getppid())
    while let process = parent, process.isShell { parent = ProcessStat(process.parent) }
    return parent?.name == Array(name.utf8)
  }

  package var isShell: Bool {
    let names = [
      "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "busybox", "fish", "csh", "tcsh", "nu",
      "xonsh", "elvish", "pwsh", "yash", "rc",
    ]
    return names.contains(String(decoding: name.drop { $0 == UInt8(ascii: "-") }, as: UTF8.self))
  }

  /// True if the process waits for input from the device.
  ///
  /// In raw mode, a process that waits in a poll also counts.
  func reads(_ device: TerminalDevice, isRaw: Bool) -> Bool {
    let place = waitingPlace
    if ["n_tty_read", "tty_read"].contains(place) { return true }
    // Reads of sockets wait in this function, too. The kernel reveals the call only to a process
    // that may trace the reader.
    if place == "wait_woken" { return readsTerminal(device) ?? true }
    return isRaw && Self.polls.contains { place.hasPrefix($0) }
  }

  /// True if the process runs, or waits for a disk.
  var isRunning: Bool { [UInt8(ascii: "R"), UInt8(ascii: "D")].contains(state) }

  /// True for a program of another user, which does not reveal where it sleeps.
  var isHidden: Bool {
    ["", "0"].contains(waitingPlace) && !isRunning && !belongs(to: [geteuid()])
  }

  /// The kernel function in which the process sleeps; empty if hidden.
  var waitingPlace: String {
    let bytes = (try? SmallFile("/proc/\(number)/wchan", atMost: 256).bytes) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let polls = [
    "poll_schedule_timeout", "do_select", "do_poll", "ep_poll", "do_epoll_wait",
  ]

  package var waitsForInput: Bool? {
    let place = waitingPlace
    if place.isEmpty || place == "0" { return nil }
    return (Self.polls + ["n_tty_read", "tty_read", "wait_woken"]).contains { place.hasPrefix($0) }
  }

  private func readsTerminal(_ device: TerminalDevice) -> Bool? {
    let line = (try? SmallFile("/proc/\(number)/syscall", atMost: 512).bytes) ?? []
    let words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x0a })
    guard words.count > 1, words[1].starts(with: "0x".utf8),
      let file = Int32(String(decoding: words[1].dropFirst(2), as: UTF8.self), radix: 16)
    else { return nil }
    let name = linkTarget(of: "/proc/\(number)/fd/\(file)")
    return name.map { $0 == "/dev/tty" || $0 == device.path || $0 == "/dev/console" }
  }
}
