import Glibc

/// A regular file that is read as a whole: its bytes, and whose it is.
///
///     let file = try SmallFile("/home/me/.config/keyward/config.yaml", atMost: 65_536)
///
/// What `owner` and `mode` say belongs to the bytes: both come from one open file, so that it cannot be
/// exchanged between looking and reading.
package struct SmallFile {
  /// The content.
  package let bytes: [UInt8]
  /// The user it belongs to.
  package let owner: uid_t
  /// Who may read and write it: the twelve lowest bits of the mode.
  package let mode: mode_t
  /// How many names it has.
  package let names: Int
  /// Which file of which disk it is, whatever its name.
  package let place: FilePlace

  /// Reads a file.
  ///
  /// A pipe or device is neither waited for nor read.
  ///
  /// - Parameters:
  ///   - path: The file; links are followed.
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

  /// All bytes of an open file; one more than allowed is read to know that there are more.
  ///
  /// Files of the system say that they have none.
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

/// Which file of which disk a file is.
package struct FilePlace: Hashable {
  private let device: dev_t
  private let number: ino_t

  init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// The file at a path, links followed; nil where none is.
  package init?(ofFile path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
