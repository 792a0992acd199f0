import Glibc
import SecureMemory

final class PathWatch {
  let path: String
  /// A descriptor that is readable after the watched file or folder has changed.
  let descriptor: Int32
  let isWatching: Bool

  convenience init(folder path: String) {
    self.init(path, IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)
  }

  /// Watches the times of the files in a folder, and their removal.
  convenience init(timesIn path: String) { self.init(path, IN_ATTRIB | IN_DELETE) }

  convenience init(file path: String) {
    self.init(path, IN_DELETE_SELF | IN_MOVE_SELF | IN_CLOSE_WRITE)
  }

  private init(_ path: String, _ events: Int32) {
    self.path = path
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    isWatching = unsafe inotify_add_watch(descriptor, path, UInt32(events)) >= 0
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  var hasChanged: Bool { !pollOne(descriptor).isEmpty }

  /// Reads and discards all events.
  ///
  /// The events are not needed, because the caller scans the folder for changes.
  func discardEvents() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while unsafe bytes.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) })
      > 0
    {}
  }

  /// Returns numbers that identify a file and its version; nil if there is no file.
  ///
  /// Symbolic links are followed. The result changes if the file is rewritten or replaced.
  static func identity(of path: String) -> [Int]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return [
      Int(status.st_dev), Int(status.st_ino), status.st_size, status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}
