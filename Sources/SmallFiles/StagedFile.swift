import CPlatform
import Glibc

/// A new file, whole and synced, beside the one whose place it is to take.
///
///     let staged = try StagedFile(for: path, bytes: bytes, as: .copy(of: nature))
///     try staged.commit(.replacing)   // a rename, which needs no room on the disk
///
/// Everything that can go wrong has gone wrong before `commit`, as far as that can be known. One that is
/// not committed goes when the object goes.
package final class StagedFile {
  /// Who may do what with the new file.
  package enum Access {
    /// Only these bits of the mode; the file is this user's.
    case mode(mode_t)
    /// All that another file is.
    case copy(of: FileNature)
  }

  /// What may be in its place.
  package enum Place {
    /// A file, which is replaced, or nothing.
    case replacing
    /// Nothing.
    case new
  }

  /// The place.
  package let path: String
  private var temporary: String?

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - path: The place; a link there would be replaced, so say where it leads (`SmallFile.place`).
  ///   - bytes: The content.
  ///   - access: Who may do what with it.
  /// - Throws: `FileTrouble`, with nothing left behind.
  package init(for path: String, bytes: [UInt8], as access: Access) throws(FileTrouble) {
    self.path = path
    let (descriptor, name) = try Self.makeFile(beside: path)
    temporary = name
    do throws(FileTrouble) {
      // The mask of the process may have taken even the owner's rights away.
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

  /// Puts the file in its place.
  ///
  /// - Parameter place: What may be there.
  /// - Throws: `FileTrouble.system`, with what was there as it was.
  package func commit(_ place: Place) throws(FileTrouble) {
    guard let temporary else { return }
    let result =
      switch place {
      case .replacing: unsafe rename(temporary, path)
      case .new: unsafe platform_rename_new(temporary, path)
      }
    guard result == 0 else { throw .system(errno) }
    self.temporary = nil
    Self.syncDirectory(of: path)
  }

  /// Takes the file away that has not come to its place.
  package func discard() {
    if let temporary { unsafe unlink(temporary) }
    temporary = nil
  }

  /// An empty file for what is to be at `path`, open, and its name.
  private static func makeFile(
    beside path: String
  ) throws(FileTrouble) -> (descriptor: Int32, name: String) {
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

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileTrouble) {
    var sent = 0
    while sent < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { bytes in
        unsafe platform_write(
          descriptor, bytes.baseAddress.map { unsafe $0 + sent }, bytes.count - sent)
      }
      if result >= 0 { sent += result } else if errno != EINTR { throw .system(errno) }
    }
  }

  /// Makes the new name last; a file system that cannot do so has done what it can.
  private static func syncDirectory(of path: String) {
    let descriptor = unsafe open(
      SmallFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}
