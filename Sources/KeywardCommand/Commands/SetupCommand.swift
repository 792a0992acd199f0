import ArgumentParser
import Glibc
import Pinentry
import SecureMemory

/// `keyward setup`: the lines that make gpg, ssh, sudo and git ask through Keyward.
struct SetupCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Make gpg, ssh, sudo and git ask through Keyward.",
    discussion: """
      Shows which lines would be added to which file. With --apply they are added, once, and the \
      file as it was is kept beside it with “.before-keyward” behind its name. With --undo they \
      are taken away again.
      """)

  @Flag(help: "Add the lines.")
  var apply = false

  @Flag(help: "Take the lines away again.")
  var undo = false

  func validate() throws {
    if apply, undo { throw ValidationError("Choose one of --apply and --undo.") }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let files = SetupFile.all(programs: Self.folder, lookup: EnvironmentVariable.value)
    guard !files.isEmpty else {
      throw CommandFailure("HOME is not set, so it is not known where the files are.")
    }
    var lines: [String] = []
    for file in files {
      let change = SetupChange(file, undoing: undo)
      guard !change.difference.isEmpty else {
        lines.append("\(file.path) (\(file.purpose)): nothing to do")
        continue
      }
      lines.append("\(file.path) (\(file.purpose)):")
      lines += change.difference.map { "  " + $0 }
      guard apply || undo else { continue }
      let backup = try orFail { try change.make().get() }
      lines.append(backup.map { "  changed; as it was: \($0)" } ?? "  written")
    }
    lines += advice
    try StandardStreams.print(lines.joined(separator: "\n"))
    return .done
  }

  private var advice: [String] {
    guard apply || undo else { return ["To do this: keyward setup --apply"] }
    return ["Now run: gpgconf --reload gpg-agent, and open a new shell."]
  }

  /// The folder this program is in, where the others are too.
  static var folder: String {
    guard let real = unsafe realpath("/proc/self/exe", nil) else { return "/usr/local/bin" }
    let path = unsafe String(cString: real)
    unsafe free(real)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/usr/local/bin"
  }
}
