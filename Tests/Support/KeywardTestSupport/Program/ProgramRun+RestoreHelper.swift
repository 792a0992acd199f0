import Glibc
import KeywardTestSystem

extension ProgramRun {
  /// Waits for the helper of the program or of its descendants.
  public func waitForHelper() throws -> Int32 {
    var found: Int32?
    try wait(for: "the helper") {
      found = Self.descendants(of: process).first { Self.name(of: $0) == "keyward-restore" }
      return found != nil
    }
    guard let found else { throw HarnessError("There is no helper") }
    return found
  }

  /// Kills the program that has a helper, and waits for the end of the helper.
  public func killHelped() throws {
    let helper = try waitForHelper()
    try Self.killHelped(by: helper)
    try waitForEnd(of: helper)
    try waitForQuiet(seconds: 0.02)
  }

  public static func killHelped(by helper: Int32) throws {
    guard let parent = try ProcessStatus(of: helper).number("PPid"), parent > 1 else {
      throw HarnessError("\(helper) helps nobody")
    }
    kill(Int32(parent), SIGKILL)
  }

  public func waitForEnd(of process: Int32) throws {
    try wait(for: "the end of \(process)") { !Self.isThere(process) }
  }

  /// False for a process that has ended but was not waited for.
  public static func isThere(_ process: Int32) -> Bool {
    guard let status = try? ProcessStatus(of: process) else { return false }
    // X: between zombie and gone.
    return status.state != "Z" && status.state != "X"
  }

  public static func children(of process: Int32) -> [Int32] {
    text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { Int32($0) }
  }

  public static func descendants(of process: Int32) -> [Int32] {
    let children = children(of: process)
    return children + children.flatMap(descendants)
  }

  public static func name(of process: Int32) -> String {
    String(text("/proc/\(process)/comm").prefix { $0 != "\n" })
  }

  /// True if the process waits in `read`, or a tracer holds it there.
  public static func isHeldReading(_ process: Int32) -> Bool {
    text("/proc/\(process)/syscall").hasPrefix("\(test_call_read) ")
  }

  public static func files(of process: Int32) throws -> [String] {
    let folder = "/proc/\(process)/fd"
    guard access(folder, R_OK | X_OK) == 0 else {
      throw HarnessError("look at the files of \(process)", errno: errno)
    }
    return TemporaryFolder.names(in: folder)
      .compactMap { TemporaryFolder.target(ofLink: "\(folder)/\($0)") }
  }

  private static func text(_ path: String) -> String { (try? TextFile.read(path)) ?? "" }
}
