import Glibc
import PromptUI

extension TerminalChoice {
  static func isTerminal(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return TerminalSession.isTerminal(descriptor)
  }
}
