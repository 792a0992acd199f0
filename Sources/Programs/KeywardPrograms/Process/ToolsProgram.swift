import KeywardSystem
import SecureMemory

extension ProgramFolder {
  private static let tools = "keyward-tools"

  /// Replaces this process with `keyward-tools`, which gets our arguments, environment and
  /// inherited state.
  ///
  /// Call it only before a secret is taken.
  package static func executeTools(
    inherited: InheritedState
  ) throws(CommandFailure) -> Never {
    guard platform_has_foreign_rights() == 0 else {
      throw CommandFailure(
        "with elevated privileges (setuid, setgid or file capabilities), keyward only asks for "
          + "secrets; run \(tools) directly for everything else.")
    }
    guard let running = runningFile else { throw CommandFailure(isUnknown) }
    guard let program = tools(beside: running) else {
      throw CommandFailure(
        "this command needs \(tools), which is neither beside this program nor in "
          + "../libexec/keyward; install all programs with make install.")
    }
    try ExecTarget(words: ProgramArguments.all, program: program)
      .replaceProcess(inherited: inherited)
  }

  /// Finds the program beside `keyward` or in `../libexec/keyward`.
  ///
  /// Also nil if `keyward` itself is named `keyward-tools`, since it would execute itself forever.
  private static func tools(beside running: String) -> String? {
    guard let folder = FilePath.folder(of: running), FilePath.name(of: running) != tools else {
      return nil
    }
    return ["/", "/../libexec/keyward/"].lazy
      .compactMap { file(folder + $0 + tools) }
      .first { $0 != running }
  }
}
