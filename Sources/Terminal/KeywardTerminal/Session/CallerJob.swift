import Glibc
import KeywardSystem
import SecureMemory

/// The process that waits for an answer, and the job in the foreground of its terminal.
///
/// Once the process and all programs that the shell has started for this job have ended, the shell
/// takes the terminal. It may keep the settings that it finds then, and it gets the keys from then
/// on.
struct CallerJob: ~Copyable {
  /// Descriptors of the processes that have not ended, each readable at the end of its process.
  private var ends: [Int32] = []
  private let caller: ProcessStatFile
  /// The process group in the foreground when the job was found.
  private let front: pid_t

  init() {
    caller = ProcessStatFile(0)
    front = 0
  }

  /// Creates the job of the process `caller`, whose terminal has the process group `group` in the
  /// foreground.
  ///
  /// The job is empty if the group is in another PID namespace, where its end cannot be seen.
  ///
  /// If `isOfOthers` is true, the terminal is that of another session, and the kernel reports its
  /// foreground group only to programs there.
  init(of caller: pid_t, inFront group: pid_t, isOfOthers: Bool = false) {
    self.caller = ProcessStatFile(isOfOthers && group > 0 ? caller : 0)
    front = group
    guard group > 0 else { return }
    let programs = Self.programs(of: group, in: getsid(caller))
    let others = programs.filter { $0 != caller && $0 != getpid() }
    for process in [caller] + others {
      let end = platform_pidfd_open(process)
      // The first program of a pipeline may have ended long ago.
      if end >= 0, pollOne(end).isEmpty { ends.append(end) } else { close(end) }
    }
  }

  /// Creates the job on whose terminal this process was started; it is empty if a shell started
  /// this process itself.
  static func ofParent(on terminal: Int32) -> CallerJob {
    guard getpgrp() != getpid(), getppid() != getsid(0) else { return CallerJob() }
    return CallerJob(of: getppid(), inFront: tcgetpgrp(terminal))
  }

  /// Returns the members of a process group that were started by a process outside it.
  private static func programs(of group: pid_t, in session: pid_t) -> [pid_t] {
    let leader = ProcessStat(group)
    // Only the first program of a pipeline has the group's number, and it may have ended.
    let isKnown = leader?.group == group
    var found: [pid_t] = []
    _ = ProcessStat(isKnown ? leader?.parent ?? 0 : session)?.descendants { process in
      if process.group == group { found.append(process.number) }
      return process.group != group && !isKnown
    }
    return found.isEmpty ? [group] : found
  }

  deinit { for end in ends { close(end) } }

  /// The longest time in seconds between two looks whether the job is in the foreground.
  ///
  /// The kernel reports nothing of it. The looks are frequent while keys are typed; there are none if
  /// the terminal is our own.
  var longestLook: (typing: Double, idle: Double)? { caller.isOpen ? (0.1, 5) : nil }

  /// False if another job is in the foreground of the terminal of another session.
  var isInFront: Bool { caller.present.map { $0.foreground == front } ?? true }

  /// A descriptor that is readable when the job may be over; -1 if it cannot be.
  var nextEnd: Int32 { ends.last ?? -1 }

  /// Returns true if the job is over, or ends within the time; false if no process is known.
  mutating func ends(within seconds: Double) -> Bool {
    let deadline = MonotonicTime.now + seconds
    while let end = ends.last, !pollOne(end, until: deadline).isEmpty {
      ends.removeLast()
      close(end)
      if ends.isEmpty { return true }
    }
    return false
  }
}
