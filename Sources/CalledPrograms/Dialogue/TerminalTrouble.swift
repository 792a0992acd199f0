import Assuan
import Glibc

/// Why a terminal could not be used, by the errors the protocol has for it.
public enum TerminalTrouble: Error, Hashable, Sendable {
  /// There is nothing of that name.
  case missing
  /// This user may not open it.
  case notAllowed
  /// It is something else, or no name was given.
  case notATerminal
  /// The name stands, the device behind it does not.
  case noDevice
  /// Other programs use it at the same time.
  case busy

  /// The trouble behind an `errno`.
  public init(code: Int32) {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: self = .missing
    case EACCES, EPERM, EROFS: self = .notAllowed
    case ENXIO, ENODEV, EIO: self = .noDevice
    default: self = .notATerminal
    }
  }

  /// What the client is told.
  public var error: AssuanError {
    switch self {
    case .missing: return AssuanError(.pinentry, 32849, "No such file or directory")
    case .notAllowed: return AssuanError(.pinentry, 32769, "Permission denied")
    case .notATerminal: return AssuanError(.pinentry, 32870, "Inappropriate ioctl for device")
    case .busy: return AssuanError(.pinentry, 32787, "Device or resource busy")
    case .noDevice: return AssuanError(.pinentry, 32872, "No such device or address")
    }
  }
}
