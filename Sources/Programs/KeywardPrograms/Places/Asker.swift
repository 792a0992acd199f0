import Glibc
import KeywardTerminal
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
  static var caller: Asker { Asker(process: max(1, callerNumber)) }

  /// The process ID of the program that started ours; 0 if it is hidden by a namespace.
  ///
  /// In a `PromptChild`, it is the parent of the parent process.
  static var callerNumber: Int32 {
    let parent = getppid()
    return unsafe PromptChild.isRunning ? ProcessStat(parent)?.parent ?? 0 : parent
  }

  /// Whether this process could answer its own questions there: it has started the lender, or the
  /// leader of the session on the lent terminal.
  ///
  /// `terminal` is the number of the lent terminal; nil if it is not known yet. A program whose
  /// parent has exited is not recognised.
  func controls(lender: Int32, of terminal: UInt32? = nil) -> Bool {
    // Everything has been started by process 1.
    guard process > 1 else { return false }
    let session = ProcessStat(lender)?.session ?? 0
    var suspects = [lender, session]
    if let terminal, ProcessStat(session)?.terminal != terminal {
      let leaders = ProcessStat.all.filter { $0.leadsTerminal && $0.terminal == terminal }
      suspects += leaders.map(\.number)
    }
    return suspects.contains(where: hasStarted)
  }

  /// Whether a process is this one or its descendant.
  private func hasStarted(_ number: Int32) -> Bool {
    var next = number
    for _ in 0..<Self.mostGenerations where next > 1 {
      if next == process { return true }
      next = ProcessStat(next)?.parent ?? 0
    }
    return false
  }

  private static let mostGenerations = 256

  /// Returns the program and its folder for a list or a log, such as `git (pid 940) in ~/site`.
  func description(in language: Language) -> String {
    "\(name(in: language)) (pid \(process))" + place(in: language)
  }

  private func name(in language: Language) -> String {
    ProcessStat(process)?.shownName ?? language[.unknownProgram]
  }

  private func place(in language: Language) -> String {
    folder.isEmpty ? "" : " " + AskingProcess.place(folder, in: language)
  }
}
