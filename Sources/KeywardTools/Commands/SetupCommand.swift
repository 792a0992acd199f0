import ArgumentParser
import CalledPrograms
import Glibc
import SecretCommands
import SecureMemory
import Settings

/// `keyward setup`: the lines that make gpg, ssh, sudo and git ask through Keyward.
struct SetupCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Make gpg, ssh, sudo and git ask through Keyward.",
    discussion: """
      Shows which lines would be added to which file: gpg-agent.conf, and the start-up file of your \
      shell; and which programs are named in the configuration to ask where there is no terminal, \
      which are those that asked before. With --apply they are added, once, and the file as it was is kept beside it with \
      “.before-keyward” behind its name. With --undo all of it is taken away again: the lines, the \
      files and folders made for them, and the copies, except one that differs from its file. \
      Every file keeps its owner, group, rights, ACL and attributes; files of other users, and \
      those that cannot be kept so, are refused before anything is changed.
      """)

  @Flag(help: "Add the lines.")
  var apply = false

  @Flag(help: "Take the lines away again.")
  var undo = false

  func validate() throws {
    if apply, undo { throw ValidationError("Choose one of --apply and --undo.") }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let folder = ProgramFolder.found(lookup: EnvironmentVariable.value)
    if folder == nil, !undo { throw CommandFailure(ProgramFolder.isUnknown) }
    // What is taken away is ours wherever our programs are.
    let find = undo ? SetupFile.applied : SetupFile.all
    let files = find(folder ?? "", EnvironmentVariable.value)
    guard !files.isEmpty else {
      throw CommandFailure("HOME is not set, so it is not known where the files are.")
    }
    if let folder, !undo { try Self.checkPrograms(in: folder) }
    try checkHome()
    // The last first where it is undone: the folders of one may have been made for the one before.
    var work = Work()
    for file in undo ? files.reversed() : files {
      do {
        try work.entries.append(entry(file))
      } catch {
        work.take(error)
      }
    }
    try finish(&work)
    if !undo { warn() }
    return work.status
  }

  /// One file: its change, and the step that makes it.
  private typealias Entry = (change: SetupChange, step: SetupStep?)

  /// What has been got ready, and what stands against it.
  private struct Work {
    var entries: [Entry] = []
    var status = ExitStatus.done
    var isStopped = false

    mutating func take(_ failure: SetupFailure) {
      // Another file can be changed all the same, unless this one stands for all.
      StandardStreams.complain(CommandFailure(failure))
      status = .failed
      if failure.stopsAll { isStopped = true }
    }
  }

  /// Files of another user would be that user's no more.
  private func checkHome() throws(CommandFailure) {
    guard let home = EnvironmentVariable.value("HOME") else { return }
    let option = apply ? " --apply" : undo ? " --undo" : ""
    do throws(SetupFailure) {
      try SetupOwner.check(home: home, command: "keyward setup\(option)")
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Gets the change of one file ready; nothing is done yet.
  private func entry(_ file: SetupFile) throws(SetupFailure) -> Entry {
    let change = try SetupChange(file, undoing: undo)
    try change.check()
    let isWanted = (apply || undo) && !change.difference.isEmpty
    return (change, isWanted ? try SetupStep(change) : nil)
  }

  /// Shows what is to be done, and does it where it is wanted and nothing stands against it.
  private func finish(_ work: inout Work) throws(CommandFailure) {
    if work.isStopped, apply || undo {
      throw CommandFailure("no file was changed, since all of it has to be possible.")
    }
    var hasChanged = false
    for entry in work.entries {
      do {
        if try handle(entry) { hasChanged = true }
      } catch {
        StandardStreams.complain(error)
        work.status = .failed
      }
    }
    try printAdvice(hasChanged: hasChanged)
  }

  /// Shows what is to be done with one file, and does it where it is wanted.
  ///
  /// - Returns: Whether the file is not as it was, or would not be.
  private func handle(_ entry: Entry) throws(CommandFailure) -> Bool {
    let (change, step) = entry
    let title = "\(change.file.path) (\(change.file.purpose)):"
    guard !change.difference.isEmpty else {
      try StandardStreams.printQuoting("\(title) nothing to do")
      if undo { try tidy(change) }
      return false
    }
    // Shown before it is done.
    try StandardStreams.printQuoting(
      ([title] + change.difference.map { "  " + $0 }).joined(separator: "\n"))
    guard let step else { return true }
    let outcome = try orFail { () throws(SetupFailure) in try step.commit() }
    switch outcome {
    case .written: try StandardStreams.printQuoting("  written")
    case .changed(let backup): try StandardStreams.printQuoting("  changed; as it was: \(backup)")
    case .removed:
      try StandardStreams.printQuoting("  removed, since there was no such file before")
    }
    if undo { try tidy(change) }
    return true
  }

  /// Takes away the copies that nobody needs any more, and names the others.
  private func tidy(_ change: SetupChange) throws(CommandFailure) {
    let copies = try orFail { () throws(SetupFailure) in try change.tidy() }
    for path in copies.removed {
      try StandardStreams.printQuoting("  removed \(path), which says the same")
    }
    for path in copies.folders {
      try StandardStreams.printQuoting("  removed \(path), which was made for it and is empty")
    }
    for path in copies.kept {
      try StandardStreams.printQuoting(
        "  \(path) is kept, since it differs from the file as it is now; remove it when you do not "
          + "need it.")
    }
  }

  private func printAdvice(hasChanged: Bool) throws(CommandFailure) {
    guard hasChanged else { return }
    guard apply || undo else {
      return try StandardStreams.print("To do this: keyward setup --apply")
    }
    try StandardStreams.print(
      "Now run: gpgconf --reload gpg-agent, and open a new shell"
        + (undo ? "." : "; keyward doctor says what counts there."))
  }

  /// Says which of our programs nobody stands in for where there is no terminal.
  private func warn() {
    let lookup = EnvironmentVariable.value
    for role in Fallback.Role.allCases
    where Fallback.configured(for: role, environment: lookup) == nil {
      let agentFile = SetupFile.all(programs: "", lookup: lookup).first
      let former = FormerPrograms(agentFile: agentFile, lookup: lookup)
      if former.fallback(for: role) == nil {
        StandardStreams.say(FormerPrograms.warning(without: role))
      }
    }
  }

  /// An agent that is told of a program that is not there asks nobody any more.
  private static func checkPrograms(in folder: String) throws(CommandFailure) {
    for name in ["pinentry-keyward", "keyward-askpass"]
    where unsafe access("\(folder)/\(name)", X_OK) != 0 {
      throw CommandFailure(
        "there is no \(name) beside this program in \(folder); install all three with "
          + "make install.")
    }
  }
}
