import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A complete, synced new file in the folder of the file it will replace.
///
///     let staged = try StagedFile(for: path, bytes: bytes, as: .copy(of: nature))
///     try staged.commit(replacing: true)   // a rename, which needs no disk space
///
/// As far as possible, every failure happens before `commit`. A file that is not committed is
/// removed when the object is deinitialized.
package final class StagedFile {
  package enum Access {
    case mode(mode_t)
    case copy(of: FileMetadata)
  }

  package let path: String
  private var temporary: String?

  /// Creates and writes the file; leaves none after an error.
  ///
  /// A link at `path` would be replaced: pass its target instead (`SmallFile.place`).
  package init(for path: String, bytes: [UInt8], as access: Access) throws(FileError) {
    self.path = path
    let (descriptor, name) = try Self.makeFile(beside: path)
    temporary = name
    do throws(FileError) {
      // The umask may have removed even the owner's rights.
      guard fchmod(descriptor, S_IRUSR | S_IWUSR) == 0 else { throw .system(errno) }
      try Self.write(bytes, to: descriptor)
      switch access {
      case .mode(let mode):
        guard fchmod(descriptor, mode) == 0 else { throw .system(errno) }
      case .copy(let nature): try nature.give(to: descriptor)
      }
      guard fsync(descriptor) == 0 else { throw .system(errno) }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .system(errno) }
  }

  deinit { discard() }

  /// Renames the file to its path; an error, such as `EEXIST` if `replaces` is false, leaves the
  /// path unchanged.
  package func commit(replacing replaces: Bool) throws(FileError) {
    guard let temporary else { return }
    let result =
      replaces ? unsafe rename(temporary, path) : unsafe platform_rename_new(temporary, path)
    guard result == 0 else { throw .system(errno) }
    self.temporary = nil
    Self.syncDirectory(of: path)
  }

  package func discard() {
    if let temporary { unsafe unlink(temporary) }
    temporary = nil
  }

  private static func makeFile(
    beside path: String
  ) throws(FileError) -> (descriptor: Int32, name: String) {
    try SmallFile.checkPlace(path)
    var name = (path + ".XXXXXX").utf8CString
    let descriptor = unsafe name.withUnsafeMutableBufferPointer { name in
      unsafe name.baseAddress.map { unsafe mkstemp($0) } ?? -1
    }
    guard descriptor >= 0 else { throw .system(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let text = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    return (descriptor, text)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    var sent = 0
    while sent < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { bytes in
        unsafe platform_write(
          descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
      }
      if result >= 0 { sent += result } else if errno != EINTR { throw .system(errno) }
    }
  }

  /// Makes the new name survive a crash, on file systems that can sync a folder.
  private static func syncDirectory(of path: String) {
    let descriptor = unsafe open(
      SmallFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
