#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A component of a path through which another user could replace the file: the file itself, a
/// folder, or a link.
///
/// Every component must belong to this user or root, and be writable only by its owner. The mask of
/// an ACL is in the group bits of the mode, so rights granted by an ACL show there.
///
/// There is one exception: a folder that root owns and in which users can rename only their own
/// files, such as `/tmp` (mode 1777). The path may pass through it, since the next folder belongs
/// to this user or root, and nobody else can replace that folder. But the file itself, or a link to
/// it, must not be directly in such a folder, since other users can create files there.
package struct PathTrustError: Error, Hashable {
  package enum Reason: Hashable {
    case owned(by: uid_t)
    /// The component belongs to this user or root, but other users may write to it.
    case writable(owner: uid_t)
    /// The file, or a link on the path to it, is directly in this folder, which root owns and in
    /// which other users may create files.
    case shared
    /// Other users have rights to this folder or socket, which must be private.
    case accessible
    case notFolder
    case notSocket
    /// The path cannot be followed, or it leads to a different file from the one that was opened.
    case exchanged
  }

  private struct Component {
    let path: String
    let owner: uid_t
    let mode: mode_t
    let kind: mode_t
    let place: FilePlace

    init?(_ path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      self.path = path
      owner = status.st_uid
      mode = status.st_mode
      kind = status.st_mode & S_IFMT
      place = FilePlace(status)
    }

    /// True for a folder like `/tmp`: root owns it, and other users may create files in it but
    /// rename only their own.
    var isShared: Bool {
      kind == S_IFDIR && owner == 0 && mode & S_ISVTX != 0 && mode & (S_IWGRP | S_IWOTH) != 0
    }

    var reason: Reason? {
      guard !isShared else { return nil }
      guard owner == 0 || owner == geteuid() else { return .owned(by: owner) }
      // The mode of a link has no meaning.
      guard kind != S_IFLNK else { return nil }
      return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .writable(owner: owner)
    }
  }

  /// The path of the untrusted component, with symbolic links resolved.
  ///
  /// If the path cannot be followed, this is the complete path as it was passed to `first`.
  package let path: String
  package let isFolder: Bool
  package let reason: Reason

  /// Follows `path`, at which the file `place` was opened, and returns the first untrusted
  /// component.
  ///
  /// Returns nil if only this user and root can replace the file.
  package static func first(to path: String, leadingTo place: FilePlace) -> PathTrustError? {
    switch followed(path) {
    case .failure(let error): error
    case .success(let end): end.place == place ? nil : PathTrustError(end, .exchanged)
    }
  }

  /// Follows `path`, and returns the first untrusted component; nil if only this user and root can
  /// replace the file.
  package static func first(to path: String) -> PathTrustError? {
    if case .failure(let error) = followed(path) { error } else { nil }
  }

  /// Returns the component at the end of a path; fails with the first untrusted component.
  private static func followed(_ path: String) -> Result<Component, PathTrustError> {
    let lost = PathTrustError(path: path, isFolder: false, reason: .exchanged)
    guard let whole = absolute(path), let root = Component("/") else { return .failure(lost) }
    if let reason = root.reason { return .failure(PathTrustError(root, reason)) }
    var (folder, rest) = (root, names(in: whole))
    // 40 is the kernel's limit too.
    var linksLeft = 40
    while !rest.isEmpty {
      let name = rest.removeFirst()
      if name == ".." {
        guard let parent = Component(SmallFile.folder(of: folder.path)) else {
          return .failure(lost)
        }
        folder = parent
        continue
      }
      let path = folder.path == "/" ? "/" + name : folder.path + "/" + name
      guard let step = Component(path) else { return .failure(lost) }
      if folder.isShared, step.kind != S_IFDIR { return .failure(PathTrustError(folder, .shared)) }
      if let reason = step.reason { return .failure(PathTrustError(step, reason)) }
      if step.kind == S_IFLNK {
        linksLeft -= 1
        guard linksLeft > 0, let target = linkTarget(of: path) else { return .failure(lost) }
        if isAbsolute(target) { folder = root }
        rest = names(in: target) + rest
      } else if rest.isEmpty {
        return .success(step)
      } else {
        folder = step
      }
    }
    return .success(folder)
  }

  // MARK: Sockets

  /// Checks a folder that only this user may use; returns nil if nobody else can use or replace it.
  ///
  /// The folder itself must belong to this user, not to root, and must not be a link. Others must
  /// have none of the rights in `mode`.
  package static func first(
    toOwnFolder path: String, withoutRights mode: mode_t = 0o077
  ) -> PathTrustError? {
    if let error = first(to: path) { return error }
    guard let folder = Component(path) else {
      return PathTrustError(path: path, isFolder: true, reason: .exchanged)
    }
    guard folder.kind == S_IFDIR else { return PathTrustError(folder, .notFolder) }
    guard folder.owner == geteuid() else {
      return PathTrustError(folder, .owned(by: folder.owner))
    }
    return folder.mode & mode == 0 ? nil : PathTrustError(folder, .accessible)
  }

  /// Checks a socket that this user or root created.
  ///
  /// With `inShared`, it may be directly in a folder like `/tmp` or `/tmp/.X11-unix`, in which
  /// nobody but its owner can replace it.
  package static func first(toSocket path: String, inShared: Bool) -> PathTrustError? {
    let found = inShared ? entry(ofShared: path) : followed(path)
    switch found {
    case .failure(let error): return error
    case .success(let end):
      return end.kind == S_IFSOCK ? nil : PathTrustError(end, .notSocket)
    }
  }

  private static func entry(ofShared path: String) -> Result<Component, PathTrustError> {
    if let error = first(toShared: SmallFile.folder(of: path)) { return .failure(error) }
    guard let entry = Component(path) else {
      return .failure(PathTrustError(path: path, isFolder: false, reason: .exchanged))
    }
    return [0, geteuid()].contains(entry.owner)
      ? .success(entry) : .failure(PathTrustError(entry, .owned(by: entry.owner)))
  }

  /// Checks a folder that may be like `/tmp`, or like a folder of this user with the same mode.
  private static func first(toShared path: String) -> PathTrustError? {
    guard let error = first(to: path) else { return nil }
    guard case .writable(geteuid()) = error.reason, error.path == path,
      Component(path).map({ $0.mode & S_ISVTX != 0 }) == true
    else { return error }
    return nil
  }

  /// Checks a socket of this user in a folder that only this user may use.
  package static func first(toOwnSocket path: String) -> PathTrustError? {
    if let error = first(toOwnFolder: SmallFile.folder(of: path)) { return error }
    guard let socket = Component(path) else {
      return PathTrustError(path: path, isFolder: false, reason: .exchanged)
    }
    guard socket.kind == S_IFSOCK else { return PathTrustError(socket, .notSocket) }
    return socket.owner == geteuid() ? nil : PathTrustError(socket, .owned(by: socket.owner))
  }

  private init(path: String, isFolder: Bool, reason: Reason) {
    (self.path, self.isFolder, self.reason) = (path, isFolder, reason)
  }

  private init(_ component: Component, _ reason: Reason) {
    self.init(path: component.path, isFolder: component.kind == S_IFDIR, reason: reason)
  }

  // Paths are divided by bytes: a slash and a combining mark after it are one `Character`.

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
  }

  /// Returns a path that begins with `/`; nil if the current folder is not known.
  package static func absolute(_ path: String) -> String? {
    if isAbsolute(path) { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }
}

extension PathTrustError {
  /// The reason in words, such as `the folder /tmp/tmux-0 belongs to another user (uid 1000)`.
  package var clause: String {
    let what = (isFolder ? "the folder " : "") + path
    return switch reason {
    case .owned(let owner): "\(what) belongs to another user (uid \(owner))"
    case .writable: "other users may write to \(what)"
    case .accessible: "other users have rights to \(what)"
    case .shared: "other users may create files in \(what)"
    case .notFolder: "\(path) is not a folder"
    case .notSocket: "\(path) is not a socket"
    case .exchanged: "\(path) cannot be examined, or was replaced"
    }
  }

  /// The command that removes the rights of others; nil if it would not help.
  package var command: String? {
    switch reason {
    case .writable(let owner):
      (owner == geteuid() ? "" : "sudo ") + "chmod go-w \(path.shellWord)"
    case .accessible: "chmod go-rwx \(path.shellWord)"
    case .owned, .shared, .notFolder, .notSocket, .exchanged: nil
    }
  }
}
