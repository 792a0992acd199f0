import Glibc
import SecureMemory

/// A watched folder for systemd's questions.
final class AskDirectory {
  let path: String
  /// Readable when something in the folder changed.
  let descriptor: Int32

  /// Watches a folder; nil if it cannot be watched, with the reason in `errno`.
  init?(_ path: String) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
    guard unsafe inotify_add_watch(descriptor, path, events) >= 0 else {
      let code = errno
      close(descriptor)
      errno = code
      return nil
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Takes the news without reading them; a look at the folder finds the changes.
  func takeNews() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while unsafe bytes.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) })
      > 0
    {}
  }

  /// The paths of the questions, in the order of their names.
  func questions() -> [String] {
    Folder.names(in: path).filter { $0.hasPrefix("ask.") }.map { path + "/" + $0 }.sorted()
  }
}

/// The identity and state of the file at a path; another file of that name has another identity.
struct FileIdentity: Hashable {
  private let numbers: [Int]

  /// The file at a path, links followed; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    numbers = [
      Int(status.st_dev), Int(status.st_ino), status.st_size, status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }
}

/// Reports when a file goes away or gets another content.
final class FileWatch {
  /// Readable when the file was deleted, moved or written; -1 if it cannot be watched.
  let descriptor: Int32

  init(_ path: String) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let events = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_CLOSE_WRITE)
    _ = unsafe inotify_add_watch(descriptor, path, events)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  var hasNews: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, 0) > 0
  }
}
