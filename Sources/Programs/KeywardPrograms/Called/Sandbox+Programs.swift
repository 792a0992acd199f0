import KeywardSystem
import KeywardTerminal
import SecureMemory

extension Sandbox {
  /// Returns the sandbox of `keyward-askpass`, which allows ending its caller, if one is set.
  package static func ofAskpass(_ use: Use) -> Sandbox {
    Sandbox(use, needs: platform_caller_process() == 0 ? [] : .caller)
  }

  /// Returns the sandbox of `pinentry-keyward`.
  ///
  /// It allows access to terminals and `/proc`, because each dialogue opens a terminal and checks
  /// its caller.
  package static func ofPinentry(_ use: Use) -> Sandbox {
    Sandbox(use, needs: .files, paths: callersAndTerminals)
  }

  /// Returns the sandbox of the password agent.
  ///
  /// It allows the files that `ofPinentry` allows, the folders with questions in `directories`, and
  /// the sockets for answers.
  package static func ofAgent(_ use: Use, directories: [String]) -> Sandbox {
    Sandbox(
      use, needs: [.files, .processes, .sockets],
      paths: callersAndTerminals + directories.map(Path.folder))
  }

  private static let callersAndTerminals: [Path] = [
    .read("/proc"), .read("/etc/passwd"), .write("/dev/pts"), .write("/dev/tty"),
  ]
}
