import Glibc
import KeywardTestSystem

extension ProgramRun {
  /// Runs `ending`, which ends the program, and `body` at that moment.
  ///
  /// The program, or its asking child, has then written and wiped everything, and its memory still
  /// exists. It needs root if the program is hardened.
  public func atEnd<R>(
    of process: Int32? = nil, seconds: Double = longest, after ending: () throws -> Void,
    _ body: () throws -> R
  ) throws -> R {
    let process = process ?? self.process
    let reason = test_trace(process)
    guard reason == 0 else { throw HarnessError("follow the program", errno: reason) }
    defer { test_trace_release(process) }
    try ending()
    var step = Int32(TEST_TRACE_RUNNING)
    try pump(
      until: {
        step = test_trace_step(process)
        return step != TEST_TRACE_RUNNING
      }, seconds: seconds)
    guard step == TEST_TRACE_AT_END else {
      throw HarnessError("the program did not come to its end")
    }
    return try body()
  }
}
