import PromptUI
import SecureMemory

extension Sandbox {
  /// The sandbox of `pinentry-keyward`, which opens a terminal for every dialogue and checks its
  /// caller.
  package static func ofPinentry(_ use: Use) -> Sandbox {
    Sandbox(use, needs: .files, paths: callersAndTerminals)
  }

  /// The sandbox of the password agent, which reads questions and writes to their sockets.
  package static func ofAgent(_ use: Use, directories: [String]) -> Sandbox {
    Sandbox(
      use, needs: [.files, .processes, .sockets],
      paths: callersAndTerminals + directories.map(Path.folder))
  }

  private static let callersAndTerminals: [Path] = [
    .read("/proc"), .read("/etc/passwd"), .write("/dev/pts"), .write("/dev/tty"),
  ]
}
