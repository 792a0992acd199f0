import Glibc
import KeywardEngine
import KeywardSystem
import SecureMemory

/// A pipeline in the foreground, whose last program may use the terminal, too.
enum Pipeline {
  /// True if the terminal's raw mode is that of a program that still waits for its input.
  ///
  /// In `gpg -d FILE | less`, less has already set the terminal up, but reads no key before there
  /// is something to show.
  ///
  /// `processes` are those of the foreground job, `all` those of the terminal. A full-screen program
  /// that runs the pipeline reads keys, or is an ancestor that is not a shell.
  static func isWaiting(
    _ processes: [ProcessStat], of all: [ProcessStat], on device: TerminalDevice
  ) -> Bool {
    guard !processes.contains(where: { $0.reads(device, isRaw: true) }) else { return false }
    return processes.contains {
      isStartedByShells($0, among: processes) && $0.waitsForPipe(of: all)
    }
  }

  /// Waits until the processes that `look` returns have started, and returns them.
  ///
  /// It does not wait for programs that work for longer: the limit is 0.3 seconds of their processor
  /// time, or 2 seconds.
  static func started(_ look: () -> [ProcessStat]) -> [ProcessStat] {
    var processes = look()
    func time() -> Double { processes.reduce(0) { $0 + $1.processorTime } }
    let start = time()
    var quietLooks = 0
    for _ in 0..<mostLooks where time() - start < longestStart {
      MonotonicTime.pause(secondsBetweenLooks)
      let before = processes
      processes = look()
      // A program that starts does not sleep in two looks.
      let isQuiet = processes == before && !processes.contains(where: \.isStarting)
      quietLooks = isQuiet ? quietLooks + 1 : 0
      if quietLooks > (processes.contains(where: \.hasThreads) ? looksAtThreads : 0) { break }
    }
    return processes
  }

  /// Waits until the other programs of our pipeline have started, and returns them.
  ///
  /// In `keyward get | less`, less starts at the same time as this program, saves the terminal's
  /// settings and sets its own. A prompt that begins before would lose its settings, and less would
  /// later put back those of the prompt.
  ///
  /// `ancestors` are those of our process group, from the parent on.
  static func startedNeighbours(besides ancestors: [ProcessStat]) -> [ProcessStat] {
    guard let shell = shell(of: ancestors) else { return [] }
    return neighbours(in: started { job(of: shell) }, besides: ancestors)
  }

  /// The programs besides this one and its ancestors that could read the terminal.
  enum Companions {
    case none
    /// Programs that an ancestor in our job has started or may start.
    case ofJob
    case ofPipeline
  }

  static func companions(besides ancestors: [ProcessStat]) -> Companions {
    if let shell = shell(of: ancestors),
      !neighbours(in: job(of: shell), besides: ancestors).isEmpty
    {
      return .ofPipeline
    }
    return ancestors.isEmpty ? .none : .ofJob
  }

  /// Stops programs of our pipeline until the terminal is left, however this process ends; returns
  /// false if one of them may still run.
  static func hold(_ programs: [ProcessStat]) -> Bool {
    guard programs.allSatisfy(\.canBeResumed) else { return false }
    for program in programs {
      let descriptor = platform_pidfd_open(program.number)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard ProcessStat(program.number)?.start == program.start,
        program.belongs(to: [geteuid()]), RestoreHelper.hold(descriptor)
      else { return false }
    }
    for _ in 0..<mostLooks {
      if programs.allSatisfy({ ProcessStat($0.number)?.areThreadsStopped ?? true }) { return true }
      MonotonicTime.pause(secondsBetweenLooks)
    }
    return false
  }

  /// Stops the programs before and after this one in its pipeline that go on afterwards in any case,
  /// but no dialogue of ours, which could stop this one.
  ///
  /// Other programs of the job, such as those in the background of a script, run on.
  static func holdAll() {
    let ancestors = TerminalUser.ancestors(in: getpgrp())
    guard let shell = shell(of: ancestors), let own = ProcessStat(getpid()) else { return }
    var others = neighbours(in: job(of: shell), besides: ancestors)
    var (inputs, outputs) = ([own.readPipe], [own.writtenPipe])
    func isAfterUs(_ program: ProcessStat) -> Bool {
      program.readPipe.map { outputs.contains($0) } ?? false
    }
    // The job of a command of an interactive shell has no other programs, and one that has just been
    // started may not have its pipe yet.
    while let index = others.firstIndex(where: { program in
      ancestors.isEmpty || isAfterUs(program)
        || program.writtenPipe.map { inputs.contains($0) } ?? false
    }) {
      let program = others.remove(at: index)
      if isAfterUs(program) {
        outputs.append(program.writtenPipe)
      } else {
        inputs.append(program.readPipe)
      }
      if !program.isOurs { _ = hold([program]) }
    }
  }

  /// Returns the shell that has started our pipeline; nil if neither this process nor an ancestor in
  /// our job is connected with a pipe of a shell.
  private static func shell(of ancestors: [ProcessStat]) -> ProcessStat? {
    // A hardened program hides its files, as the one does that waits for its dialogue in `exec`. This
    // one has the same.
    let isOwn = isConnected
    let connected = [isOwn] + ancestors.map { $0.isInPipeline || isOwn && $0.hidesFiles }
    guard connected.contains(true) else { return nil }
    var parents = ancestors
    if let outer = ProcessStat(ancestors.last?.parent ?? getppid()), outer.isShell {
      parents.append(outer)
    }
    return zip(connected, parents).contains { $0 && $1.isShell } ? parents.last : nil
  }

  /// True if the standard input or output of this process is a pipe or, as in ksh, a socket.
  private static var isConnected: Bool {
    [STDIN_FILENO, STDOUT_FILENO].contains { descriptor in
      var status = stat()
      return unsafe fstat(descriptor, &status) == 0 && status.isOfPipeline
    }
  }

  /// Returns the shell, and the processes of its job and of our group.
  private static func job(of shell: ProcessStat) -> [ProcessStat] {
    guard let present = ProcessStat(shell.number) else { return [] }
    let groups = [getpgrp(), shell.group]
    return [present] + present.descendants { groups.contains($0.group) && $0.number != getpid() }
  }

  private static func neighbours(
    in job: [ProcessStat], besides ancestors: [ProcessStat]
  ) -> [ProcessStat] {
    let own = [getpid()] + ancestors.map(\.number)
    return job.filter { $0.group == getpgrp() && !own.contains($0.number) }
  }

  private static let mostLooks = 400
  private static let secondsBetweenLooks = 0.005
  /// The further looks at a program with threads: fzf reads its pipe, and opens the terminal 20 ms
  /// or, if other programs are busy, much later.
  private static let looksAtThreads = 24
  /// In seconds of processor time.
  private static let longestStart = 0.3

  private static func isStartedByShells(
    _ process: ProcessStat, among job: [ProcessStat]
  ) -> Bool {
    var next = process.parent
    var steps = 0
    while let parent = job.first(where: { $0.number == next }), steps < longestChain {
      guard parent.isShell else { return false }
      next = parent.parent
      steps += 1
    }
    return true
  }

  /// The maximum number of ancestors that are examined, since the list is not read at one moment.
  private static let longestChain = 64
}

extension TerminalSession {
  /// Stops the programs of our pipeline until the dialogue ends, as far as that is possible; returns
  /// the user of the terminal that is left, if any.
  ///
  /// Also a program that does not read the terminal yet may do so before there is an answer, as ssh
  /// does. What it then puts back as the settings of before would be ours.
  package func holdNeighbours() -> TerminalUser? {
    guard !environment.takesUsedTerminal else { return nil }
    if companions == .ofPipeline {
      // This look waits until all have started.
      _ = user
      Pipeline.holdAll()
    }
    while let user {
      guard !user.readers.isEmpty, Pipeline.hold(user.readers) else { return user }
    }
    return nil
  }

  /// Opens the terminal for a program that uses it until its end, and stops the programs of its
  /// pipeline that read lines.
  ///
  /// If one of them has set the terminal for reading keys, no other program could use it.
  package static func alone(
    environment: TerminalEnvironment
  ) throws(TerminalError) -> TerminalSession {
    let session = try TerminalSession(environment: environment)
    guard session.companions == .ofPipeline, let user = session.user else { return session }
    let readsLines = session.present.map { $0.c_lflag & tcflag_t(ICANON) != 0 } ?? false
    guard readsLines, session.holdNeighbours() == nil else { throw .inUse(user) }
    return session
  }

  /// The longest time in seconds between two looks at what no event reports; nil if that is nothing.
  func longestLook(isTyping: Bool) -> Double? {
    if companions != .none { return 0.05 }
    guard loan == nil else { return BorrowedTerminal.longestLook }
    return job.longestLook.map { isTyping ? $0.typing : $0.idle }
  }

  /// True if this terminal is looked at without an event, too.
  var isLookedAt: Bool { companions != .none || job.longestLook != nil }

  /// True if another program of our job waits in a read of the terminal, and would get the next key.
  var isReadByNeighbour: Bool {
    guard companions != .none, !environment.takesUsedTerminal else { return false }
    return SignalWatch.withoutStopsByReads { Self.isRead(descriptor) }
  }

  /// True if a program waits in a read of a terminal, whose `descriptor` is nonblocking.
  ///
  /// The kernel serves one read at a time. While another one waits, even a read of no bytes fails.
  /// A program that polls before it reads is not noticed.
  package static func isRead(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return unsafe read(descriptor, &byte, 0) < 0 && errno == EAGAIN
  }

  /// The error of a terminal on which a program of our pipeline may read keys by now.
  var takenByNeighbour: TerminalError {
    .inUse(TerminalUser(terminal: path, name: "", process: 0))
  }
}
