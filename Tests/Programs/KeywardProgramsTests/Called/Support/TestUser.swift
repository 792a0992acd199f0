import Glibc
import KeywardTestSupport

/// A user of this machine with a password, for as long as the object lives.
final class TestUser {
  static let password = "sesame öffne dich"
  let name: String
  let number: Int
  private var sudoRule: String?

  /// Makes the user, which takes root; this process's number follows `name`, since suites and runs
  /// go side by side.
  init(_ name: String = "keywardtest") throws {
    self.name = name + String(getpid())
    // One at a time: with the list of users locked, the user would stay without a password.
    let made = try Self.change(
      """
      set -e
      useradd -M -d / -s /bin/sh \(self.name)
      echo '\(self.name):\(Self.password)' | chpasswd
      id -u \(self.name)
      """)
    guard let number = Int(made.outputText.split(separator: "\n").last ?? "") else {
      throw HarnessError("no user \(self.name) could be made: \(made.errorText)")
    }
    self.number = number
  }

  /// Lets the user run every program by sudo with the password; `defaults` are settings of sudo.
  func allowSudo(defaults: String? = nil) throws {
    let rule = "/etc/sudoers.d/\(name)"
    let lines = defaults.map { "Defaults:\(name) \($0)\n" } ?? ""
    sudoRule = rule
    _ = try ProgramRun.finished(
      "/bin/sh", ["-c", "echo \"$0\" >$1; chmod 440 $1", lines + "\(name) ALL=(ALL) ALL", rule])
  }

  deinit {
    if let sudoRule { unlink(sudoRule) }
    // By force, since a process of the user may still be ending.
    _ = try? Self.change("userdel -f \(name)")
  }

  private static func change(_ commands: String) throws -> ProgramRun {
    try ProgramRun.finished(
      "/usr/bin/flock", ["/etc", "/bin/sh", "-c", "PATH=$PATH:/usr/sbin:/sbin\n" + commands])
  }
}
