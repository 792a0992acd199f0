import ArgumentParser
import Glibc
import Pinentry
import SecureMemory

/// `keyward setup`: the lines that make gpg, ssh, sudo and git ask through Keyward.
struct SetupCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Make gpg, ssh, sudo and git ask through Keyward.",
    discussion: """
      Shows which lines would be added to which file: gpg-agent.conf, and the start-up file of your \
      shell. With --apply they are added, once, and the file as it was is kept beside it with \
      “.before-keyward” behind its name. With --undo all of it is taken away again: the lines, the \
      files and folders made for them, and the copies, except one that differs from its file.
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
    var status = ExitStatus.done
    var hasChanged = false
    // The last first where it is undone: the folders of one may have been made for the one before.
    for file in undo ? files.reversed() : files {
      do {
        if try handle(file) { hasChanged = true }
      } catch {
        // The other file can be changed all the same.
        StandardStreams.complain(error)
        status = .failed
      }
    }
    try printAdvice(hasChanged: hasChanged)
    return status
  }

  /// Shows what is to be done with one file, and does it where it is wanted.
  ///
  /// - Returns: Whether the file is not as it was, or would not be.
  private func handle(_ file: SetupFile) throws(CommandFailure) -> Bool {
    let change = try orFail { try SetupChange(file, undoing: undo) }
    guard !change.difference.isEmpty else {
      try StandardStreams.printQuoting("\(file.path) (\(file.purpose)): nothing to do")
      if undo { try tidy(change) }
      return false
    }
    // Shown before it is done.
    try StandardStreams.printQuoting(
      (["\(file.path) (\(file.purpose)):"] + change.difference.map { "  " + $0 })
        .joined(separator: "\n"))
    guard apply || undo else { return true }
    let outcome = try orFail { () throws(SetupFailure) in try change.make() }
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
