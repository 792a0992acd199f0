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
  /// The twelve lowest bits of the mode.
  package let mode: mode_t
  let attributes: [String: [UInt8]]

  /// The attributes that the kernel derives from the content; they cannot be copied.
  private static let ofContent: Set<String> = ["security.ima", "security.evm"]

  /// Reads the properties of a regular file; links are followed.
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

  /// Gives an open file these properties; throws `FileError.notKept` for the first one it cannot
  /// set.
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

  /// The result of a call that returns the needed size if the size passed is 0; empty if the file
  /// system does not support extended attributes.
  private static func bytes(
    _ read: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileError) -> [UInt8] {
    while true {
      let room = read(nil, 0)
      guard room > 0 else {
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

/// Follows a path like the kernel, stopping at every folder, link and file.
struct PathWalk {
  struct Step {
    /// The path, with symbolic links resolved except in the last component.
    let path: String
    let owner: uid_t
    /// The twelve lowest bits of the mode.
    let mode: mode_t
    /// The type, such as `S_IFDIR`.
    let kind: mode_t
    let place: FilePlace

    /// Examines the object at a path; nil if there is none.
    init?(_ path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      self.path = path
      owner = status.st_uid
      mode = status.st_mode & 0o7777
      kind = status.st_mode & S_IFMT
      place = FilePlace(status)
    }

    /// True for a folder of root in which other users may create files, but rename only their own.
    var isShared: Bool {
      kind == S_IFDIR && owner == 0 && mode & S_ISVTX != 0 && mode & (S_IWGRP | S_IWOTH) != 0
    }
  }

  /// The rest of the path, from the start of the next component.
  private var rest = Substring().utf8
  /// The entered folder; nil before the root.
  private var folder: Step?
  /// The number of links that may still be followed; 40 is the kernel's limit too.
  private var linksLeft = 40

  init(_ path: String) {
    // Without a current folder, the walk finds nothing.
    guard let start = path.hasPrefix("/") ? "" : Self.currentFolder else { return }
    go(on: start + "/" + path)
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Moves to the next object and returns it with its folder; nil at the end, or if the path cannot
  /// be followed.
  mutating func next() -> (step: Step, folder: Step?)? {
    guard let folder else {
      self.folder = Step("/")
      return self.folder.map { ($0, nil) }
    }
    guard let part = nextPart() else { return nil }
    if part == ".." {
      self.folder = Step(Self.parent(of: folder.path))
      return self.folder == nil ? nil : next()
    }
    let path = folder.path == "/" ? "/" + part : folder.path + "/" + part
    guard let step = Step(path) else { return nil }
    if step.kind != S_IFLNK {
      self.folder = step
    } else if !follow(path) {
      return nil
    }
    return (step, folder)
  }

  private mutating func follow(_ link: String) -> Bool {
    linksLeft -= 1
    guard linksLeft > 0, let target = FileLink.target(of: link) else { return false }
    if target.hasPrefix("/") {
      guard let root = Step("/") else { return false }
      folder = root
    }
    go(on: target + "/" + String(Substring(rest)))
    return true
  }

  private mutating func go(on path: String) {
    rest = path.utf8[...]
    skipToPart()
  }

  private mutating func nextPart() -> String? {
    let part = rest.prefix { $0 != Self.slash }
    if part.isEmpty { return nil }
    rest = rest[part.endIndex...]
    skipToPart()
    return String(Substring(part))
  }

  /// Skips slashes and `.` components.
  private mutating func skipToPart() {
    while true {
      rest = rest.drop { $0 == Self.slash }
      let part = rest.prefix { $0 != Self.slash }
      guard part.count == 1, part.first == UInt8(ascii: ".") else { return }
      rest = rest[part.endIndex...]
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static let slash = UInt8(ascii: "/")

  private static var currentFolder: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

/// A component of a path through which another user could replace the file: the file itself, a
/// folder, or a link.
///
///     PathTrustError.first(to: "/home/me/.config/keyward/config.yaml", leadingTo: file.place)
///
/// Every component must belong to this user or root, and be writable only by its owner. The mask of
/// an ACL is in the group bits of the mode, so rights granted by an ACL show there.
///
/// Folders of root in which only owners may rename (`/tmp`, mode 1777) may be passed through: the
/// next folder belongs to this user or root, so nobody else can replace it. They must not contain
/// the file itself, or a link to it: other users could add files beside it.
package struct PathTrustError: Hashable {
  package enum Reason: Hashable {
    case owned(by: uid_t)
    /// The component belongs to this user or root, but other users may write to it.
    case writable(owner: uid_t)
    /// The file, or a link on the path to it, is directly in this folder of root, in which other
    /// users may create files.
    ///
    /// Only owners may rename in it.
    case shared
    /// The path leads to another file than the one that was opened, or cannot be followed.
    case exchanged
  }

  /// The path with symbolic links resolved, as far as it was followed.
  package let path: String
  package let isFolder: Bool
  package let reason: Reason

  /// Returns the first untrusted component of a path that led to `place`; nil if only this user and
  /// root can replace the file.
  package static func first(to path: String, leadingTo place: FilePlace) -> PathTrustError? {
    var walk = PathWalk(path)
    while let (step, folder) = walk.next() {
      if let folder, folder.isShared, step.kind != S_IFDIR {
        return PathTrustError(folder, .shared)
      }
      if !step.isShared, let reason = reason(step) { return PathTrustError(step, reason) }
      if walk.isAtEnd, step.kind != S_IFLNK {
        return step.place == place ? nil : PathTrustError(step, .exchanged)
      }
    }
    return PathTrustError(path: path, isFolder: false, reason: .exchanged)
  }

  private init(path: String, isFolder: Bool, reason: Reason) {
    (self.path, self.isFolder, self.reason) = (path, isFolder, reason)
  }

  private init(_ step: PathWalk.Step, _ reason: Reason) {
    self.init(path: step.path, isFolder: step.kind == S_IFDIR, reason: reason)
  }

  private static func reason(_ step: PathWalk.Step) -> Reason? {
    // The mode of a link has no meaning.
    reason(owner: step.owner, mode: step.kind == S_IFLNK ? 0 : step.mode)
  }

  private static func reason(owner: uid_t, mode: mode_t) -> Reason? {
    guard owner == 0 || owner == geteuid() else { return .owned(by: owner) }
    return mode & (S_IWGRP | S_IWOTH) == 0 ? nil : .writable(owner: owner)
  }
}
