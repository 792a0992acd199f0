import Glibc
import PromptUI
import SecureMemory

/// The program that asks through one of ours, and its folder: shown, never trusted.
struct Asker: Hashable {
  let process: Int32
  /// Its folder; empty if it is not known.
  let folder: String

  init(process: Int32, folder: String) {
    self.process = process
    self.folder = folder
  }

  /// A process, with its folder, or ours where that cannot be seen.
  init(process: Int32) {
    let folders = ["\(process)", "self"].lazy.compactMap { FileLink.target(of: "/proc/\($0)/cwd") }
    self.init(process: process, folder: folders.first ?? "")
  }

  /// The program that has started this one; the parent of a child that asks is passed over.
  static var caller: Asker {
    let parent = getppid()
    let own = ProcessStat(getpid())?.name
    guard let process = ProcessStat(parent), process.name == own, process.parent > 0 else {
      return Asker(process: max(1, parent))
    }
    return Asker(process: process.parent)
  }

  /// The program and its folder: `git (pid 940) in /home/me`.
  var description: String { "\(name) (pid \(process))" + place }

  /// The same in a dialogue's words: `asked by git, pid 940, in /home/me`.
  var introduction: String {
    "asked by \(name), pid \(process)" + (folder.isEmpty ? "" : ",") + place
  }

  private var name: String {
    ProcessStat(process).map { Sanitizer().clean($0.name, as: .name) } ?? "a program"
  }

  /// The folder as the end of a sentence: ` in /home/me`.
  var place: String { folder.isEmpty ? "" : " in \(Sanitizer().clean(folder, as: .line))" }
}
