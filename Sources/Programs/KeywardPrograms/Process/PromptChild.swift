import Glibc
import KeywardSystem
import SecureMemory

/// A child process that asks for a secret and then exits, while this process waits.
///
///     let child = try PromptChild()
///     if child.isChild { … ask, write the answer to child.secret.writing … return .done }
///     guard child.finish() == .done else { … }
///     … read the answer from child.secret.reading …
///
/// The child enters a sandbox, which no process can leave. This process stays outside, and has no
/// part of the secret in its memory until the child has exited. Signals and stops are passed on
/// between the two processes, so that they look like one program to a shell.
struct PromptChild {
  /// True in a child process.
  private(set) static nonisolated(unsafe) var isRunning = false

  private let process: Int32
  /// The pipe for the secret or its hash; its content is complete once the child has ended.
  let secret: (reading: Int32, writing: Int32)
  /// The pipe for text that is not secret: a name or a report.
  let text: (reading: Int32, writing: Int32)

  /// Starts the child; both processes continue from here.
  init() throws(CommandFailure) {
    secret = try makePipe()
    text = try makePipe()
    process = platform_start_child()
    guard process >= 0 else {
      let call = process == PLATFORM_NO_MASK ? "rt_sigprocmask" : "clone"
      throw CommandFailure("a process could not be started: \(RefusedCall(call, errno)).")
    }
    unsafe Self.isRunning = process == 0
    for pipe in [secret, text] { close(process == 0 ? pipe.reading : pipe.writing) }
  }

  var isChild: Bool { process == 0 }

  /// Waits for the child and returns its status; if a signal killed the child, dies by the same
  /// signal.
  func finish() -> ExitStatus {
    let end = platform_follow_child(process)
    if end.signal != 0 { ProcessExit.die(by: end.signal) }
    let status = ExitStatus(rawValue: end.status) ?? .failed
    guard status == .interrupted else { return status }
    ProcessExit.interruptCaller()
    return .cancelled
  }

  /// Reads all text from a pipe; the text must not be secret, because it is not in locked memory.
  func readText(_ pipe: (reading: Int32, writing: Int32)) -> String {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(pipe.reading, &room, room.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += room.prefix(count)
    }
  }
}

func makePipe() throws(CommandFailure) -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [-1, -1]
  guard unsafe platform_pipe(&ends) == 0 else {
    throw CommandFailure("a pipe could not be created: \(RefusedCall("pipe2", errno)).")
  }
  return (ends[0], ends[1])
}

extension ProcessExit {
  /// Sends SIGINT to the process group, so that the calling script is interrupted too.
  ///
  /// Does nothing if this process leads the group. Otherwise, this process also ends by SIGINT.
  static func interruptCaller() {
    guard getpgrp() != getpid() else { return }
    wipeEverything()
    signal(SIGINT, SIG_IGN)
    kill(0, SIGINT)
    // bash continues if an interrupted command exits with a status instead of dying by the signal.
    die(by: SIGINT)
  }
}
