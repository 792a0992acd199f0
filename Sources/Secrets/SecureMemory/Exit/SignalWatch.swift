import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signal handlers of a program that holds secrets.
///
///     let watch = try SignalWatch(faultSentence: "keyward: the program crashed\n")
///     // poll on watch.descriptor, then:
///     if let signal = watch.take().ending { ProcessExit.die(by: signal) }
///
/// INT, TERM, HUP and QUIT are recorded for the loop. So are all other signals that end a process
/// by default, such as ALRM, XCPU, USR1 and the real-time signals, if they had their default
/// disposition. Signals that were ignored before, such as HUP under `nohup`, stay ignored; the loop
/// notices on its own that a terminal is gone. If a terminating signal arrives before the previous
/// one was taken, the handler itself wipes, restores the terminal and ends the process. SEGV, BUS,
/// ILL, FPE, TRAP, ABRT and SYS do so immediately and write the sentence. PIPE is ignored: a failed
/// write is an error. There is one watch at a time; its `deinit` restores the previous
/// dispositions.
package struct SignalWatch: ~Copyable {
  package let descriptor: Int32

  /// Installs the handlers, which write `faultSentence` to standard error after a fault.
  ///
  /// The sentence has at most 256 bytes, including its line feed.
  package init(faultSentence: StaticString) throws(HardeningError) {
    var refused: UnsafePointer<CChar>?
    descriptor = faultSentence.withUTF8Buffer { sentence in
      unsafe sentence.withMemoryRebound(to: CChar.self) { sentence in
        unsafe platform_signals_install(sentence.baseAddress, sentence.count, &refused)
      }
    }
    guard descriptor >= 0 else {
      let code = errno
      let call = unsafe refused.map { unsafe String(cString: $0) } ?? ""
      throw .signalHandling(call: call, code: code)
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

  /// Records signals again that a wait took but does not handle; the loop takes them afterwards.
  package borrowing func putBack(_ signals: NotedSignals) {
    guard signals != NotedSignals() else { return }
    platform_signals_put_back(signals.bits, signals.ending ?? 0)
  }

  /// Leaves a terminating signal that was taken to the disposition from before the watch, which
  /// then applies at the end of the watch.
  package borrowing func passOn(_ signal: Int32) { platform_signals_put_back(0, signal) }

  /// Waits up to `seconds` for a terminating signal, and returns nil if none arrives.
  ///
  /// Other signals that are recorded meanwhile are left for the loop.
  package borrowing func ending(within seconds: Double) -> Int32? {
    let end = MonotonicTime.now + seconds
    var signals = NotedSignals()
    repeat {
      signals.add(take())
    } while signals.ending == nil && MonotonicTime.now < end
      && pollOne(descriptor, until: end).contains(.input)
    defer { putBack(signals) }
    return signals.takeEnding()
  }

  /// Runs `body`; a terminating signal meanwhile ends the process immediately.
  ///
  /// Use it for work that blocks the loop, such as a hash or a blocking write.
  package borrowing func endingAtOnce<R: ~Copyable, E: Error>(
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    // Other recorded signals are left for the loop.
    Self.endAtOnce()
    defer { platform_signals_at_once(-1) }
    return try body()
  }

  /// Makes a terminating signal end the process immediately, even a signal recorded earlier.
  ///
  /// Call it before executing another program, because that program would never receive a recorded
  /// signal.
  package static func endAtOnce() {
    platform_signals_at_once(1)
    let waiting = platform_signals_waiting()
    if waiting != 0 { ProcessExit.die(by: waiting) }
  }

  /// Like `endingAtOnce`, but needs no watch; for a `body` in which this process may be stopped
  /// repeatedly.
  ///
  /// To end a stopped job, a shell sends the signal and continues the job. If the signal were only
  /// recorded, the job could be stopped again before the loop takes it.
  package static func endingWhileStopped<R: ~Copyable>(_ body: () -> R) -> R {
    endAtOnce()
    defer { platform_signals_at_once(-1) }
    return body()
  }

  /// Runs `body` with SIGTTIN blocked, so that a read in the background fails with `EIO` instead of
  /// stopping the process.
  ///
  /// Without this, a process that loses the foreground just before a read would be stopped while
  /// its screen is shown and its settings are in force.
  package static func withoutStopsByReads<R: ~Copyable>(_ body: () -> R) -> R {
    var stop = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&stop)
    unsafe sigaddset(&stop, SIGTTIN)
    unsafe platform_change_mask(SIG_BLOCK, &stop, &before)
    defer { unsafe platform_change_mask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Stops this process or, like Ctrl-Z, its whole group; returns false if nothing stopped it.
  ///
  /// Call it after restoring the terminal.
  package borrowing func suspend(wholeGroup: Bool) -> Bool {
    Self.endingWhileStopped { platform_signals_suspend(wholeGroup ? 1 : 0) != 0 }
  }
}

@available(*, unavailable)
extension SignalWatch: Sendable {}

package struct NotedSignals: Hashable, Sendable {
  fileprivate private(set) var bits: UInt64 = 0

  package private(set) var ending: Int32?

  package init() {}

  fileprivate init(bits: UInt64, ending: Int32?) {
    self.bits = bits
    self.ending = ending
  }

  /// Adds signals that arrived later; TSTP and CONT cancel each other, as in the kernel.
  package mutating func add(_ later: NotedSignals) {
    if later.continued { remove(SIGTSTP) }
    if later.stopRequested { remove(SIGCONT) }
    bits |= later.bits
    ending = ending ?? later.ending
  }

  /// Removes the terminating signal, and returns it.
  package mutating func takeEnding() -> Int32? {
    defer { ending = nil }
    return ending
  }

  package mutating func remove(_ number: Int32) { bits &= ~(1 << UInt64(number)) }

  package var windowChanged: Bool { has(SIGWINCH) }

  package var stopRequested: Bool { has(SIGTSTP) }

  package var continued: Bool { has(SIGCONT) }

  package var childChanged: Bool { has(SIGCHLD) }

  private func has(_ number: Int32) -> Bool { bits >> UInt64(number) & 1 == 1 }
}
