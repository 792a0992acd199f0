import Glibc

/// The rights of another user or group that the bits of a program's file give to whoever starts it.
enum BorrowedRights {
  /// Refuses what would use them: a program that takes secrets lends nobody the rights of others.
  ///
  /// - Parameter refusal: What is not done, such as `starts no command`.
  /// - Throws: `CommandFailure` where this process has such rights.
  static func refuse(_ refusal: String) throws(CommandFailure) {
    guard geteuid() == getuid(), getegid() == getgid() else {
      throw CommandFailure(
        "with the rights of another user keyward \(refusal); take the bits off its file with "
          + "chmod u-s,g-s.")
    }
  }
}
