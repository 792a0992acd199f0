import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The properties of a file other than its content: owner, group, mode and extended attributes,
/// including the ACL.
///
///     let nature = try FileMetadata(ofFile: "/home/me/.bashrc")
///     try nature.give(to: newFile)   // all of them, or an error
package struct FileMetadata: Hashable {
  package let owner: uid_t
  package let group: gid_t
  package let mode: mode_t
  let attributes: [String: [UInt8]]

  /// The attributes that the kernel computes for each file; they cannot be copied.
  private static let ofContent: Set<String> = ["security.ima", "security.evm"]

  package init(ofFile path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    try self.init(of: descriptor)
  }

  init(of descriptor: Int32) throws(FileError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o7777
    var attributes: [String: [UInt8]] = [:]
    for name in try Self.names(of: descriptor) where !Self.ofContent.contains(name) {
      attributes[name] = try unsafe Self.bytes { buffer, room in
        unsafe platform_attribute(descriptor, name, buffer, room)
      }
    }
    self.attributes = attributes
  }

  /// Sets these properties on an open file.
  ///
  /// - Throws: `FileError.notKept` for the first property that cannot be set.
  func give(to descriptor: Int32) throws(FileError) {
    let present = try FileMetadata(of: descriptor)
    // Set the owner first, since `fchown` clears bits of the mode and capabilities.
    if present.owner != owner || present.group != group {
      guard fchown(descriptor, owner, group) == 0 else { throw .notKept("owner or group") }
    }
    for name in present.attributes.keys where attributes[name] == nil {
      guard unsafe platform_remove_attribute(descriptor, name) == 0 else { throw .notKept(name) }
    }
    for (name, value) in attributes where present.attributes[name] != value {
      let result = unsafe value.withUnsafeBytes { bytes in
        unsafe platform_set_attribute(descriptor, name, bytes.baseAddress, bytes.count)
      }
      guard result == 0 else {
        // A full disk has no room for an attribute either.
        if [ENOSPC, EDQUOT].contains(errno) { throw .system(errno) }
        throw .notKept(name)
      }
    }
    guard fchmod(descriptor, mode) == 0 else { throw .notKept("mode") }
    // This detects a property that the kernel dropped without an error, such as a bit of the mode.
    guard try FileMetadata(of: descriptor) == self else { throw .notKept("mode or attributes") }
  }

  private static func names(of descriptor: Int32) throws(FileError) -> [String] {
    let bytes = try unsafe bytes { buffer, room in
      let names = unsafe buffer?.assumingMemoryBound(to: CChar.self)
      return unsafe platform_attribute_names(descriptor, names, room)
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes that `read` writes to a buffer.
  ///
  /// If the size passed to `read` is 0, `read` returns the needed size instead.
  private static func bytes(
    _ read: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileError) -> [UInt8] {
    while true {
      let room = read(nil, 0)
      guard room > 0 else {
        // The file system may not support extended attributes.
        if room == 0 || errno == ENOTSUP { return [] }
        throw .system(errno)
      }
      var code: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = unsafe read(buffer.baseAddress, room)
        if got < 0 { code = errno }
        count = max(0, got)
      }
      if code == 0 { return bytes }
      // ERANGE means that the value has grown meanwhile.
      guard code == ERANGE else { throw .system(code) }
    }
  }
}

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
package struct PathTrustError: Hashable {
  package enum Reason: Hashable {
    case owned(by: uid_t)
    /// The component belongs to this user or root, but other users may write to it.
    case writable(owner: uid_t)
    /// The file, or a link on the path to it, is directly in this folder, which root owns and in
    /// which other users may create files.
    case shared
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
    let lost = PathTrustError(path: path, isFolder: false, reason: .exchanged)
    guard let start = isAbsolute(path) ? "" : currentFolder, let root = Component("/") else {
      return lost
    }
    if let reason = root.reason { return PathTrustError(root, reason) }
    var (folder, rest) = (root, names(in: start + "/" + path))
    // 40 is the kernel's limit too.
    var linksLeft = 40
    while !rest.isEmpty {
      let name = rest.removeFirst()
      if name == ".." {
        guard let parent = Component(SmallFile.folder(of: folder.path)) else { return lost }
        folder = parent
        continue
      }
      let path = folder.path == "/" ? "/" + name : folder.path + "/" + name
      guard let step = Component(path) else { return lost }
      if folder.isShared, step.kind != S_IFDIR { return PathTrustError(folder, .shared) }
      if let reason = step.reason { return PathTrustError(step, reason) }
      if step.kind == S_IFLNK {
        linksLeft -= 1
        guard linksLeft > 0, let target = linkTarget(of: path) else { return lost }
        if isAbsolute(target) { folder = root }
        rest = names(in: target) + rest
      } else if rest.isEmpty {
        return step.place == place ? nil : PathTrustError(step, .exchanged)
      } else {
        folder = step
      }
    }
    return lost
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

  private static var currentFolder: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}
