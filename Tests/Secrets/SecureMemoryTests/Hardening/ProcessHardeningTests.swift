import Glibc
import KeywardSystem
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

@Suite struct ProcessHardeningTests {
  @Test func theFirstStepsCloseTheProcess() async {
    await #expect(processExitsWith: .success) {
      let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGQUIT]
      // As the runtime's handler, which prints memory.
      for number in crashes { signal(number, SIG_IGN) }
      let hardening = ProcessHardening.begin()
      #expect(hardening.report.map(\.step) == [.crashSignals, .tracing, .coreLimit])
      #expect(hardening.report.allSatisfy { $0.outcome == .done })
      #expect(platform_prctl(PR_GET_DUMPABLE, 0) == 0)
      for number in crashes {
        var action = sigaction()
        sigaction(number, nil, &action)
        #expect(action.__sigaction_handler.sa_handler == nil)
      }
      var limits = rlimit()
      platform_core_limits(&limits)
      #expect(limits.rlim_cur == 0)
      #expect(limits.rlim_max > 0)
    }
  }

  @Test func aCalledProgramLowersTheHardLimitToo() async {
    await #expect(processExitsWith: .success) {
      _ = ProcessHardening.begin(loweringHardCoreLimit: true)
      var limits = rlimit()
      platform_core_limits(&limits)
      #expect(limits.rlim_cur == 0)
      #expect(limits.rlim_max == 0)
    }
  }

  /// A sandbox refuses the call, or drops it and reports success.
  @Test(arguments: [EPERM, 0])
  func aProcessThatStaysReadableFailsClosed(code: Int32) async {
    await #expect(processExitsWith: .success) { [code] in
      #expect(test_deny_prctl(PR_SET_DUMPABLE, code) == 0)
      let hardening = ProcessHardening.begin()
      #expect(hardening.outcome(of: .tracing) == .refused(EPERM))
      #expect(throws: HardeningError.dumpable(code: EPERM)) {
        try hardening.requireProtection(.required)
      }
      try hardening.requireProtection(.allowUnlocked)
      let line = hardening.report.first { $0.step == .tracing }
      #expect(line?.advice != nil)
      #expect(line?.description.contains("no (") == true)
    }
  }

  @Test func aCommandGetsBackWhatItsParentGave() async {
    await #expect(processExitsWith: .success) {
      var limits = rlimit()
      platform_core_limits(&limits)
      limits.rlim_cur = min(4096, limits.rlim_max)
      platform_set_core_limits(limits)
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, SIGTERM)
      sigprocmask(SIG_SETMASK, &mask, nil)

      var hardening = ProcessHardening.begin()
      let watch = try hardening.watchSignals(faultSentence: "fault\n")
      #expect(hardening.outcome(of: .signalHandling) == .done)
      #expect(watch.descriptor >= 0)
      hardening.inherited.restore()

      var now = rlimit()
      platform_core_limits(&now)
      #expect(now.rlim_cur == limits.rlim_cur)
      var maskNow = sigset_t()
      sigprocmask(SIG_BLOCK, nil, &maskNow)
      #expect(sigismember(&maskNow, SIGTERM) == 1)
      #expect(sigismember(&maskNow, SIGINT) == 0)
      var action = sigaction()
      sigaction(SIGPIPE, nil, &action)
      #expect(action.__sigaction_handler.sa_handler == nil)
    }
  }

  @Test(.enabled(if: !isSanitized, "sanitisers lock nothing"))
  func theMemoryStepReportsTheErrorAndARemedy() async {
    await #expect(processExitsWith: .success) {
      #expect(test_deny_lock(ENOMEM) == 0)
      var hardening = ProcessHardening.begin()
      hardening.probeMemoryLock()
      #expect(hardening.outcome(of: .memoryLock) == .refused(ENOMEM))
      #expect(hardening.report.last?.advice?.contains("ulimit -l") == true)
    }
  }

  @Test func importingTheLibraryChangesNothing() async {
    await #expect(processExitsWith: .success) {
      var action = sigaction()
      sigaction(SIGTERM, nil, &action)
      #expect(action.__sigaction_handler.sa_handler == nil)
      let text = try SecretText(capacity: 8)
      #expect(platform_prctl(PR_GET_DUMPABLE, 0) != 0)
      sigaction(SIGTERM, nil, &action)
      #expect(action.__sigaction_handler.sa_handler == nil)
      let isEmpty = text.isEmpty
      #expect(isEmpty)
    }
  }
}
