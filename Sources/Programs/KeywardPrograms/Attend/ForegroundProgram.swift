import KeywardTerminal
import SecureMemory

/// The program in the foreground of a terminal; its name is shown and compared, never trusted.
struct ForegroundProgram: Hashable {
  let group: Int32
  /// The name of the group leader; empty if it has ended before the group's other processes.
  let name: String
  /// The processes of the group that this user may see.
  let processes: Set<ProcessIdentity>

  init(group: Int32, among known: Set<ProcessIdentity>? = nil) {
    self.group = group
    let leader = (try? SmallFile("/proc/\(group)/comm", atMost: 256).bytes) ?? []
    name = Sanitizer().clean(Array(leader.prefix { $0 != 0x0a }), as: .name)
    let numbers =
      known.map { $0.map(\.number) } ?? ProcessStat.numbers
    let present = numbers.compactMap { ProcessIdentity($0, inGroup: group) }
    processes = Set(present.filter { known?.contains($0) ?? true })
  }

  var isComplete: Bool {
    processes.allSatisfy { ProcessIdentity($0.number, inGroup: group) == $0 }
  }

  /// True if a process in `processes` still runs in the group, or if `processes` is empty.
  var hasSurvivor: Bool {
    processes.isEmpty || processes.contains { ProcessIdentity($0.number, inGroup: group) == $0 }
  }

  /// True if the group leader is a shell, an editor or a similar program that reads single keys.
  var isEditor: Bool {
    ProcessStat(group)?.isShell == true
      || ["vim", "vi", "nvim", "less", "htop", "tmux", "fzf", "python", "python3", "psql", "gum"]
        .contains(name)
  }

  /// True if a process of the group has one of these names and is waiting for input.
  ///
  /// A sleeping process of another user counts too, since the kernel hides what it waits for.
  func waits(named names: Set<String>) -> Bool {
    processes.contains { identity in
      guard let process = ProcessStat(identity.number), process.state == UInt8(ascii: "S"),
        names.contains(String(decoding: process.name, as: UTF8.self))
      else { return false }
      return process.waitsForInput != false
    }
  }

  /// The process of the group that asks, which in a script is a child of the group's leader, and
  /// those that may ask instead.
  ///
  /// The sandbox can hide what processes wait for, so programs that are known to ask come first. A
  /// program that waits for another one that it has started, such as sudo for ssh, does not ask.
  var asking: [Int32] {
    let all = processes.compactMap { ProcessStat($0.number) }
    let known = all.filter { Self.asking.contains(String(decoding: $0.name, as: UTF8.self)) }
    let waiting = known.isEmpty ? all.filter { $0.waitsForInput == true } : known
    let hasLeader = all.contains { $0.number == group }
    let found = waiting.isEmpty && !hasLeader ? all : waiting
    guard let last = found.max(by: { $0.start < $1.start }) else { return [group] }
    let others = known.filter {
      $0.number != last.number && $0.state == UInt8(ascii: "S") && $0.waitsForInput != false
        && ($0.name == last.name || !last.descends(from: $0, among: all))
    }
    return [last.number] + others.map(\.number)
  }

  private static let asking: Set<String> = [
    "sudo", "doas", "su", "ssh", "ssh-add", "ssh-keygen", "gpg", "gpg2", "git-remote-http",
  ]

  /// Returns the name of a program as the kernel stores it: the file name, at most 15 bytes.
  ///
  /// Example: `/usr/bin/sudo` → `sudo`.
  static func name(ofFile path: String) -> String {
    String(decoding: FilePath.name(of: path).utf8.prefix(15), as: UTF8.self)
  }
}

/// The identity of a process, which changes if the process executes another program.
///
/// A later process with the same number has another identity.
struct ProcessIdentity: Hashable {
  let number: Int32
  private let name: [UInt8]
  private let start: UInt64

  /// Identifies process `number`; nil if it is in another group or cannot read input.
  ///
  /// A process that is exiting or stopped cannot read input.
  init?(_ number: Int32, inGroup group: Int32) {
    guard let process = ProcessStat(number) else { return nil }
    self.init(process, inGroup: group)
  }

  init?(_ process: ProcessStat, inGroup group: Int32) {
    // The kernel's PF_EXITING; exiting may take some milliseconds.
    let isExiting: UInt64 = 4
    guard !"ZXT".utf8.contains(process.state), process.group == group,
      process.flags & isExiting == 0
    else { return nil }
    number = process.number
    start = process.start
    name = process.name
  }
}
