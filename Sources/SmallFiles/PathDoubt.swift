import Glibc

/// A part of the way to a file by which others could exchange its content: the file, a folder, or a
/// link.
///
///     PathDoubt.first(to: "/home/me/.config/keyward/config.yaml", leadingTo: file.place)
///
/// Only this user and root may own or write the parts of the way. The mask of an ACL stands in the
/// bits of the group, so a right that it grants shows there.
///
/// Folders of root in which only owners may rename (`/tmp`, mode 1777) may be passed through: the
/// next folder belongs to this user or root, so nobody else can put another in its place. They may
/// not contain the file itself, or a link to it: others could put more files beside it.
package struct PathDoubt: Hashable {
  /// The reason for the doubt.
  package enum Reason: Hashable {
    /// It belongs to another user.
    case owned(by: uid_t)
    /// It belongs to this user or root, but others may write it.
    case writable(owner: uid_t)
    /// The file, or a link on the way to it, is directly in this folder of root, which others may
    /// write.
    ///
    /// Only owners may rename in it.
    case shared
    /// It leads elsewhere than a moment ago, or cannot be followed.
    case exchanged
  }

  /// The path without links, as far as it was followed.
  package let path: String
  /// Whether it is a folder.
  package let isFolder: Bool
  /// The reason.
  package let reason: Reason

  /// Returns the first doubt on the way to a file that is already open.
  ///
  /// - Parameters:
  ///   - path: The path it was opened by.
  ///   - place: The identity of the opened file.
  /// - Returns: The doubt; nil if only this user and root can exchange the file.
  package static func first(to path: String, leadingTo place: FilePlace) -> PathDoubt? {
    var walk = PathWalk(path)
    while let (step, folder) = walk.next() {
      if let folder, folder.isShared, step.kind != S_IFDIR { return PathDoubt(folder, .shared) }
      if !step.isShared, let reason = reason(step) { return PathDoubt(step, reason) }
      if walk.isAtEnd, step.kind != S_IFLNK {
        return step.place == place ? nil : PathDoubt(step, .exchanged)
      }
    }
    return PathDoubt(path: path, isFolder: false, reason: .exchanged)
  }

  private init(path: String, isFolder: Bool, reason: Reason) {
    (self.path, self.isFolder, self.reason) = (path, isFolder, reason)
  }

  private init(_ step: PathWalk.Step, _ reason: Reason) {
    self.init(path: step.path, isFolder: step.kind == S_IFDIR, reason: reason)
  }

  private static func reason(_ step: PathWalk.Step) -> Reason? {
    // The bits of a link mean nothing.
    reason(owner: step.owner, mode: step.kind == S_IFLNK ? 0 : step.mode)
  }

  private static func reason(owner: uid_t, mode: mode_t) -> Reason? {
    guard owner == 0 || owner == geteuid() else { return .owned(by: owner) }
    return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .writable(owner: owner)
  }
}
