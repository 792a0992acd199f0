import SmallFiles
import TerminalUI

/// The program that leads a terminal's foreground group: shown and compared, never trusted.
struct ForegroundProgram: Hashable {
  /// The process that leads the group.
  let process: Int32
  /// The name the process gives itself; empty if it has ended before the rest of its group.
  let name: String

  /// The leader of a process group.
  init(group: Int32) {
    process = group
    let bytes = (try? SmallFile("/proc/\(group)/comm", atMost: 256).bytes) ?? []
    name = Sanitizer().clean(bytes.prefix { $0 != 0x0a }, as: .name)
  }

  /// The sentence about the program: `asked by sudo, pid 940`.
  var introduction: String { name.isEmpty ? "" : "asked by \(name), pid \(process)" }

  /// The system's name for a running file: `/usr/bin/sudo` → `sudo`, at most 15 bytes.
  static func name(ofFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return String(decoding: file.utf8.prefix(15), as: UTF8.self)
  }
}
