import Glibc
import KeywardSystem
import SecureMemory

/// The process that waits for an answer, and the leader of its job.
///
/// Once both have ended, their shell takes the terminal. It may keep the settings that it finds
/// then, and it gets the keys from then on.
struct CallerJob: ~Copyable {
  /// Descriptors of the processes that have not ended, each readable at the end of its process.
  private var ends: [Int32] = []

  init() {}

  /// Creates the job of the process `caller`, in the process group `group`.
  init(of caller: pid_t, in group: pid_t) {
    for process in caller == group ? [caller] : [caller, group] {
      let end = platform_pidfd_open(process)
      // The first program of a pipeline may have ended long ago.
      if end >= 0, pollOne(end).isEmpty { ends.append(end) } else { close(end) }
    }
  }

  /// Creates the job that started this process; it is empty if a shell started this process itself.
  static func ofParent() -> CallerJob {
    let (caller, group) = (getppid(), getpgrp())
    guard group != getpid(), caller != getsid(0) else { return CallerJob() }
    return CallerJob(of: caller, in: group)
  }

  deinit { for end in ends { close(end) } }

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
