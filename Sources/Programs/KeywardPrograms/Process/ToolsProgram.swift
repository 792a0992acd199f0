import KeywardSystem
import SecureMemory

/// The program `keyward-tools`, with help, usage errors, and the commands that take no secret.
package enum ToolsProgram {
  private static let name = "keyward-tools"

  /// Replaces this process with `keyward-tools`, with the same arguments, environment and inherited
  /// state.
  ///
  /// Call it only before a secret is taken.
  package static func replaceProcess(
    inherited: InheritedState
  ) throws(CommandFailure) -> Never {
    guard platform_has_foreign_rights() == 0 else {
      throw CommandFailure(
        "with rights that its caller does not have, keyward only asks for secrets; run "
          + "\(name) itself for everything else.")
    }
    guard let running = ProgramFolder.runningFile else {
      throw CommandFailure(ProgramFolder.isUnknown)
    }
    guard let program = found(from: running) else {
      throw CommandFailure(
        "everything but asking for secrets is in \(name), which is neither beside this program nor "
          + "in ../libexec/keyward; install all programs with make install.")
    }
    try ExecTarget(words: ProgramArguments.all, program: program)
      .replaceProcess(inherited: inherited)
  }

  /// Finds the program beside `keyward` or in `../libexec/keyward`; nil if it is in neither folder.
  ///
  /// Also nil if it is `keyward` under another name, which would run itself forever.
  static func found(from running: String) -> String? {
    guard let slash = running.lastIndex(of: "/"), running[slash...] != "/" + name else {
      return nil
    }
    return ["/", "/../libexec/keyward/"].lazy
      .compactMap { ProgramFolder.file(running[..<slash] + $0 + name) }
      .first { $0 != running }
  }
}
