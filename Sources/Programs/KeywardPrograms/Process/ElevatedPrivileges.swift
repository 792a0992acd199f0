import Glibc

/// The rights of another user or group that the bits of a program's file give to its starter.
enum ElevatedPrivileges {
  /// Refuses an action that would use such rights: a program that takes secrets must not lend them.
  ///
  /// `refusal` has the words, such as `starts no command`.
  static func refuse(_ refusal: String) throws(CommandFailure) {
    guard geteuid() == getuid(), getegid() == getgid() else {
      throw CommandFailure(
        "with the rights of another user keyward \(refusal); take the bits off its file with "
          + "chmod u-s,g-s.")
    }
  }
}
