import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The exit of a program that holds secrets; no other part of the program may call `exit`.
///
/// It wipes all regions and restores the remembered terminal. `deinit` does not run on `exit` or on
/// a signal, so the exit finds the regions in a fixed table instead.
package enum ProcessExit {
  /// Wipes every region, restores the terminal, writes a message to standard error and ends the
  /// process, without allocating memory.
  ///
  /// With a status other than 0, it first ends the caller that `platform_caller_set` has named.
  package static func exit(_ status: Int32, message sentence: StaticString = "") -> Never {
    wipeEverything()
    platform_terminal_leave(nil, 0)
    RestoreHelper.dismiss()
    sentence.withUTF8Buffer { _ = unsafe platform_write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if status != 0 { platform_caller_end() }
    endProcess(status)
  }

  /// Wipes every region, restores the terminal and ends the process by `signal`, or with exit
  /// status 128 + `signal` if that signal does not end a process by default.
  package static func die(by signal: Int32) -> Never { platform_die(signal) }

  /// Zeroes all regions and leaves them accessible, so call it only at exit.
  package static func wipeEverything() { platform_wipe_all() }
}

/// Calls the C library's `exit`; inside `ProcessExit`, that name would mean `ProcessExit.exit`.
private func endProcess(_ status: Int32) -> Never { exit(status) }
