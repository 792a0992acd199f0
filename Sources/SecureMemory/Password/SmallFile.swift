import Glibc

/// Why a small file could not be read or replaced.
enum FileError: Error {
  case system(Int32)
  case notRegular
  case tooLong

  /// The `errno`, or the nearest one.
  var code: Int32 {
    switch self {
    case .system(let code): return code
    case .notRegular: return EINVAL
    case .tooLong: return EFBIG
    }
  }
}

/// The bytes of a regular file of at most `limit` bytes.
func readRegularFile(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
  // Without O_NONBLOCK a named pipe without a writer would hold us here.
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
  guard descriptor >= 0 else { throw .system(errno) }
  defer { close(descriptor) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
  var bytes = [UInt8](repeating: 0, count: limit + 1)
  var count = 0
  while count < bytes.count {
    let result = unsafe bytes.withUnsafeMutableBytes { room in
      unsafe read(descriptor, room.baseAddress.map { unsafe $0 + count }, room.count - count)
    }
    if result == 0 { break }
    if result > 0 { count += result } else if errno != EINTR { throw .system(errno) }
  }
  guard count <= limit else { throw .tooLong }
  return Array(bytes.prefix(count))
}

/// Throws `FileError.notRegular` where something at `path` is, or links to, no regular file.
///
/// A rename would put a file in the place of a device or a pipe, which root can do to `/dev/null`.
func checkReplaceable(_ path: String) throws(FileError) {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
}

/// Puts `bytes` at `path` as a whole or not at all, readable by the owner only.
///
/// Nothing but a regular file is replaced.
func replaceFile(_ path: String, with bytes: [UInt8]) throws(FileError) {
  try checkReplaceable(path)
  var name = (path + ".XXXXXX").utf8CString
  let descriptor = unsafe name.withUnsafeMutableBufferPointer { name in
    unsafe name.baseAddress.map { unsafe mkstemp($0) } ?? -1
  }
  guard descriptor >= 0 else { throw .system(errno) }
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  let temporary = String(
    decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  var code = writeAndSync(bytes, to: descriptor)
  if close(descriptor) != 0, code == 0 { code = errno }
  if code == 0, unsafe rename(temporary, path) != 0 { code = errno }
  guard code == 0 else {
    unsafe unlink(temporary)
    throw .system(code)
  }
  syncDirectory(of: path)
}

/// 0, or the `errno` of what failed.
private func writeAndSync(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  // The mask of the process may have taken more away than asked for.
  guard fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 else { return errno }
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
private func syncDirectory(of path: String) {
  let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  _ = fsync(descriptor)
  close(descriptor)
}
