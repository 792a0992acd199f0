import Glibc
import SecureMemory

/// A process as `/proc/PID/stat` describes it.
package struct ProcessStat: Hashable, Sendable {
  package let number: Int32
  /// The name that the process has chosen, in at most 15 bytes.
  package let name: [UInt8]
  package let state: UInt8
  package let parent: Int32
  package let group: Int32
  package let session: Int32
  /// The device number of the controlling terminal, packed as in `/proc`; 0 for none.
  package let terminal: UInt32
  package let foreground: Int32
  package let flags: UInt64
  /// In seconds, in steps of a clock tick.
  let processorTime: Double
  /// The start time in clock ticks since boot.
  package let start: UInt64

  /// The IDs of all processes that `/proc` shows.
  package static var numbers: [Int32] { entryNames(in: "/proc").compactMap { Int32($0) } }

  /// All processes that `/proc` shows.
  package static var all: [ProcessStat] { numbers.compactMap { ProcessStat($0) } }

  /// True if `/proc` describes the processes of this namespace, so that their numbers mean the same.
  ///
  /// In a new namespace, the outer `/proc` may still be mounted; it lists several numbers of ours.
  package static let isOfThisNamespace: Bool = {
    let status = (try? SmallFile("/proc/self/status", atMost: 65_536).bytes) ?? []
    return isOwn(status: status, process: getpid())
  }()

  /// True unless the status of a process lists another number than `process`, or further ones.
  static func isOwn(status: [UInt8], process: Int32) -> Bool {
    let numbers = words(after: "NSpid:", inStatus: status)
    // The kernel has no such line, and so no namespaces, or there is no status.
    return numbers.isEmpty || numbers == [String(process)]
  }

  /// Returns the words after `name` in the line of `/proc/PID/status` that begins with it.
  package static func words(after name: String, inStatus status: [UInt8]) -> [String] {
    var rest = status[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0a }
      if line.starts(with: name.utf8) {
        return line.dropFirst(name.utf8.count).split { $0 == 0x20 || $0 == 0x09 }
          .map { String(decoding: $0, as: UTF8.self) }
      }
      rest = rest.dropFirst(line.count + 1)
    }
    return []
  }

  package init?(_ number: Int32) {
    guard Self.isOfThisNamespace else { return nil }
    guard let line = try? SmallFile("/proc/\(number)/stat", atMost: 4096).bytes else { return nil }
    self.init(line: line, number: number)
  }

  /// Reads a line of `/proc/PID/stat` such as `940 (sudo) S 12 940 12 34816 940 …`.
  package init?(line: [UInt8], number: Int32) {
    // The name may contain blanks and parentheses.
    guard let open = line.firstIndex(of: UInt8(ascii: "(")),
      let close = line.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let rest = line[(close + 1)...]
    // A blank, the state, a blank, numbers.
    guard rest.count > 4, let numbers = Self.fields(in: rest.dropFirst(3)),
      let parent = Int32(exactly: numbers[0]), let group = Int32(exactly: numbers[1]),
      let session = Int32(exactly: numbers[2]), let terminal = Int32(exactly: numbers[3]),
      let front = Int32(exactly: numbers[4])
    else { return nil }
    self.number = number
    name = Array(line[(open + 1)..<close])
    state = rest[rest.startIndex + 1]
    (self.parent, self.group, self.session) = (parent, group, session)
    self.terminal = UInt32(bitPattern: terminal)
    foreground = front
    flags = UInt64(bitPattern: numbers[5])
    let ticks = numbers[10] &+ numbers[11]
    processorTime = Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    start = UInt64(bitPattern: numbers[18])
  }

  /// The number of fields that are read after the state.
  private static let fieldCount = 19

  /// Returns the first numbers of a line; nil if there are too few, or other words.
  private static func fields(in line: ArraySlice<UInt8>) -> [Int64]? {
    var numbers: [Int64] = []
    numbers.reserveCapacity(fieldCount)
    var (number, sign): (Int64?, Int64) = (nil, 1)
    for byte in line {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = (number ?? 0) &* 10 &+ sign &* Int64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "-") where number == nil: sign = -1
      case 0x20, 0x0a:
        guard let found = number else { return nil }
        numbers.append(found)
        if numbers.count == fieldCount { return numbers }
        (number, sign) = (nil, 1)
      default: return nil
      }
    }
    return nil
  }

  /// True if the process is in the foreground of its terminal.
  ///
  /// For a terminal of another session, `group` is not positive. The foreground group then comes
  /// from the process's entry in `/proc`.
  func isInFront(_ group: Int32) -> Bool { self.group == (group > 0 ? group : foreground) }

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

  /// True if a signal has stopped the process.
  package var isStopped: Bool { state == UInt8(ascii: "T") }

  /// True if the process leads a session that has a terminal.
  package var leadsTerminal: Bool { session == number && terminal != 0 }

  package var isShell: Bool {
    let names = [
      "sh", "bash", "rbash", "dash", "zsh", "ksh", "ksh93", "mksh", "ash", "busybox", "fish", "csh",
      "tcsh", "nu", "xonsh", "elvish", "pwsh", "yash", "rc",
    ]
    return names.contains(nameOfShell)
  }

  /// True for one of our programs, which asks itself or waits for one that asks.
  ///
  /// A link may give it another name. Once it has hardened itself, `/proc` hides its file; so do few
  /// other programs, which are taken for ours.
  var isOurs: Bool {
    let names = ["keyward", "keyward-askpass", "pinentry-keywar"]
    if names.contains(String(decoding: name, as: UTF8.self)) { return true }
    guard let file = linkTarget(of: "/proc/\(number)/exe") else { return true }
    return file == linkTarget(of: "/proc/self/exe")
  }

  /// The name without the hyphen of a login shell.
  private var nameOfShell: String {
    String(decoding: name.drop { $0 == UInt8(ascii: "-") }, as: UTF8.self)
  }

  /// True if the shell that has started the program, if any, learns that it goes on after a stop.
  ///
  /// Other shells with job control count the program as stopped, and take the terminal as soon as
  /// the rest of the job has ended.
  var canBeResumed: Bool {
    guard let shell = ProcessStat(parent), shell.isShell, shell.group != group else { return true }
    return ["bash", "rbash", "zsh", "mksh", "fish"].contains(shell.nameOfShell)
  }
}

/// The places in which the threads of a process wait.
extension ProcessStat {
  /// True if the process waits for input from the device.
  ///
  /// In raw mode, a process that waits in a poll also counts.
  func reads(_ device: TerminalDevice, isRaw: Bool) -> Bool {
    threads.contains { thread in
      let place = thread.waitingPlace
      if ["n_tty_read", "tty_read"].contains(place) { return true }
      // Reads of sockets wait in this function, too. The kernel reveals the call only to a process
      // that may trace the reader.
      if place == "wait_woken" { return thread.reads(device) ?? true }
      return isRaw && Self.polls.contains { place.hasPrefix($0) }
    }
  }

  /// True if a thread runs, or several wait only for each other and for time, as at the start of a
  /// program with threads.
  var isStarting: Bool {
    let places = waitingPlaces
    return isRunning
      || places.count > 1
        && places.allSatisfy { $0.hasPrefix("futex") || $0.hasSuffix("nanosleep") }
  }

  /// True if a thread runs, or waits for a disk.
  var isRunning: Bool { threads.contains(where: \.isRunning) }

  var hasThreads: Bool { threads.count > 1 }

  /// True if no thread runs before the process gets a SIGCONT.
  var areThreadsStopped: Bool { threads.allSatisfy(\.isStopped) }

  /// True for a program of another user, which does not reveal where it sleeps.
  var isHidden: Bool { waitingPlaces.isEmpty && !isRunning && !belongs(to: [geteuid()]) }

  /// True if the process sleeps in a read of a pipe that is its standard input, or the standard
  /// output of one of the processes `writers` that it has not started.
  ///
  /// Some programs move their standard input; in `less <(gpg -d FILE)` it is the terminal.
  func waitsForPipe(of writers: [ProcessStat]) -> Bool {
    guard waitingPlaces.contains(where: { $0.hasSuffix("pipe_read") || $0 == "pipe_wait" }) else {
      return false
    }
    if pipe(at: STDIN_FILENO) != nil { return true }
    let open = entryNames(in: "/proc/\(number)/fd").compactMap { Int32($0) }.compactMap(pipe)
    return writers.contains { writer in
      writer.writtenPipe.map(open.contains) == true && !writer.descends(from: self, among: writers)
    }
  }

  /// The number of the pipe that is the standard input; nil for none.
  var readPipe: UInt? { pipe(at: STDIN_FILENO) }

  /// The number of the pipe that is the standard output; nil for none.
  var writtenPipe: UInt? { pipe(at: STDOUT_FILENO) }

  /// True if the standard input or output is a pipe or, as in ksh, a socket.
  var isInPipeline: Bool {
    [STDIN_FILENO, STDOUT_FILENO].contains { descriptor in
      var status = stat()
      return unsafe stat("/proc/\(number)/fd/\(descriptor)", &status) == 0 && status.isOfPipeline
    }
  }

  /// True if this user may not see the files of the process.
  var hidesFiles: Bool {
    var status = stat()
    return unsafe stat("/proc/\(number)/fd/.", &status) != 0
  }

  private func pipe(at descriptor: Int32) -> UInt? {
    var status = stat()
    guard unsafe stat("/proc/\(number)/fd/\(descriptor)", &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFIFO ? UInt(status.st_ino) : nil
  }

  package func descends(from ancestor: ProcessStat, among processes: [ProcessStat]) -> Bool {
    var next: ProcessStat? = self
    // The processes are not read at one moment.
    for _ in processes {
      guard let process = next else { return false }
      if process.number == ancestor.number { return true }
      next = processes.first { $0.number == process.parent }
    }
    return false
  }

  /// True if the process waits for input of any kind; nil if the kernel hides where it sleeps.
  package var waitsForInput: Bool? {
    let places = waitingPlaces
    if places.isEmpty { return nil }
    let reads = Self.polls + ["n_tty_read", "tty_read", "wait_woken"]
    return places.contains { place in reads.contains { place.hasPrefix($0) } }
  }

  var children: [ProcessStat] {
    threads.flatMap(\.children).compactMap { ProcessStat($0) }
  }

  /// Returns the processes that this one has started, directly or not, as far as `enters` accepts
  /// them and those between; at most about 256.
  func descendants(where enters: (ProcessStat) -> Bool) -> [ProcessStat] {
    var found = children.filter(enters)
    var index = 0
    while index < found.count, found.count < Self.mostDescendants {
      found += found[index].children.filter(enters)
      index += 1
    }
    return found
  }

  private static let mostDescendants = 256

  private static let polls = [
    "poll_schedule_timeout", "do_select", "do_poll", "ep_poll", "do_epoll_wait",
  ]

  private var waitingPlaces: [String] {
    threads.map(\.waitingPlace).filter { !["", "0"].contains($0) }
  }

  private var threads: [ProcessThread] {
    let folder = "/proc/\(number)/task"
    return entryNames(in: folder).filter { Int32($0) != nil }.map {
      ProcessThread(folder: "\(folder)/\($0)")
    }
  }
}

/// A thread, as the files of its folder in `/proc` describe it.
private struct ProcessThread {
  let folder: String

  var isRunning: Bool { isInState(of: "RD") }

  var isStopped: Bool { isInState(of: "T") }

  private func isInState(of letters: String) -> Bool {
    let line = content(of: "stat", atMost: 4096)
    return ProcessStat(line: line, number: 0).map { letters.utf8.contains($0.state) } ?? false
  }

  /// The kernel function in which the thread sleeps; empty or `0` if hidden.
  var waitingPlace: String { String(decoding: content(of: "wchan", atMost: 256), as: UTF8.self) }

  /// The process IDs of the processes that this thread has started.
  var children: [Int32] {
    content(of: "children", atMost: 65_536).split(separator: 0x20).compactMap {
      Int32(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Returns whether the thread's system call is about this terminal; nil if hidden.
  func reads(_ device: TerminalDevice) -> Bool? {
    let words = content(of: "syscall", atMost: 512)
      .split(whereSeparator: { $0 == 0x20 || $0 == 0x0a })
    guard words.count > 1, words[1].starts(with: "0x".utf8),
      let file = Int32(String(decoding: words[1].dropFirst(2), as: UTF8.self), radix: 16)
    else { return nil }
    let name = linkTarget(of: "\(folder)/fd/\(file)")
    return name.map { $0 == "/dev/tty" || $0 == device.path || $0 == "/dev/console" }
  }

  private func content(of name: String, atMost limit: Int) -> [UInt8] {
    (try? SmallFile("\(folder)/\(name)", atMost: limit).bytes) ?? []
  }
}

extension stat {
  /// True for the kinds of files by which shells connect programs.
  var isOfPipeline: Bool { [S_IFIFO, S_IFSOCK].contains(st_mode & S_IFMT) }
}

/// The file that describes a process in `/proc`, opened before a sandbox takes effect.
struct ProcessStatFile: ~Copyable {
  /// -1 for none.
  private let descriptor: Int32

  init(_ process: Int32) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
    descriptor =
      process > 0 && ProcessStat.isOfThisNamespace
      ? unsafe open("/proc/\(process)/stat", flags) : -1
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var isOpen: Bool { descriptor >= 0 }

  /// The process as it is now; nil if it has ended, or `/proc` does not show it.
  var present: ProcessStat? {
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
    var line = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(descriptor, &line, line.count)
    return ProcessStat(line: Array(line.prefix(max(0, count))), number: 0)
  }
}
