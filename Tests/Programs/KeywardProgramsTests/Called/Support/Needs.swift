import Glibc
import KeywardTestSupport
import Testing

/// The requirements of a test; without them it is skipped, with a sentence.
extension Trait where Self == ConditionTrait {
  /// Programs of the system.
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { InstalledProgram.path($0) == nil }
    let packages = missing.map { package[$0] ?? $0 }.joined(separator: " ")
    return .enabled(
      if: missing.isEmpty,
      "needs \(missing.joined(separator: " and ")) (apt-get install \(packages))")
  }

  /// The packages of programs that have another name.
  private static var package: [String: String] {
    [
      "cryptsetup": "cryptsetup-bin", "gpg": "gnupg", "ssh": "openssh-client",
      "ssh-keygen": "openssh-client", "sshd": "openssh-server", "su": "util-linux",
      "setpriv": "util-linux",
    ]
  }

  /// Root, and what only root may do.
  ///
  /// - Parameter what: The purpose, as the words after "to".
  /// - Returns: The condition.
  static func needsRoot(to what: Comment) -> Self {
    .enabled(if: getuid() == 0, "needs root to \(what.rawValue)")
  }

  /// Root, and mounts of its own.
  ///
  /// - Parameter what: The purpose, as the words after "to".
  /// - Returns: The condition.
  static func needsOwnMounts(to what: Comment) -> Self {
    .enabled(if: OwnMounts.arePossible, "needs root, and unshare, to \(what.rawValue)")
  }
}
