import Glibc
import KeywardPrograms
import SecureMemory

struct SetupCommand: Command {
  static let name = "setup"
  static let summary = "Make gpg, ssh, sudo and git ask through Keyward."
  static let discussion = """
    Shows the lines that would be added to gpg-agent.conf, to the start-up file of your shell and \
    to the configuration. The lines in the configuration name the programs that were used for asking \
    until now; Keyward falls back to them when there is no terminal to ask on. --apply adds the lines \
    that are missing, and keeps a backup of each file in the same folder, with “.before-keyward” \
    added to its name. --undo removes the lines, and the files and folders created for them; it also removes each backup \
    that is then identical to its file, and keeps the others. Every file keeps its owner, group, \
    permissions, ACL and attributes; files of other users, and files that cannot keep these, are \
    refused before anything is changed.

    With --boot, setup shows the lines that make Keyward ask for the passphrases of encrypted disks at \
    boot. These are the entries of the disks in /etc/crypttab, and the layout and language in \
    /etc/keyward/boot.yaml. With --apply, it adds these lines, builds an initramfs for a test and runs \
    Keyward once inside it. Only if that works does it replace the initramfs that boots the computer.
    """

  private var apply = false
  private var undo = false
  private var isBoot = false

  init(_ settings: ProgramSettings) {}

  static let groups = [
    OptionGroup<Self>([
      .flag("apply", "Add the lines.") { $0.apply = true },
      .flag("undo", "Remove the lines that setup added.") { $0.undo = true },
      .flag("boot", "Set up Keyward to unlock encrypted disks at boot.") { $0.isBoot = true },
    ])
  ]

  func validate() throws(UsageError) {
    if apply, undo { throw UsageError("Choose one of --apply and --undo.") }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    if isBoot { return try runBoot() }
    let folder = ProgramFolder.found(lookup: environmentVariable)
    if folder == nil, !undo { throw CommandFailure(ProgramFolder.isUnknown) }
    // Undoing removes our lines wherever our programs are installed.
    let find = undo ? SetupFile.applied : SetupFile.all
    let files = find(folder ?? "", environmentVariable)
    guard !files.isEmpty else {
      throw CommandFailure("HOME is not set, so the files cannot be found.")
    }
    if let folder, !undo { try Self.checkPrograms(in: folder) }
    try checkHome()
    let work = try change(files)
    try printAdvice(hasChanged: work.hasChanged)
    if !undo { warn() }
    return work.status
  }

  private func runBoot() throws(CommandFailure) -> ExitStatus {
    if (apply || undo) && geteuid() != 0 {
      throw CommandFailure("only root may change how the computer starts; use sudo.")
    }
    if !undo, !BootImage.isInstalled { throw CommandFailure(BootImage.isMissing) }
    let work = try change(SetupFile.boot(hasKeyscripts: BootImage.hasKeyscripts))
    if !BootImage.hasKeyscripts { try StandardStreams.printSentence(BootImage.ofSystemd) }
    if !undo { BootSettings(root: "").complaints.forEach(StandardStreams.report.warn) }
    guard work.status == .done, apply || undo else {
      if work.hasChanged {
        try StandardStreams.printSentence(
          "To do this and create a new initramfs: keyward setup --boot --apply")
      }
      return work.status
    }
    if apply {
      try StandardStreams.printSentence(
        "Building a test initramfs and asking once with its programs …")
      if let trouble = BootImage.trouble(with: "rehearse") {
        throw CommandFailure(
          "the initramfs was not changed: \(trouble). To remove the lines that setup added, "
            + "run `keyward setup --boot --undo`.")
      }
    }
    if let trouble = BootImage.trouble(with: "update") {
      throw CommandFailure("no new initramfs was created: \(trouble)")
    }
    try StandardStreams.print("The new initramfs was created.")
    return .done
  }

  private typealias Entry = (change: SetupChange, step: SetupStep?)

  private func change(
    _ files: [SetupFile]
  ) throws(CommandFailure) -> (status: ExitStatus, hasChanged: Bool) {
    var entries: [Entry] = []
    var (status, isStopped, hasChanged) = (ExitStatus.done, false, false)
    // Undo in reverse order: the folders of a file may have been created for the file before it.
    for file in undo ? files.reversed() : files {
      do throws(SetupFailure) {
        try entries.append(entry(file))
      } catch {
        // Other files can still be changed, unless this failure stops all changes.
        StandardStreams.complain(CommandFailure(error))
        status = .failed
        if error.stopsAll { isStopped = true }
      }
    }
    if isStopped, apply || undo {
      throw CommandFailure("no file was changed: setup applies all changes or none.")
    }
    for entry in entries {
      do {
        if try handle(entry) { hasChanged = true }
      } catch {
        StandardStreams.complain(error)
        status = .failed
      }
    }
    return (status, hasChanged)
  }

  /// Throws unless the user owns the home folder.
  ///
  /// If another user, such as root, ran setup, the rewritten files would belong to that user.
  private func checkHome() throws(CommandFailure) {
    guard let home = environmentVariable("HOME") else { return }
    let option = apply ? " --apply" : undo ? " --undo" : ""
    try orFail { try SetupFile.check(home: home, command: "keyward setup\(option)") }
  }

  private func entry(_ file: SetupFile) throws(SetupFailure) -> Entry {
    let change = try SetupChange(file, undoing: undo)
    try change.check()
    let isWanted = (apply || undo) && !change.difference.isEmpty
    return (change, isWanted ? try SetupStep(change) : nil)
  }

  /// Prints one change and, if the entry has a step, commits it.
  ///
  /// Returns true if the file needed a change.
  private func handle(_ entry: Entry) throws(CommandFailure) -> Bool {
    let (change, step) = entry
    let title = "\(change.file.path) (\(change.file.purpose)):"
    guard !change.difference.isEmpty else {
      try StandardStreams.printQuoting("\(title) nothing to do")
      if undo { try tidy(change) }
      return false
    }
    try StandardStreams.printQuoting(title)
    try StandardStreams.printToCopy(
      change.difference.map { "  " + $0 }.joined(separator: "\n"))
    guard let step else { return true }
    let outcome = try orFail { try step.commit() }
    switch outcome {
    case .written: try StandardStreams.printQuoting("  written")
    case .changed(let backup):
      try StandardStreams.printQuoting("  changed; previous version: \(backup)")
    case .removed:
      try StandardStreams.printQuoting("  removed, since there was no such file before")
    }
    if undo { try tidy(change) }
    return true
  }

  private func tidy(_ change: SetupChange) throws(CommandFailure) {
    let copies = try orFail { try change.tidy() }
    let lines =
      copies.removed.map { "  removed the backup \($0), which is identical to the file" }
      + copies.folders.map { "  removed the empty folder \($0), which setup had created" }
      + copies.kept.map {
        "  kept the backup \($0), since it differs from the file; remove it when you no "
          + "longer need it."
      }
    for line in lines { try StandardStreams.printQuoting(line) }
  }

  private func printAdvice(hasChanged: Bool) throws(CommandFailure) {
    guard hasChanged else { return }
    guard apply || undo else {
      return try StandardStreams.print("To do this: keyward setup --apply")
    }
    try StandardStreams.printSentence(
      "If gpg-agent is running, run: gpgconf --reload gpg-agent. Then open a new shell"
        + (undo ? "." : "; in it, `keyward doctor` shows whether everything works."))
    guard apply, let folder = ProgramFolder.found(lookup: environmentVariable) else { return }
    // Setup never writes this: root owns the file, and it applies to every user.
    try StandardStreams.printSentence(
      "For sudo without -A, root can add this line to /etc/sudo.conf:")
    try StandardStreams.printToCopy("  Path askpass \(folder)/keyward-askpass")
  }

  private func warn() {
    let lookup = environmentVariable
    for role in Fallback.Role.allCases
    where Fallback.configured(for: role, environment: lookup) == nil {
      let agentFile = SetupFile.all(programs: "", lookup: lookup).first
      let former = PreviousPinentry(agentFile: agentFile, lookup: lookup)
      if former.fallback(for: role) == nil {
        StandardStreams.report.warn(PreviousPinentry.warning(without: role))
      }
    }
  }

  /// Throws if one of Keyward's programs is missing from `folder`.
  ///
  /// Setup would otherwise configure gpg-agent to start a program that does not exist.
  private static func checkPrograms(in folder: String) throws(CommandFailure) {
    for name in ["pinentry-keyward", "keyward-askpass"]
    where unsafe access("\(folder)/\(name)", X_OK) != 0 {
      throw CommandFailure(
        "\(name) is not beside this program in \(folder); install all programs with make install.")
    }
  }
}
