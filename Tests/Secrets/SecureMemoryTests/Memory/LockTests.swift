import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

/// The behaviour if the kernel does not lock, or has no memory.
@Suite(.enabled(if: !isSanitized, "sanitisers change what is tested"))
struct LockTests {
  @Test func withoutALimitNothingIsLockedAndNothingIsGiven() async {
    await #expect(processExitsWith: .success) {
      #expect(test_become_ordinary(0) == 0)
      #expect(reasonForRefusal() == .notLocked(code: EPERM, limit: 0))
    }
  }

  @Test(arguments: [4096, 16384, 65536])
  func asManyRegionsAsTheLimitHasPages(limit: Int) async {
    await #expect(processExitsWith: .success) { [limit] in
      #expect(test_become_ordinary(UInt64(limit)) == 0)
      let reached = regionsUntilRefusal(most: 20)
      #expect(reached.count == limit / 4096)
      #expect(reached.error == .notLocked(code: ENOMEM, limit: UInt64(limit)))
    }
  }

  @Test(arguments: [EPERM, ENOMEM])
  func aRefusedLockIsAnErrorWithItsReason(code: Int32) async {
    await #expect(processExitsWith: .success) { [code] in
      #expect(test_deny_lock(code) == 0)
      guard case .notLocked(code, _)? = reasonForRefusal() else {
        Issue.record("a region without a lock was given")
        return
      }
    }
  }

  @Test func theOverrideGivesAnUnlockedRegionAndReportsIt() async {
    await #expect(processExitsWith: .success) {
      #expect(test_deny_lock(EPERM) == 0)
      var hardening = ProcessHardening.begin()
      var text = try hardening.lockingMemory { () throws(SecretMemoryError) in
        try SecretText(capacity: 16, policy: .allowUnlocked)
      }
      try text.append(utf8Of: "abc")
      let (isLocked, count) = (text.isLocked, text.characterCount)
      #expect(!isLocked)
      #expect(count == 3)
      #expect(hardening.outcome(of: .memoryLock) == .refused(EPERM))
    }
  }

  @Test(arguments: 0..<4)
  func aMappingThatFailsLeavesTheOthersAlone(before: Int) async {
    await #expect(processExitsWith: .success) { [before] in
      var earlier: [Holder] = []
      for _ in 0..<before { earlier.append(Holder(try SecretText(capacity: 8))) }
      #expect(test_deny_secret_memory() == 0)
      #expect(test_deny_mapping(16384, ENOMEM) == 0)
      #expect(reasonForRefusal() == .outOfMemory(code: ENOMEM))
      for holder in earlier {
        try holder.text.append(utf8Of: "x")
        #expect(holder.text.string == "x")
      }
    }
  }

  /// Secret memory is a file for the kernel, so it cannot be larger than the limit.
  @Test(arguments: [0, 4095])
  func aLimitOnTheSizeOfFilesGivesOrdinaryLockedMemory(limit: Int) async {
    await #expect(processExitsWith: .success) { [limit] in
      // The threads of tests hold signals back.
      var signal = sigset_t()
      sigemptyset(&signal)
      sigaddset(&signal, SIGXFSZ)
      pthread_sigmask(SIG_UNBLOCK, &signal, nil)
      #expect(test_limit_files(UInt64(limit)) == 0)
      var hardening = ProcessHardening.begin()
      var buffer = try hardening.lockingMemory { () throws(SecretMemoryError) in
        try SecretBuffer(capacity: 4080)
      }
      buffer.withMutableBytes { $0.storeBytes(of: 7, as: UInt8.self) }
      let (isLocked, byte) = (
        buffer.isLocked, buffer.withBytes { $0.unsafeLoad(as: UInt8.self) }
      )
      #expect(test_limit_files(.max) == 0)
      #expect(isLocked && byte == 7)
      #expect(hardening.outcome(of: .memoryLock) == .done && !hardening.hasSecretMemory)
    }
  }

  @Test func theTableThatIsWipedHasAnEnd() async {
    await #expect(processExitsWith: .success) {
      let reached = regionsUntilRefusal(most: 300)
      #expect(reached.count == 256)
      #expect(reached.error == .tooManyRegions(limit: 256))
    }
  }

  @Test func theSentenceNamesTheLimitAndWhatToDo() {
    let sentence = SecretMemoryError.notLocked(code: ENOMEM, limit: 4096).description
    #expect(sentence.contains("4 KiB"))
    #expect(sentence.contains("ulimit -l"))
    #expect(!sentence.contains("\n"))
  }
}

/// Tests hold texts in arrays, for which a copyable box is needed.
private final class Holder {
  var text: SecretText
  init(_ text: consuming SecretText) { self.text = text }
}

private func reasonForRefusal() -> SecretMemoryError? {
  do throws(SecretMemoryError) {
    _ = try SecretBuffer(capacity: 16)
    return nil
  } catch {
    return error
  }
}

private func regionsUntilRefusal(most: Int) -> (count: Int, error: SecretMemoryError?) {
  var held: [Holder] = []
  do throws(SecretMemoryError) {
    while held.count < most { held.append(Holder(try SecretText(capacity: 8))) }
    return (held.count, nil)
  } catch {
    return (held.count, error)
  }
}
