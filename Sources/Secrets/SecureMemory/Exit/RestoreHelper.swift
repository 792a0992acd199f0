import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The child that restores the terminal if this process is killed before it can.
///
///     RestoreHelper.start()     // before there is any secret memory
///     …                         // settings are changed once it is ready
///     ProcessExit.exit(0)           // ends it
///
/// The helper is a copy of this process from before there was a secret. It has its own session and
/// keeps only the terminal and its lock open. No `wait` reports its end. When this process ends,
/// the helper restores the terminal that `TerminalRestore` remembers. If another program has
/// changed the settings, the helper only leaves our screen. Do not use it in programs with several
/// threads.
package enum RestoreHelper {
  /// Starts the helper unless it is running; returns the call that the kernel refused, or nil.
  ///
  /// A started helper may still fail before it is ready.
  @discardableResult
  package static func start() -> RefusedCall? {
    platform_restore_helper_start() == 0 ? nil : RefusedCall("clone", errno)
  }

  /// True if the helper is ready; waits up to 2 seconds for this.
  package static var isReady: Bool { platform_restore_helper_is_ready() != 0 }

  /// Stops the program of a pidfd until the terminal is left, or this process ends; returns false
  /// if there is no helper, or the kernel refuses.
  package static func hold(_ process: Int32) -> Bool {
    platform_restore_helper_hold(process) == 0
  }

  /// True while a program may be stopped by `hold`.
  package static var holdsPrograms: Bool { platform_restore_helper_holds() != 0 }

  /// Ends the helper and waits at most 50 ms for its end.
  ///
  /// Call it between restoring the terminal and executing another program. At every other exit,
  /// `ProcessExit` calls it.
  package static func dismiss() { platform_restore_helper_dismiss() }
}
