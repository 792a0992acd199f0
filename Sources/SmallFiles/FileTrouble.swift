import Glibc

/// The reason why a small file could not be read or replaced.
package enum FileTrouble: Error, Hashable {
  /// The `errno` of the failed call.
  case system(Int32)
  /// It is a folder, a device, a pipe or the like.
  case notRegular
  /// It has more bytes than allowed.
  case tooLong
  /// The file or folder of this path is marked as unchangeable (`chattr +i`, `+a`).
  case unchangeable(String)
  /// Something is mounted on it.
  case mountPoint
  /// It belongs to another user, in a folder in which only owners may rename.
  case ownersOnly
  /// It is a link that another user made.
  case linkOfAnother
  /// A replacement would lack this property of it.
  case notKept(String)
  /// It has changed since it was last examined.
  case changed

  /// The `errno`, or the nearest one.
  package var code: Int32 {
    switch self {
    case .system(let code): code
    case .notRegular: EINVAL
    case .tooLong: EFBIG
    case .mountPoint, .changed: EBUSY
    case .unchangeable, .ownersOnly, .linkOfAnother, .notKept: EPERM
    }
  }

  /// The reason in words: the system's, such as `Permission denied`, or our own.
  package var reason: String {
    switch self {
    case .system, .tooLong:
      unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    case .notRegular: "it is not a regular file"
    case .unchangeable(let path): "\(path) is marked as unchangeable, which chattr -ia lifts"
    case .mountPoint: "it is a mount point"
    case .ownersOnly: "it belongs to another user, and its folder lets only owners replace files"
    case .linkOfAnother: "it is a link that another user made"
    case .notKept(let what): "its \(what) could not be kept"
    case .changed: "another program has changed it meanwhile"
    }
  }

  /// The remedy for a lack of room; nil for everything else.
  package var advice: String? {
    guard case .system(let code) = self else { return nil }
    return switch code {
    case ENOSPC: "make room on that disk, then try again"
    case EDQUOT: "make room within your quota, then try again"
    case EFBIG: "raise the limit on the size of files (ulimit -f), then try again"
    default: nil
    }
  }
}
