import KeywardSystem
import SecureMemory

/// The program `keyward-tools`, which has help, mistakes, and the commands that take no secret.
package enum ToolsProgram {
  private static let name = "keyward-tools"

  /// Becomes that program, with the same words, environment and inherited state.
  ///
  /// - Parameter inherited: The process's inherited state, to restore; no secret has been taken.
  /// - Throws: `CommandFailure` if it is missing, or must not be started.
  package static func replaceProcess(
    inherited: InheritedState
  ) throws(CommandFailure) -> Never {
    guard platform_has_foreign_rights() == 0 else {
      throw CommandFailure(
        "with rights that its starter does not have, keyward only asks for secrets; start "
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

  /// Finds the program from the file of `keyward`: beside it or in `../libexec/keyward`.
  ///
  /// - Parameter running: The file of `keyward`, without links.
  /// - Returns: The path; nil if it is in neither folder, or is `keyward` under another name, which
  ///   would become itself for ever.
  static func found(from running: String) -> String? {
    guard let slash = running.lastIndex(of: "/"), running[slash...] != "/" + name else {
      return nil
    }
    return ["/", "/../libexec/keyward/"].lazy
      .compactMap { ProgramFolder.file(running[..<slash] + $0 + name) }
      .first { $0 != running }
  }
}
