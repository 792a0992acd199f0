import Glibc
import KeyboardEngine
import KeywardSystem
import SecureMemory

/// A pipeline in the foreground whose last programs have nothing to read yet.
///
/// In `gpg -d FILE | less`, less has already set the terminal up, but reads no key before there is
/// something to show. In `keyward get | fzf`, fzf would read the keys of the answer.
enum Pipeline {
  /// True if the terminal's raw mode is that of a program that still waits for its input.
  ///
  /// `processes` are those of the foreground job. A full-screen program that runs the pipeline
  /// reads keys, or is an ancestor that is not a shell.
  static func isWaiting(_ processes: [ProcessStat], on device: TerminalDevice) -> Bool {
    guard !processes.contains(where: { $0.reads(device, isRaw: true) }) else { return false }
    return processes.contains { $0.waitsForPipe && isStartedByShells($0, among: processes) }
  }

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

  // MARK: Readers of our output

  /// The seconds in which a shell has started all programs of a pipeline.
  private static let longestStart = 0.1
  /// The seconds in which a signal has stopped a program.
  private static let longestStop = 0.1

  /// Stops the programs of our job that read our standard output, directly or through others.
  ///
  /// They have nothing to read before the answer, but may read keys from the terminal meanwhile, or
  /// change its settings. They continue once the terminal is restored. Programs of other users
  /// cannot be stopped.
  static func holdReaders(on terminal: Int32) {
    guard tcgetpgrp(terminal) == getpgrp(), let pipe = pipe(STDOUT_FILENO, of: "self") else {
      return
    }
    let ancestors = ancestors
    // A caller that reads the answer itself, as in `$(…)`, has not made a job of us.
    let callers = ancestors.filter { $0.group == getpgrp() }
    guard !callers.contains(where: { hasOpen(pipe, forReadingIn: $0.number) }) else { return }
    let isStarting = ancestors.first?.isShell == true
    let end = MonotonicTime.now + (isStarting ? longestStart : 0)
    var readers = readers(of: pipe, except: Set(ancestors.map(\.number)))
    while readers.isEmpty, MonotonicTime.now < end {
      poll(nil, 0, 2)
      readers = Self.readers(of: pipe, except: Set(ancestors.map(\.number)))
    }
    let stopped = readers.filter { platform_job_hold($0) == 0 }
    // The settings may be read only after the last change that a reader makes.
    let last = MonotonicTime.now + longestStop
    while stopped.contains(where: { "RSD".utf8.contains(ProcessStat($0)?.state ?? 0) }),
      MonotonicTime.now < last
    {
      poll(nil, 0, 1)
    }
  }

  private static var ancestors: [ProcessStat] {
    var found: [ProcessStat] = []
    var next = getppid()
    while next > 1, found.count < 4, let process = ProcessStat(next) {
      found.append(process)
      next = process.parent
    }
    return found
  }

  private static func readers(of pipe: String, except others: Set<Int32>) -> [Int32] {
    let group = getpgrp()
    let job = entryNames(in: "/proc").compactMap { Int32($0) }.filter {
      $0 != getpid() && !others.contains($0) && getpgid($0) == group
    }
    var pipes: Set = [pipe]
    var found: Set<Int32> = []
    // Each round finds the next program of the pipeline.
    for _ in job {
      let next = job.filter { process in
        !found.contains(process)
          && Self.pipe(STDIN_FILENO, of: "\(process)").map(pipes.contains) == true
      }
      guard !next.isEmpty else { break }
      found.formUnion(next)
      pipes.formUnion(next.compactMap { Self.pipe(STDOUT_FILENO, of: "\($0)") })
    }
    return found.sorted()
  }

  private static func hasOpen(_ pipe: String, forReadingIn process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    return entryNames(in: folder).contains { name in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard linkTarget(of: path) == pipe, unsafe lstat(path, &status) == 0 else { return false }
      // The rights of the link are those of the open file.
      return status.st_mode & S_IRUSR != 0
    }
  }

  /// The name of the pipe that a process has open; nil if the descriptor is no pipe.
  fileprivate static func pipe(_ descriptor: Int32, of process: String) -> String? {
    linkTarget(of: "/proc/\(process)/fd/\(descriptor)").flatMap {
      $0.hasPrefix("pipe:") ? $0 : nil
    }
  }
}

extension ProcessStat {
  /// True if the process sleeps in a read of a pipe, and standard input is one.
  fileprivate var waitsForPipe: Bool {
    let place = waitingPlace
    return (place.hasSuffix("pipe_read") || place == "pipe_wait")
      && Pipeline.pipe(STDIN_FILENO, of: "\(number)") != nil
  }
}
