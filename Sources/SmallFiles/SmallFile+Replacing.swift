import Glibc

extension SmallFile {
  /// Throws `FileTrouble.notRegular` where something at `path` is, or links to, no regular file.
  ///
  /// A rename would put a file in the place of a device or a pipe, which root can do to `/dev/null`.
  private static func checkReplaceable(_ path: String) throws(FileTrouble) {
    // Neither is the name of a file, and a rename says so only when all is written.
    guard !path.isEmpty, path.utf8.last != UInt8(ascii: "/") else { throw .system(ENOENT) }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
  }

  /// Tries whether `replace` would work, and leaves nothing behind.
  ///
  /// - Throws: `FileTrouble`, as `replace` would before anything is written.
  package static func checkReplacing(_ path: String) throws(FileTrouble) {
    let (descriptor, temporary) = try makeFile(beside: path)
    close(descriptor)
    unsafe unlink(temporary)
  }

  /// Puts `bytes` at `path` as a whole or not at all: written beside it, synced and renamed.
  ///
  /// - Parameters:
  ///   - path: The file, which is replaced where it exists and is a regular one.
  ///   - bytes: The content.
  ///   - mode: Who may read and write it.
  /// - Throws: `FileTrouble`, with nothing left behind.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t = S_IRUSR | S_IWUSR
  ) throws(FileTrouble) {
    let (descriptor, temporary) = try makeFile(beside: path)
    var code = writeAndSync(bytes, to: descriptor, mode)
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, unsafe rename(temporary, path) != 0 { code = errno }
    guard code == 0 else {
      unsafe unlink(temporary)
      throw .system(code)
    }
    syncDirectory(of: path)
  }

  /// An empty file for what is to be at `path`, open, and its name.
  private static func makeFile(
    beside path: String
  ) throws(FileTrouble) -> (descriptor: Int32, name: String) {
    try checkReplaceable(path)
    var name = (path + ".XXXXXX").utf8CString
    let descriptor = unsafe name.withUnsafeMutableBufferPointer { name in
      unsafe name.baseAddress.map { unsafe mkstemp($0) } ?? -1
    }
    guard descriptor >= 0 else { throw .system(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (descriptor, text)
  }

  /// 0, or the `errno` of what failed.
  private static func writeAndSync(
    _ bytes: [UInt8], to descriptor: Int32, _ mode: mode_t
  ) -> Int32 {
    // The mask of the process may have taken more away than asked for.
    guard fchmod(descriptor, mode) == 0 else { return errno }
    var sent = 0
    while sent < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
      }
      if result >= 0 { sent += result } else if errno != EINTR { return errno }
    }
    return fsync(descriptor) == 0 ? 0 : errno
  }

  /// Makes the new name last; a file system that cannot do so has done what it can.
  private static func syncDirectory(of path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
