import Glibc
import KeyboardEngine
import KeywardSystem
import SecureMemory

/// A pipeline in the foreground whose last programs have nothing to read yet.
///
/// In `gpg -d FILE | less`, less has already set the terminal up, but reads no key before there is
/// something to show.
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
}

extension ProcessStat {
  /// True if the process sleeps in a read of a pipe, and standard input is one.
  fileprivate var waitsForPipe: Bool {
    let place = waitingPlace
    return (place.hasSuffix("pipe_read") || place == "pipe_wait")
      && linkTarget(of: "/proc/\(number)/fd/\(STDIN_FILENO)")?.hasPrefix("pipe:") == true
  }
}
