import Glibc
import KeywardSystem
import SecureMemory

/// A child process that asks for a secret and ends, while this process waits.
///
///     let child = try PromptChild(handsOverName: false)
///     if child.isChild { … ask, write(…) … return .done }
///     try child.finish()
///     … go on with the bytes in `child.readingEnd`
///
/// The child enters a sandbox, which cannot be removed. This process has none, and holds no part of
/// the secret until the child has ended. Signals and stops reach both, so the caller sees one
/// program.
struct PromptChild {
  /// An item the child writes: the secret or its hash, and a name.
  enum Item: Int {
    case secret, name
  }

  private let process: Int32
  private let readingEnds: [Int32]
  private let writingEnds: [Int32]

  /// Starts the child; both processes continue from here.
  init() throws(CommandFailure) {
    var (reading, writing): ([Int32], [Int32]) = ([], [])
    for _ in 0...Item.name.rawValue {
      var ends: [Int32] = [-1, -1]
      guard unsafe platform_pipe(&ends) == 0 else {
        throw CommandFailure("a pipe could not be created: \(RefusedCall("pipe2", errno)).")
      }
      reading.append(ends[0])
      writing.append(ends[1])
    }
    process = platform_start_child()
    guard process >= 0 else {
      throw CommandFailure("a process could not be started: \(RefusedCall("clone", errno)).")
    }
    (readingEnds, writingEnds) = (reading, writing)
    for end in process == 0 ? reading : writing { close(end) }
  }

  var isChild: Bool { process == 0 }

  func writingEnd(_ item: Item) -> Int32 { writingEnds[item.rawValue] }

  /// The descriptor from which this process reads an item; it is complete once the child has ended.
  func readingEnd(_ item: Item) -> Int32 { readingEnds[item.rawValue] }

  /// Waits for the child, and dies by the same signal if the child did.
  func finish() -> ExitStatus {
    let end = platform_follow_child(process)
    if end.signal != 0 { ProcessExit.die(by: end.signal) }
    let status = ExitStatus(rawValue: end.status) ?? .failed
    guard status == .interrupted else { return status }
    ProcessExit.interruptCaller()
    return .cancelled
  }

  /// The text of an item that is not secret.
  func text(_ item: Item) -> String {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(readingEnd(item), &room, room.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += room.prefix(count)
    }
  }
}

extension ProcessExit {
  /// Sends SIGINT to our process group, ourselves included, if another process leads it.
  static func interruptCaller() {
    guard getpgrp() != getpid() else { return }
    wipeEverything()
    signal(SIGINT, SIG_IGN)
    kill(0, SIGINT)
    // bash continues if an interrupted command exits with a status instead of dying by the signal.
    die(by: SIGINT)
  }
}
