import PromptUI
import SecureMemory

/// The program in the foreground of a terminal: shown and compared, never trusted.
struct ForegroundProgram: Hashable {
  /// The process group in the foreground.
  let group: Int32
  /// The name of the process that leads the group; empty if it has ended before the others.
  let name: String
  /// The processes of the group, as far as this user may see them.
  let processes: Set<ProcessIdentity>

  /// Looks up the processes of a group.
  ///
  /// - Parameters:
  ///   - group: The process group.
  ///   - known: The processes to choose from; nil for all.
  init(group: Int32, among known: Set<ProcessIdentity>? = nil) {
    self.group = group
    let leader = (try? SmallFile("/proc/\(group)/comm", atMost: 256).bytes) ?? []
    name = Sanitizer().clean(leader.prefix { $0 != 0x0a }, as: .name)
    let numbers =
      known.map { $0.map(\.number) } ?? Folder.names(in: "/proc").compactMap { Int32($0) }
    let present = numbers.compactMap { ProcessIdentity($0, inGroup: group) }
    processes = Set(present.filter { known?.contains($0) ?? true })
  }

  /// True if each of its processes still runs in the group.
  var isComplete: Bool {
    processes.allSatisfy { ProcessIdentity($0.number, inGroup: group) == $0 }
  }

  /// True if at least one of its processes still runs in the group, or if none can be seen.
  var hasSurvivor: Bool {
    processes.isEmpty || processes.contains { ProcessIdentity($0.number, inGroup: group) == $0 }
  }

  /// The sentence about the program: `asked by sudo, pid 940`.
  var introduction: String { name.isEmpty ? "" : "asked by \(name), pid \(group)" }

  /// The kernel's name for a running file: `/usr/bin/sudo` → `sudo`, at most 15 bytes.
  static func name(ofFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return String(decoding: file.utf8.prefix(15), as: UTF8.self)
  }
}

/// A process that another one cannot take the place of: its number may be used again, and it may
/// become another program.
struct ProcessIdentity: Hashable {
  let number: Int32
  private let name: [UInt8]
  /// The time of its start, in the kernel's ticks since the machine's start.
  private let start: UInt64

  /// Reads `/proc/PID/stat`; nil for a process of another group, and for one that is ending or
  /// stopped, which reads nothing.
  init?(_ number: Int32, inGroup group: Int32) {
    guard let line = try? SmallFile("/proc/\(number)/stat", atMost: 4096).bytes else { return nil }
    self.init(line: line, number: number, inGroup: group)
  }

  /// Reads a line such as `940 (sudo) S 12 940 12 34816 940 …`.
  init?(line: [UInt8], number: Int32, inGroup group: Int32) {
    // The name may contain blanks and parentheses.
    guard let open = line.firstIndex(of: UInt8(ascii: "(")),
      let close = line.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = line[(close + 1)...].split(separator: 0x20)
    let (stateField, groupField, flagsField, startField) = (0, 2, 6, 19)
    // The kernel's PF_EXITING: the process is at its end, which may take some milliseconds.
    let isExiting: UInt64 = 4
    guard fields.count > startField, let state = fields[stateField].first,
      !"ZXT".utf8.contains(state), Self.number(fields[groupField]) == UInt64(group),
      let flags = Self.number(fields[flagsField]), flags & isExiting == 0,
      let start = Self.number(fields[startField])
    else { return nil }
    self.number = number
    self.start = start
    name = Array(line[(open + 1)..<close])
  }

  private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: field, as: UTF8.self))
  }
}
