public struct ProcessStatus {
  private let lines: [Substring]

  public init(of process: Int32) throws {
    lines = try TextFile.read("/proc/\(process)/status").split(separator: "\n")
  }

  /// The number in a line such as `VmHWM`; nil if there is none.
  public func number(_ name: String) -> Int? {
    let line = lines.first { $0.hasPrefix(name + ":") }
    return line?.split { $0 == "\t" || $0 == " " }.dropFirst().first.flatMap { Int($0) }
  }

  /// The maximum resident size in KiB.
  ///
  /// Unlike `ru_maxrss` it does not begin with the size of the starting process.
  public var peakMemory: Int? { number("VmHWM") }

  /// In KiB.
  public var lockedMemory: Int? { number("VmLck") }

  /// The number of times the process went to sleep.
  public var sleeps: Int? { number("voluntary_ctxt_switches") }

  /// `R` runs, `S` and `D` sleep, `T` is stopped, `Z` has ended.
  public var state: Character? {
    lines.first { $0.hasPrefix("State:") }?.dropFirst(7).first
  }
}

extension ProgramRun {
  /// The process with locked memory: the program, or its asking child.
  public var asker: Int32 {
    ([process] + Self.children(of: process)).first {
      ((try? ProcessStatus(of: $0))?.lockedMemory ?? 0) > 0
    } ?? process
  }
}
