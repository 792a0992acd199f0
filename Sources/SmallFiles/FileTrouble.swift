import Glibc

/// Why a small file could not be read or replaced.
package enum FileTrouble: Error, Hashable {
  /// The `errno` of what failed.
  case system(Int32)
  /// It is a folder, a device, a pipe or the like.
  case notRegular
  /// It has more bytes than it may have.
  case tooLong
  /// The file or folder of this path is marked as one that nobody changes (`chattr +i`, `+a`).
  case unchangeable(String)
  /// Something is mounted on it.
  case mountPoint
  /// It belongs to another user, in a folder where only owners may rename.
  case ownersOnly
  /// It is a link that another user made.
  case linkOfAnother
  /// A file that replaced it would lack this of it.
  case notKept(String)
  /// It is not what it was when it was looked at.
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

  /// What the system calls it, as `Permission denied`, or what is the matter.
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

  /// What to do about a lack of room; nil for everything else.
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
