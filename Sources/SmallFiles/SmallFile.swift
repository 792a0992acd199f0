import Glibc

/// A regular file that was read as a whole: its bytes, and its owner.
///
///     let file = try SmallFile("/home/me/.config/keyward/config.yaml", atMost: 65_536)
///
/// Owner, mode and bytes belong together: all come from one open file, so that nobody can exchange
/// it between check and reading. Never use it for large files.
package struct SmallFile {
  /// The content.
  package let bytes: [UInt8]
  /// The user it belongs to.
  package let owner: uid_t
  /// The twelve lowest bits of the mode: who may read and write it.
  package let mode: mode_t
  /// The number of its names.
  package let names: Int
  /// The file's identity, whatever its name.
  package let place: FilePlace

  /// Reads a file.
  ///
  /// It never waits for a pipe or device, nor reads one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes it may have.
  /// - Throws: `FileTrouble`.
  package init(_ path: String, atMost limit: Int) throws(FileTrouble) {
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

  /// The bytes of an open file, one more than allowed if there are more.
  ///
  /// Files of the system report a size of 0.
  private static func content(
    of descriptor: Int32, atMost limit: Int, likely size: Int
  ) throws(FileTrouble) -> [UInt8] {
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
  ) throws(FileTrouble) -> [UInt8] {
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

/// The identity of a file: its disk and its number there.
package struct FilePlace: Hashable {
  private let device: dev_t
  private let number: ino_t

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// The file at a path, links followed; nil if there is none.
  package init?(ofFile path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
