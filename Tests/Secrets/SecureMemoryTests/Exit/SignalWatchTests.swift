import Glibc
import KeywardSystem
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"))
struct SignalWatchTests {
  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    SIGXFSZ, SIGSTKFLT, SIGIO, SIGPWR,
  ])
  func anEndingSignalIsNotedForTheLoop(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let watch = try SignalWatch(faultSentence: "fault\n")
      #expect(!isReadable(watch.descriptor))
      raise(number)
      #expect(isReadable(watch.descriptor))
      let noted = watch.take()
      #expect(noted.ending == number)
      #expect(!isReadable(watch.descriptor))
      // The loop has seen the first one, so the next is a first again.
      Moment.pass(seconds: 0.11)
      raise(number)
      let again = watch.take()
      #expect(again.ending == number)
    }
  }

  /// The kernel writes all registers to a handler's stack, pieces of a secret that was just copied
  /// among them.
  @Test(
    .enabled(if: isKnownProcessor, "no register is filled on this processor"),
    arguments: [SIGWINCH, SIGCONT, SIGCHLD, SIGTERM])
  func theRegistersASignalFoundAreWiped(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let watch = try SignalWatch(faultSentence: "fault\n")
      let left = (0..<16).map { UInt8($0 * 7 + 3) }
      let right = (0..<16).map { UInt8(255 - $0 * 11) }
      #expect(test_signal_with_register(number, left, right))
      let before = test_places_of_register(left, right)
      #expect(before > 0)
      _ = watch.take()
      let after = test_places_of_register(left, right)
      #expect(after == 0)
    }
  }

  private static var isKnownProcessor: Bool {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }

  @Test func anEndingSignalIsWaitedForAMoment() async {
    await #expect(processExitsWith: .success) {
      let watch = try SignalWatch(faultSentence: "fault\n")
      let start = ContinuousClock.now
      // A signal that only wakes must not end the wait.
      raise(SIGWINCH)
      let none = watch.ending(within: 0.05)
      #expect(none == nil)
      #expect(start.duration(to: .now) >= .milliseconds(50))
      var event = sigevent()
      event.sigev_notify = Int32(SIGEV_SIGNAL)
      event.sigev_signo = SIGHUP
      var timer: timer_t?
      #expect(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
      var soon = itimerspec()
      soon.it_value.tv_nsec = 20_000_000
      #expect(timer_settime(timer, 0, &soon, nil) == 0)
      let signal = watch.ending(within: 30)
      #expect(signal == SIGHUP)
      #expect(start.duration(to: .now) < .seconds(10))
    }
  }

  /// Like signals the kernel has not delivered yet: a process stopped and continued at once goes
  /// on.
  @Test(arguments: [[SIGTSTP, SIGCONT], [SIGCONT, SIGTSTP], [SIGTSTP, SIGCONT, SIGTSTP]])
  func ofStopAndContinueTheLaterOneCounts(signals: [Int32]) async {
    await #expect(processExitsWith: .success) { [signals] in
      let watch = try SignalWatch(faultSentence: "fault\n")
      for signal in signals { raise(signal) }
      let noted = watch.take()
      #expect(noted.stopRequested == (signals.last == SIGTSTP))
      #expect(noted.continued == (signals.last == SIGCONT))
    }
  }

  @Test(arguments: [(SIGINT, SIGINT), (SIGTERM, SIGHUP), (SIGINT, SIGQUIT)])
  func aSecondOneActsWhereTheLoopIsBusy(first: Int32, second: Int32) async {
    await #expect(processExitsWith: .success) { [first, second] in
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(first)
        // The same signal again at once would be the same request.
        if first == second { Moment.pass(seconds: 0.11) }
        raise(second)
        _ = watch.take()
        _exit(91)
      }
      #expect(diedBySignal(remains.status, second))
      #expect(remains.isClean)
      #expect(remains.errors == "")
    }
  }

  @Test("The same signal twice at once is one request", arguments: [SIGINT, SIGTERM])
  func theSameSignalTwiceAtOnceIsOneRequest(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(number)
        raise(number)
        let first = watch.take().ending
        raise(number)
        let again = watch.take().ending
        _exit(first == number && again == nil ? 0 : 91)
      }
      #expect(remains.status == 0)
    }
  }

  @Test func oneIsEnoughWhereTheLoopIsNotReachable() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        watch.endingAtOnce { _ = raise(SIGTERM) }
        _exit(91)
      }
      #expect(diedBySignal(remains.status, SIGTERM))
      #expect(remains.isClean)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGUSR1])
  func anUntakenSignalActsWhenTheWatchEnds(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let remains = try Remains {
        block(number, SIG_UNBLOCK)
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(number)
        _ = consume watch
        _exit(91)
      }
      #expect(diedBySignal(remains.status, number))
      #expect(remains.isClean)
      let taken = inChild {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(number)
        guard watch.take().ending == number else { _exit(91) }
        _ = consume watch
        _exit(0)
      }
      #expect(exitStatus(taken) == 0)
    }
  }

  /// A program that blocks a signal wants it later.
  @Test func aBlockedSignalStaysPendingWhenTheWatchEnds() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        block(SIGTERM, SIG_BLOCK)
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(SIGTERM)
        _ = consume watch
        var waiting = sigset_t()
        sigpending(&waiting)
        _exit(
          sigismember(&waiting, SIGTERM) == 1 && platform_terminal_is_remembered() != 0 ? 0 : 91)
      }
      #expect(exitStatus(remains.status) == 0)
    }
  }

  @Test func theFormerHandlerGetsTheSignalWhenTheWatchEnds() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        block(SIGTERM, SIG_UNBLOCK)
        signal(SIGTERM) { _ in reported += 1 }
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(SIGTERM)
        guard reported == 0 else { _exit(91) }
        _ = consume watch
        // Nothing ends here, so nothing is wiped and the terminal is not left.
        _exit(reported == 1 && platform_terminal_is_remembered() != 0 ? 0 : 92)
      }
      #expect(exitStatus(remains.status) == 0)
      #expect(remains.displayed.isEmpty)
      #expect(remains.page.allSatisfy { $0 == 0x73 })
    }
  }

  /// Such as an alarm or a limit that the program's starter made ineffective.
  @Test(arguments: [SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGQUIT])
  func ignoredSignalsStayIgnored(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      signal(number, SIG_IGN)
      let watch = try SignalWatch(faultSentence: "fault\n")
      raise(number)
      let noted = watch.take()
      #expect(noted.ending == nil)
      _ = consume watch
      #expect(handlers()[Int(number) - 1] == 1)
    }
  }

  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS])
  func aFaultWipesRestoresAndPrintsOneSentence(number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        raise(number)
        _ = watch.take()
      }
      #expect(diedBySignal(remains.status, number))
      #expect(remains.isClean)
      #expect(remains.errors == "fault\n")
    }
  }

  @Test func aFullStackIsAFaultLikeAnyOther() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        _exit(Int32(truncatingIfNeeded: deepen(1) + Int(watch.descriptor)))
      }
      #expect(diedBySignal(remains.status, SIGSEGV))
      #expect(remains.isClean)
      #expect(remains.errors == "fault\n")
    }
  }

  @Test func abortDiesByAbort() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        if watch.descriptor >= 0 { abort() }
      }
      #expect(diedBySignal(remains.status, SIGABRT))
      #expect(remains.isClean)
    }
  }

  @Test func theOthersAreNotedApart() async {
    await #expect(processExitsWith: .success) {
      let watch = try SignalWatch(faultSentence: "fault\n")
      raise(SIGWINCH)
      raise(SIGWINCH)
      let window = watch.take()
      #expect(window.windowChanged && !window.continued && !window.stopRequested)
      #expect(window.ending == nil)
      raise(SIGTSTP)
      let stop = watch.take()
      #expect(stop.stopRequested && !stop.continued && !stop.windowChanged)
      raise(SIGCONT)
      let job = watch.take()
      #expect(job.continued && !job.stopRequested && !job.windowChanged)
    }
  }

  @Test func aReceiverThatHasGoneIsAnErrorAndNoEnd() async {
    await #expect(processExitsWith: .success) {
      let watch = try SignalWatch(faultSentence: "fault\n")
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      close(ends[0])
      var text = try SecretText(capacity: 16)
      try text.append(utf8Of: "abc")
      #expect(throws: SecretWriteError(code: EPIPE)) { try text.write(to: ends[1], newline: true) }
      #expect(watch.descriptor >= 0)
    }
  }

  @Test func aChildAboutToBecomeAnotherProgramEndsAlone() async {
    await #expect(processExitsWith: .success) {
      let remains = try Remains {
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        let child = test_fork()
        if child == 0 {
          raise(SIGTERM)
          _exit(0)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        guard diedBySignal(status, SIGTERM), platform_terminal_is_remembered() != 0 else {
          _exit(91)
        }
        _ = watch.take()
        ProcessExit.exit(0)
      }
      #expect(exitStatus(remains.status) == 0)
      #expect(remains.isClean)
    }
  }

  @Test func suspendingReportsThatNothingStopsIt() async {
    await #expect(processExitsWith: .success) {
      let status = inChild {
        // A session leader is in an orphaned group: nothing stops it.
        setsid()
        guard let watch = try? SignalWatch(faultSentence: "fault\n") else { _exit(90) }
        _exit(watch.suspend(wholeGroup: false) ? 1 : 0)
      }
      #expect(exitStatus(status) == 0)
    }
  }

  @Test func thereIsOneWatchAtATimeAndItGivesTheHandlersBack() async {
    await #expect(processExitsWith: .success) {
      let before = handlers()
      let first = try SignalWatch(faultSentence: "fault\n")
      #expect(zip(before, handlers()).count { $0 != $1 } > 20)
      let busy = HardeningError.signalHandling(call: "eventfd", code: EBUSY)
      #expect(throws: busy) {
        _ = try SignalWatch(faultSentence: "fault\n")
      }
      let sentence = busy.description
      #expect(sentence.contains("end that dialogue first") && !sentence.contains("eventfd"))
      _ = consume first
      #expect(handlers() == before)
      let second = try SignalWatch(faultSentence: "fault\n")
      #expect(second.descriptor >= 0)
    }
  }
}

/// The number of calls of the handler under test; used only in a separate process.
private nonisolated(unsafe) var reported = 0

private func block(_ number: Int32, _ how: Int32) {
  var set = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, number)
  sigprocmask(how, &set, nil)
}

private func isReadable(_ descriptor: Int32) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, 0) == 1
}

@inline(never)
private func deepen(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { room in
    room[0] = UInt8(truncatingIfNeeded: depth)
    return deepen(depth + 1) + Int(room[0])
  }
}

/// The handler of every signal as a number: 0 for the default action, 1 for none.
private func handlers() -> [Int] {
  (1...Int32(64)).map { number in
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }
}
