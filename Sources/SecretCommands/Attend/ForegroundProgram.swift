import SmallFiles
import TerminalUI

/// The program that leads the foreground of a terminal: shown and compared, never trusted.
struct ForegroundProgram: Hashable {
  /// Its process, which leads the group.
  let process: Int32
  /// What it calls itself; empty where it has ended before the rest of its group.
  let name: String

  /// The program behind a process group.
  init(group: Int32) {
    process = group
    let bytes = (try? SmallFile("/proc/\(group)/comm", atMost: 256).bytes) ?? []
    name = Sanitizer().clean(bytes.prefix { $0 != 0x0a }, as: .name)
  }

  /// Says who asks: `asked by sudo, pid 940`.
  var introduction: String { name.isEmpty ? "" : "asked by \(name), pid \(process)" }

  /// The name the system has for a file that runs: `/usr/bin/sudo` → `sudo`, at most 15 bytes of it.
  static func name(ofFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return String(decoding: file.utf8.prefix(15), as: UTF8.self)
  }
}
