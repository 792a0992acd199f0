import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signal handlers of a program that holds secrets.
///
///     let watch = try SignalWatch(faultSentence: "keyward: stopped by a fault\n")
///     // poll on watch.descriptor, then:
///     if let signal = watch.take().ending { ProcessExit.die(by: signal) }
///
/// INT, TERM, HUP and QUIT are noted for the loop, and so are all others whose default ends a
/// process, such as ALRM, XCPU and USR1, if that default was in force; real-time signals are not.
/// Signals that were ignored before, such as HUP under `nohup`, stay ignored; the loop notices by
/// itself that a terminal is gone. If such a signal comes while another one still waits, the
/// handler itself wipes, restores the terminal and ends the process. SEGV, BUS, ILL, FPE, TRAP,
/// ABRT and SYS do that at once and write the sentence. PIPE is ignored: a failed write is an
/// error. There is one watch at a time; its end restores the dispositions found.
package struct SignalWatch: ~Copyable {
  /// Readable after a signal was noted; for `poll`.
  package let descriptor: Int32

  /// Installs the handlers; `faultSentence` goes to standard error after a fault: at most 256
  /// bytes, with its line feed.
  package init(faultSentence: StaticString) throws(HardeningError) {
    descriptor = faultSentence.withUTF8Buffer { sentence in
      unsafe sentence.withMemoryRebound(to: CChar.self) { sentence in
        unsafe platform_exit_by_signals(sentence.baseAddress, sentence.count)
      }
    }
    guard descriptor >= 0 else {
      let code = errno
      throw descriptor == PLATFORM_NO_STACK ? .signalStack(code: code) : .signalHandling(code: code)
    }
  }

  deinit {
    platform_signals_uninstall()
  }

  package borrowing func take() -> NotedSignals {
    var ending: Int32 = 0
    let bits = unsafe platform_signals_take(&ending)
    return NotedSignals(bits: bits, ending: ending == 0 ? nil : ending)
  }

  /// Waits at most `seconds` for a signal that ends the program, and takes the noted signals; nil
  /// if none came.
  package borrowing func ending(within seconds: Double) -> Int32? {
    let end = MonotonicTime.now + seconds
    while true {
      if let signal = take().ending { return signal }
      let left = end - MonotonicTime.now
      guard left > 0 else { return nil }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      unsafe poll(&entry, 1, MonotonicTime.milliseconds(left))
    }
  }

  /// Runs `body` while the handler acts at once on signals that end the program.
  ///
  /// Use it for work that keeps the program from its loop, such as a hash or a blocking write.
  package borrowing func endingAtOnce<R: ~Copyable, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    // Other noted signals are left for the loop.
    Self.endAtOnce()
    defer { platform_signals_at_once(-1) }
    return try body()
  }

  /// Makes the handler act on signals that end the program from here on, and at once on a waiting
  /// one.
  ///
  /// Use it before becoming another program, which would never hear of them.
  package static func endAtOnce() {
    platform_signals_at_once(1)
    let waiting = platform_signals_waiting()
    if waiting != 0 { ProcessExit.die(by: waiting) }
  }

  /// Runs `body`, in which this process may be stopped again and again.
  ///
  /// To end a stopped job one sends the signal and continues it. A signal that is only noted would
  /// find the job stopped again before the loop is reached, so the handler acts on such signals at
  /// once, also on a waiting one. Without a watch this is `body` alone.
  package static func endingWhileStopped<R: ~Copyable>(_ body: () -> R) -> R {
    endAtOnce()
    defer { platform_signals_at_once(-1) }
    return body()
  }

  /// Runs `body`, in which a read in the background of a terminal fails with `EIO` instead of
  /// stopping us.
  ///
  /// Nobody can look at the foreground and read in one call. A group that loses it in between would
  /// be stopped with its screen up and its settings in force.
  package static func withoutStopsByReads<R: ~Copyable>(_ body: () -> R) -> R {
    var stop = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTTIN)
    unsafe pthread_sigmask(SIG_BLOCK, &stop, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Stops this process like Ctrl-Z, or its whole group as a shell's job, once the terminal was
  /// left; false if nothing stopped it.
  package borrowing func suspend(wholeGroup: Bool) -> Bool {
    Self.endingWhileStopped { platform_signals_suspend(wholeGroup ? 1 : 0) != 0 }
  }
}

@available(*, unavailable)
extension SignalWatch: Sendable {}

package struct NotedSignals: Hashable, Sendable {
  private let bits: UInt64

  /// The first of INT, TERM, HUP, QUIT and the others that end the program.
  package let ending: Int32?

  init(bits: UInt64, ending: Int32?) {
    self.bits = bits
    self.ending = ending
  }

  package var windowChanged: Bool { has(SIGWINCH) }

  package var stopRequested: Bool { has(SIGTSTP) }

  package var continued: Bool { has(SIGCONT) }

  package var childChanged: Bool { has(SIGCHLD) }

  private func has(_ number: Int32) -> Bool { bits >> UInt64(number) & 1 == 1 }
}
