import PromptUI
import SecureMemory

/// The sandboxes of called programs.
extension Sandbox {
  /// The sandbox of `keyward-askpass`, which opens nothing after the beginning of its one dialogue.
  package static func ofAskpass(_ use: Use) -> Sandbox { Sandbox(use) }

  /// The sandbox of `pinentry-keyward`, which opens a terminal for every dialogue and checks its
  /// caller.
  package static func ofPinentry(_ use: Use) -> Sandbox {
    Sandbox(use, needs: .files, paths: callersAndTerminals)
  }

  /// The sandbox of the password agent, which also reads questions and sends answers to their
  /// sockets.
  ///
  /// - Parameters:
  ///   - use: Whether to use one.
  ///   - directories: The folders of questions.
  /// - Returns: The sandbox, open.
  package static func ofAgent(_ use: Use, directories: [String]) -> Sandbox {
    Sandbox(
      use, needs: [.files, .processes, .sockets],
      paths: callersAndTerminals + directories.map(Path.folder))
  }

  private static let callersAndTerminals: [Path] = [
    .read("/proc"), .read("/etc/passwd"), .write("/dev/pts"), .write("/dev/tty"),
  ]
}
