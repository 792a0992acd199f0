import Glibc
import KeywardTestSupport
import Testing

/// The requirements of a test; without them it is skipped, with a sentence.
extension Trait where Self == ConditionTrait {
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { InstalledProgram.path($0) == nil }
    let packages = missing.map { package[$0] ?? $0 }.joined(separator: " ")
    return .enabled(
      if: missing.isEmpty,
      "needs \(missing.joined(separator: " and ")) (apt-get install \(packages))")
  }

  private static var package: [String: String] {
    [
      "cryptsetup": "cryptsetup-bin", "gpg": "gnupg", "nvim": "neovim", "Xvfb": "xvfb",
      "ssh": "openssh-client",
      "ssh-keygen": "openssh-client", "sshd": "openssh-server", "su": "util-linux",
      "setpriv": "util-linux", "systemd-tty-ask-password-agent": "systemd",
    ]
  }

  /// The module for Python that drives programs on a terminal.
  static var needsPexpect: Self {
    .enabled(
      if: (try? ProgramRun.finished("/usr/bin/python3", ["-c", "import pexpect"]).ending)
        == .exited(0),
      "needs pexpect (apt-get install python3-pexpect)")
  }

  /// Root; `what` is the purpose, as the words after "to".
  static func needsRoot(to what: Comment) -> Self {
    .enabled(if: getuid() == 0, "needs root to \(what.rawValue)")
  }

  /// Root and its own mounts; `what` is the purpose, as the words after "to".
  static func needsOwnMounts(to what: Comment) -> Self {
    .enabled(if: OwnMounts.arePossible, "needs root, and unshare, to \(what.rawValue)")
  }
}
