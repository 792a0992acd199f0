import CPlatform

/// The child that leaves the terminal if this process is killed before it can.
///
///     TerminalWatcher.standIn()   // before the settings of the terminal are changed
///     TerminalWatcher.start()     // behind the first frame
///     …
///     Leaving.exit(0)             // sends it away
///
/// It is a copy of this process without its memory: it has only code, variables, and one shared
/// page with the way to leave the terminal. It has a session of its own and none of our files but
/// the terminal and its lock, and no `wait` reports its end. It keeps settings that others have
/// set. Do not use it in programs with several threads.
package enum TerminalWatcher {
  /// Starts a child that stands in for the watcher, until that is started or the process ends.
  ///
  /// It shares all memory, so it costs a sixth of a watcher, but nothing may be read while it is
  /// there.
  package static func standIn() { _ = platform_stand_in_start() }

  /// Starts the watcher, if there is none.
  ///
  /// It watches over the terminal that `Leaving` remembers, and over every later one.
  /// - Returns: Whether there is one now; a system that refuses a child changes nothing else.
  @discardableResult
  package static func start() -> Bool { platform_watcher_start() == 0 }

  /// Sends the watcher away and waits for its end, at most 50 ms.
  ///
  /// Call it after the terminal was left and before the process becomes another program; every
  /// other way out includes it.
  package static func dismiss() { platform_watcher_dismiss() }
}
