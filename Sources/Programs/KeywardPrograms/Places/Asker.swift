import Glibc
import PromptUI
import SecureMemory

/// The program that asks through one of ours, and its working directory.
///
/// Both are shown to the user but not trusted, because a program can choose both.
struct Asker: Hashable {
  let process: Int32
  /// The working directory; empty if it is unknown.
  let folder: String
}

extension Asker {
  /// Creates the asker for a process.
  ///
  /// If the working directory of the process cannot be read, the one of this program is used.
  init(process: Int32) {
    let folders = ["\(process)", "self"].lazy.compactMap { linkTarget(of: "/proc/\($0)/cwd") }
    self.init(process: process, folder: folders.first ?? "")
  }

  /// The program that started ours.
  ///
  /// In a `PromptChild`, it is the parent of the parent process.
  static var caller: Asker {
    let parent = getppid()
    let own = ProcessStat(getpid())?.name
    guard let process = ProcessStat(parent), process.name == own, process.parent > 0 else {
      return Asker(process: max(1, parent))
    }
    return Asker(process: process.parent)
  }

  /// Returns the program and its folder for a list or a log, such as `git (pid 940) in /home/me`.
  func description(in language: Language) -> String {
    "\(name(in: language)) (pid \(process))" + place(after: " ", in: language)
  }

  /// Returns the text that introduces the program, such as `asked by git, pid 940, in /home/me`.
  ///
  /// If `known` is not empty, it replaces the part about the program.
  func introduction(in language: Language, as known: String = "") -> String {
    (known.isEmpty ? language[.askedBy, name(in: language), "\(process)"] : known)
      + place(after: ", ", in: language)
  }

  /// Returns the text that introduces the program on its own terminal, such as `asked by git`.
  func shortIntroduction(in language: Language) -> String {
    language[.askedByProgram, name(in: language)]
  }

  private func name(in language: Language) -> String {
    ProcessStat(process).map { Sanitizer.quoted(Sanitizer().clean($0.name, as: .name)) }
      ?? language[.unknownProgram]
  }

  private func place(after separator: String, in language: Language) -> String {
    folder.isEmpty
      ? "" : separator + language[.inFolder, Sanitizer().clean(folder, as: .line)]
  }
}
