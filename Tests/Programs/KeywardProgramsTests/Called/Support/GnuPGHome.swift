import Glibc
import KeywardTestSupport

/// A home of gpg with its own agent that asks through our pinentry.
final class GnuPGHome {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "#!/bin/sh\necho $$ >> \(folder.path)/starts\nexec \(try Programs.pinentry()) \"$@\"\n",
      to: "pin.sh", mode: 0o755)
    try configure("")
    try folder.write("some text\n", to: "plain")
  }

  deinit {
    _ = try? ProgramRun.finished(
      "/usr/bin/gpgconf", ["--kill", "gpg-agent"], environment: ["GNUPGHOME": folder.path])
  }

  var path: String { folder.path }

  func text(_ name: String) -> String { folder.text(name) }

  var starts: [Int32] { text("starts").split(separator: "\n").compactMap { Int32($0) } }

  func configure(_ lines: String) throws {
    try folder.write("pinentry-program \(path)/pin.sh\n" + lines, to: "gpg-agent.conf")
  }

  func forget() throws {
    _ = try ProgramRun.finished(
      "/usr/bin/gpgconf", ["--reload", "gpg-agent"], environment: ["GNUPGHOME": path])
  }

  func agent(_ commands: String...) throws -> String {
    try ProgramRun.finished(
      "/usr/bin/gpg-connect-agent", commands + ["/bye"], environment: ["GNUPGHOME": path]
    ).outputText
  }

  func start(_ arguments: [String], on terminal: PseudoTerminal) throws -> ProgramRun {
    try ProgramRun(
      "/usr/bin/gpg", arguments,
      environment: ["GNUPGHOME": path, "HOME": path, "GPG_TTY": terminal.path],
      streams: (.terminal, .terminal, .terminal), on: terminal)
  }

  /// Runs gpg and answers its dialogues: the text that must be shown, and the keys typed then.
  ///
  /// When it has ended, the terminal is as before.
  func gpg(_ arguments: [String], _ answers: [(String, String)]) throws -> ProgramRun {
    let terminal = try PseudoTerminal()
    let run = try start(arguments, on: terminal)
    try run.answer(answers)
    guard try terminal.settings() == terminal.initial else {
      throw HarnessError("the terminal is changed")
    }
    return run
  }

  /// The words by which gpg encrypts a file with a passphrase.
  var encrypting: [String] { ["-o", path + "/secret", "-c", path + "/plain"] }

  func encrypt(_ answers: [(String, String)]) throws -> ProgramRun { try gpg(encrypting, answers) }

  func decrypt(_ answers: [(String, String)]) throws -> ProgramRun {
    try gpg(["-o", path + "/back", "-d", path + "/secret"], answers)
  }

  func sign(_ answers: [(String, String)]) throws -> ProgramRun {
    try gpg(["-o", path + "/signed", "-s", path + "/plain"], answers)
  }
}
