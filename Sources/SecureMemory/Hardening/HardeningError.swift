import Glibc

/// The reason why a process is not safe enough to take a secret.
public enum HardeningError: Error, Hashable, Sendable {
  /// The process can still be dumped and traced; `code` is the `errno` of `prctl`.
  case dumpable(code: Int32)
  /// The signal handlers could not be installed; `code` is `EBUSY` if another watch has them, else
  /// the `errno` of `eventfd`.
  case signalHandling(code: Int32)
  /// The signal handlers got no stack of their own; `code` is the `errno` of `sigaltstack`.
  case signalStack(code: Int32)
  /// A sandbox is required, but the kernel lacks the parts of these names.
  case sandbox(missing: [String])
}

extension HardeningError: CustomStringConvertible {
  /// One sentence that says what happened and what to do next.
  public var description: String {
    switch self {
    case .dumpable(let code):
      return
        "other programs could read the memory of this one, and the system refused to forbid it "
        + "(\(systemSentence(code))): allow prctl(PR_SET_DUMPABLE) in the sandbox it runs in"
    case .signalHandling(let code):
      return code == EBUSY
        ? "this process has a dialogue already: end that first"
        : "signals could not be watched: \(RefusedCall("eventfd", code))"
    case .signalStack(let code):
      return "signals could not be handled safely: \(RefusedCall("sigaltstack", code))"
    case .sandbox(let missing):
      return
        "a sandbox is required, and this system has no \(missing.joined(separator: " and no ")): "
        + "start a kernel with it, or set sandbox to yes to go on without it"
    }
  }
}
