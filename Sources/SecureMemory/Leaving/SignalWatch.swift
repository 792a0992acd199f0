import CPlatform
import Glibc

/// The signal handlers of a program that holds secrets.
///
///     let watch = try SignalWatch(faultSentence: "keyward: stopped by a fault\n")
///     // poll on watch.descriptor, then:
///     if let signal = watch.take().ending { Leaving.die(by: signal) }
///
/// INT, TERM, HUP and QUIT are noted for the loop, and so are all others whose default ends a process,
/// such as ALRM, XCPU and USR1, where that default was in force; real-time signals are not. What was
/// ignored before, as HUP under `nohup`, stays ignored; a terminal that is gone is found out by itself. If one
/// finds the one before still waiting, the handler itself wipes, restores the terminal and ends the
/// process. SEGV, BUS, ILL, FPE, TRAP, ABRT and SYS do that at once and say the one
/// sentence. PIPE is ignored: a failed write is an error. There is one watch at a time; when it ends,
/// the dispositions found are put back.
package struct SignalWatch: ~Copyable {
  /// Readable when something was noted; for `poll`.
  package let descriptor: Int32

  /// Installs the handlers.
  ///
  /// - Parameter faultSentence: What goes to standard error after a fault, at most 256 bytes, with its
  ///   line feed.
  /// - Throws: `HardeningError.signalHandling` where there is a watch already or the system refuses.
  package init(faultSentence: StaticString) throws(HardeningError) {
    descriptor = faultSentence.withUTF8Buffer { sentence in
      unsafe sentence.withMemoryRebound(to: CChar.self) { sentence in
        unsafe platform_signals_install(sentence.baseAddress, sentence.count)
      }
    }
    guard descriptor >= 0 else { throw .signalHandling(code: errno) }
  }

  deinit {
    platform_signals_uninstall()
  }

  /// Takes what was noted since the last call.
  package borrowing func take() -> NotedSignals {
    var ending: Int32 = 0
    let bits = unsafe platform_signals_take(&ending)
    return NotedSignals(bits: bits, ending: ending == 0 ? nil : ending)
  }

  /// Waits a moment for a signal that ends the program, and takes what was noted.
  ///
  /// - Parameter seconds: How long at most.
  /// - Returns: The first of the signals that end the program; nil where none came.
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

  /// Runs `body`, which may not get back to the loop for long, such as a hash or a blocking write:
  /// signals that end the program are acted on in the handler meanwhile.
  package borrowing func endingAtOnce<R: ~Copyable, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    // What else was noted is left for the loop.
    Self.endAtOnce()
    defer { platform_signals_at_once(-1) }
    return try body()
  }

  /// Acts on signals that end the program in the handler from here on, and at once on one that waits
  /// already: for who becomes another program, which would never be told of it.
  package static func endAtOnce() {
    platform_signals_at_once(1)
    let waiting = platform_signals_waiting()
    if waiting != 0 { Leaving.die(by: waiting) }
  }

  /// Runs `body`, in which this process may be stopped again and again.
  ///
  /// Whoever ends a stopped job sends the signal and continues it; noted for the loop only, it would
  /// find the job stopped anew before the loop is reached. So such signals are acted on in the handler
  /// meanwhile, and one that waits already at once. Without a watch this is `body` alone.
  package static func endingWhileStopped<R: ~Copyable>(_ body: () -> R) -> R {
    endAtOnce()
    defer { platform_signals_at_once(-1) }
    return body()
  }

  /// Stops this process as Ctrl-Z does; the terminal has been left before.
  ///
  /// - Parameter wholeGroup: Whether every process of the group is stopped, as a shell's job.
  /// - Returns: True after having been continued, false where nothing stopped the process.
  package borrowing func suspend(wholeGroup: Bool) -> Bool {
    Self.endingWhileStopped { platform_signals_suspend(wholeGroup ? 1 : 0) != 0 }
  }
}

@available(*, unavailable)
extension SignalWatch: Sendable {}

/// What a `SignalWatch` noted.
package struct NotedSignals: Hashable, Sendable {
  private let bits: UInt64

  /// The first of INT, TERM, HUP, QUIT and the others that end the program.
  package let ending: Int32?

  init(bits: UInt64, ending: Int32?) {
    self.bits = bits
    self.ending = ending
  }

  /// Whether the window has another size (`SIGWINCH`).
  package var windowChanged: Bool { has(SIGWINCH) }

  /// Whether somebody asked the program to stop (`SIGTSTP`).
  package var stopRequested: Bool { has(SIGTSTP) }

  /// Whether the program was continued (`SIGCONT`).
  package var continued: Bool { has(SIGCONT) }

  /// Whether a child ended (`SIGCHLD`).
  package var childChanged: Bool { has(SIGCHLD) }

  private func has(_ number: Int32) -> Bool { bits >> UInt64(number) & 1 == 1 }
}
