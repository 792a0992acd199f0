import Glibc
import TestSupport

/// A user of this machine with a password, for as long as the object lives.
final class TestUser {
  static let password = "sesame öffne dich"
  let name: String
  let number: Int

  /// Makes the user; nil where that cannot be done.
  ///
  /// - Parameter name: One of its own for each suite, since suites run side by side.
  /// - Throws: `HarnessError` where the tools for it cannot be started.
  init?(_ name: String = "keywardtest") throws {
    self.name = name
    guard getuid() == 0, access("/usr/sbin/useradd", X_OK) == 0 else { return nil }
    let set = """
      PATH=$PATH:/usr/sbin:/sbin
      useradd -M -d / -s /bin/sh \(name) 2>/dev/null; echo '\(name):\(Self.password)' | chpasswd
      id -u \(name)
      """
    let made = try ProgramRun.finished("/bin/sh", ["-c", set])
    guard let number = Int(made.outputText.split(separator: "\n").last ?? "") else { return nil }
    self.number = number
  }

  deinit {
    _ = try? ProgramRun.finished(
      "/bin/sh", ["-c", "PATH=$PATH:/usr/sbin; userdel \(name) 2>/dev/null"])
  }
}
