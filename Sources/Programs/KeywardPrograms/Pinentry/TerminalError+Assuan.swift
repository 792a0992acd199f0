import Glibc
import PromptUI

extension TerminalError {
  var reply: AssuanError {
    switch self {
    case .cannotOpen(_, let code), .settings(let code): Self.reply(to: code)
    case .busy: .timeout
    case .changedByOthers, .inUse: AssuanError(.pinentry, 32787, "Device or resource busy")
    case .wait: Self.reply(to: ENODEV)
    case .notATerminal, .orphanedInBackground, .noDrawnKeyboard, .noPlace, .noFallback:
      Self.reply(to: ENOTTY)
    }
  }

  private static func reply(to code: Int32) -> AssuanError {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP:
      AssuanError(.pinentry, 32849, "No such file or directory")
    case EACCES, EPERM, EROFS: AssuanError(.pinentry, 32769, "Permission denied")
    case ENXIO, ENODEV, EIO: AssuanError(.pinentry, 32872, "No such device or address")
    default: AssuanError(.pinentry, 32870, "Inappropriate ioctl for device")
    }
  }
}
