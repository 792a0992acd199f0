import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The content and owner of a small regular file, read completely.
///
/// All properties come from one open file, so that nobody can replace it between the check and the
/// read. Do not use it for large files.
package struct SmallFile {
  package let bytes: [UInt8]
  package let owner: uid_t
  package let mode: mode_t
  /// The number of hard links.
  package let names: Int
  package let place: FilePlace

  /// Reads the regular file at `path`; throws if the file is longer than `limit` bytes.
  ///
  /// A pipe or device is an error; the initializer neither waits for it nor reads from it.
  package init(_ path: String, atMost limit: Int) throws(FileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    owner = status.st_uid
    mode = status.st_mode & 0o7777
    names = Int(status.st_nlink)
    place = FilePlace(status)
    bytes = try Self.content(of: descriptor, atMost: limit, likely: Int(status.st_size))
  }

  /// Reads at most one byte more than `limit`, to detect a longer file; `size` is only a hint,
  /// since kernel files such as those in `/proc` report 0.
  private static func content(
    of descriptor: Int32, atMost limit: Int, likely size: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let more = try part(
        of: descriptor, atMost: min(max(size, 4096), limit + 1 - bytes.count))
      guard !more.isEmpty else { return bytes }
      bytes += more
    }
    throw .tooLong
  }

  private static func part(
    of descriptor: Int32, atMost room: Int
  ) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var got = unsafe read(descriptor, buffer.baseAddress, room)
      while got < 0, errno == EINTR { got = unsafe read(descriptor, buffer.baseAddress, room) }
      if got < 0 { code = errno }
      count = max(0, got)
    }
    guard code == 0 else { throw .system(code) }
    return part
  }
}

package struct FilePlace: Hashable {
  private let device: dev_t
  private let number: ino_t

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  package init?(ofFile path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension SmallFile {
  /// Returns the path to replace when writing to `path`.
  ///
  /// This is the target if `path` is a symbolic link, because replacing the link itself would
  /// remove it. Otherwise it is `path`, at which no file need exist.
  package static func place(of path: String) throws(FileError) -> String {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    // Another user's link would decide which of our files is replaced.
    guard [0, geteuid()].contains(status.st_uid) else { throw .linkOfAnother }
    guard let real = unsafe realpath(path, nil) else {
      throw errno == ENOENT ? .notRegular : .system(errno)
    }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Returns the folder that contains the file at `path`: `a/b` → `a`, `b` → `.`.
  static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  /// Checks that a file at `path` could be created or replaced; changes nothing.
  ///
  /// An existing file must be regular, since a rename would replace a device such as `/dev/null`.
  /// It must be neither immutable nor a mount point. In a sticky folder, it must not belong to
  /// another user.
  package static func checkPlace(_ path: String) throws(FileError) {
    // Neither of these is the name of a file, and a rename would fail only after everything was
    // written.
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/") else { throw .system(ENOENT) }
    let folder = folder(of: path)
    try checkFolder(folder)
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notRegular }
    guard unsafe lstat(path, &status) == 0 else { return }
    switch unsafe platform_hold(path) {
    case PLATFORM_UNCHANGEABLE: throw .unchangeable(path)
    case PLATFORM_MOUNT_POINT: throw .mountPoint
    default: break
    }
    var above = stat()
    guard unsafe stat(folder, &above) == 0, above.st_mode & S_ISVTX != 0 else { return }
    guard [0, above.st_uid, status.st_uid].contains(geteuid()) else { throw .ownersOnly }
  }

  /// Checks that a new file in a folder could be renamed and removed.
  package static func checkFolder(_ path: String) throws(FileError) {
    if unsafe platform_hold(path) == PLATFORM_UNCHANGEABLE { throw .unchangeable(path) }
  }

  package static func checkRemoving(_ path: String) throws(FileError) {
    try checkPlace(path)
    let isAllowed = unsafe faccessat(AT_FDCWD, folder(of: path), W_OK | X_OK, AT_EACCESS) == 0
    guard isAllowed else { throw .system(errno) }
  }
}

/// Returns the names of all entries of a folder, including `.` and `..`, in no particular order.
///
/// The result is empty if the folder cannot be read.
package func entryNames(in path: String) -> [String] {
  guard let folder = unsafe opendir(path) else { return [] }
  defer { unsafe _ = closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    names.append(name)
  }
  return names
}

/// Returns the unresolved target of a symbolic link; nil if `path` is not a symbolic link.
package func linkTarget(of path: String) -> String? {
  unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { room in
    guard let start = room.baseAddress else { return nil }
    let count = unsafe readlink(path, start, room.count)
    guard count > 0, count < room.count else { return nil }
    return unsafe String(decoding: room[..<count], as: UTF8.self)
  }
}

package enum FileError: Error, Hashable {
  case system(Int32)
  case notRegular
  case tooLong
  /// The file or folder of this path is marked as unchangeable (`chattr +i`, `+a`).
  case unchangeable(String)
  case mountPoint
  /// The file belongs to another user and is in a sticky folder.
  case ownersOnly
  case linkOfAnother
  /// The new file would lack this property of the file that it replaces.
  case notKept(String)
  case changed

  package var code: Int32 {
    switch self {
    case .system(let code): code
    case .notRegular: EINVAL
    case .tooLong: EFBIG
    case .mountPoint, .changed: EBUSY
    case .unchangeable, .ownersOnly, .linkOfAnother, .notKept: EPERM
    }
  }

  package var reason: String {
    switch self {
    case .system, .tooLong:
      unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    case .notRegular: "it is not a regular file"
    case .unchangeable(let path):
      "\(path) is immutable or append-only; clear this attribute with chattr -ia"
    case .mountPoint: "it is a mount point"
    case .ownersOnly: "it belongs to another user, and only owners may replace files in its folder"
    case .linkOfAnother: "it is a symbolic link created by another user"
    case .notKept(let what): "its \(what) could not be kept"
    case .changed: "another program changed it in the meantime"
    }
  }

  package var advice: String? {
    guard case .system(let code) = self else { return nil }
    return switch code {
    case ENOSPC: "free space on that disk, then try again"
    case EDQUOT: "free space within your quota, then try again"
    case EFBIG: "raise the limit on the size of files (ulimit -f), then try again"
    default: nil
    }
  }
}

extension String {
  /// True if a shell reads the unquoted text as one word.
  package var isShellWord: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d...0x2f, 0x5f: true
        default: false
        }
      }
  }

  /// The text quoted as one word of a shell: `/a b` → `'/a b'`.
  package var shellWord: String {
    guard !isShellWord else { return self }
    return "'" + map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
