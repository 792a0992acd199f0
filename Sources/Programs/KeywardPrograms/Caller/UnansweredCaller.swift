import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// A calling program that must not go on without an answer.
///
/// OpenSSH's programs take a failing askpass for an empty passphrase, so that a cancelled question
/// writes an unencrypted key or sends an empty password. git asks again on the bare terminal. Such
/// a caller is ended as Ctrl-C in a terminal would end it. Every other program, such as a shell,
/// `sudo` or `ssh-agent`, is left alone.
package struct UnansweredCaller: Hashable, Sendable {
  /// The signals that end the caller, in the order in which they are tried.
  ///
  /// A signal that the caller blocks or ignores is left out, as SIGINT is in the ssh of sftp and in
  /// a job that a script started with `&`. The last signal takes effect in any case.
  let signals: [Int32]

  private static let programs: Set<String> = [
    "ssh", "ssh-add", "ssh-keygen", "git", "git-remote-http", "git-remote-https",
    "git-remote-ftp", "git-remote-ftps", "git-http-fetch", "git-http-push", "git-imap-send",
    "git-lfs",
  ]

  /// Judges a process by the path of its program and the text of its `/proc/PID/status`; nil if the
  /// process is left alone.
  ///
  /// The path is the kernel's; a process can choose its name in `/proc/PID/comm`.
  init?(program: String, status: [UInt8], user: UInt32) {
    let users = ProcessStat.words(after: "Uid:", inStatus: status).map(UInt32.init)
    guard users.count == 4, users.allSatisfy({ $0 == user }) else { return nil }
    let name = Self.program(ofFile: program)
    guard Self.programs.contains(name),
      let blocked = Self.set("SigBlk:", status), let ignored = Self.set("SigIgn:", status),
      let caught = Self.set("SigCgt:", status)
    else { return nil }
    // ssh handles SIGTERM only in a session, where a missing answer is a no.
    if name == "ssh", caught & Self.bit(SIGTERM) != 0 { return nil }
    var signals: [Int32] = []
    for signal in [SIGINT, SIGTERM, SIGKILL] where (blocked | ignored) & Self.bit(signal) == 0 {
      signals.append(signal)
      if caught & Self.bit(signal) == 0 { break }
    }
    self.signals = signals
  }

  /// Returns the name of the program that the kernel reports as an executable file.
  static func program(ofFile path: String) -> String {
    // The end of the path if the file was replaced while the program runs.
    let replaced = " (deleted)"
    let file = FilePath.name(of: path)[...]
    return unwrapped(file.hasSuffix(replaced) ? file.dropLast(replaced.count) : file)
  }

  /// Returns the original name of a program that its distribution has wrapped or renamed, such as
  /// `.ssh-keygen-wrapped` (Nix), `ssh-keygen.distrib` (dpkg-divert) and `hpnssh-keygen`.
  private static func unwrapped(_ file: Substring) -> String {
    let wrapped = "-wrapped"
    let end = file.lastIndex { $0 != "_" }.map { file.index(after: $0) } ?? file.startIndex
    var name = file
    if file.hasPrefix("."), file[..<end].hasSuffix(wrapped) {
      name = file[..<end].dropFirst().dropLast(wrapped.count)
    }
    for ending in [".distrib", ".real", ".orig"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name.hasPrefix("hpnssh") ? name.dropFirst("hpn".count) : name)
  }

  private static func set(_ name: String, _ status: [UInt8]) -> UInt64? {
    ProcessStat.words(after: name, inStatus: status).first.flatMap { UInt64($0, radix: 16) }
  }

  private static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal - 1) }

  /// Ends the program that started this one, if it must not go on, at any exit of this process with
  /// a status other than 0.
  ///
  /// Call it first, since every later failure counts.
  package static func endAtExit() {
    let process = getppid()
    let directory = "/proc/\(process)"
    guard let program = linkTarget(of: "\(directory)/exe"),
      let status = try? SmallFile("\(directory)/status", atMost: 65_536).bytes,
      getuid() == geteuid(),
      let caller = UnansweredCaller(program: program, status: status, user: getuid())
    else { return }
    // Open it after the file: there may be room for one descriptor only.
    let descriptor = platform_pidfd_open(process)
    // The file and the descriptor are those of the parent only if it has not ended meanwhile.
    guard getppid() == process else {
      close(descriptor)
      return
    }
    var signals = caller.signals
    signals += [Int32](repeating: 0, count: PLATFORM_CALLER_SIGNALS - signals.count)
    unsafe platform_caller_set(descriptor, process, signals)
  }
}
