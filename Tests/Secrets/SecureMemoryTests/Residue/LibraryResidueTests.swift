import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

/// The library's residues of a secret, found from another process.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"),
  .enabled(if: !isSanitized, "sanitisers keep copies"))
struct LibraryResidueTests {
  @Test(arguments: Secrets.all)
  func editingLeavesOneCopy(secret: String) async {
    await #expect(processExitsWith: .success) { [secret] in
      try expectResidue(of: secret, held: 1) { text in
        try text.append(utf8Of: "xy")
        text.removeLastCharacter()
        text.removeLastCharacter()
        _ = text.withBytes { $0.byteCount }
        _ = text.isEqual(to: text)
      }
      try expectResidue(of: secret, held: 0) { text in
        while !text.isEmpty { text.removeLastCharacter() }
      }
    }
  }

  @Test(arguments: Secrets.all)
  func hashingLeavesOneCopy(secret: String) async {
    await #expect(processExitsWith: .success) { [secret] in
      try expectResidue(of: secret, held: 1) { text in
        let hash = try PasswordHash(of: text)
        try hash.verify(text)
      }
    }
  }

  @Test(arguments: Secrets.all)
  func sealingLeavesNone(secret: String) async {
    await #expect(processExitsWith: .success) { [secret] in
      try expectResidue(of: secret, held: 0) { text in
        let key = try SealingKey()
        _ = try taken(&text).sealed(under: key)
      }
      try expectResidue(of: secret, held: 0) { text in
        let keys = try RecipientKeyPair()
        _ = try taken(&text).sealed(to: keys.publicKey)
      }
    }
  }

  @Test(arguments: Secrets.all)
  func openingLeavesOneCopy(secret: String) async {
    await #expect(processExitsWith: .success) { [secret] in
      try expectResidue(of: secret, held: 1) { text in
        let key = try SealingKey()
        let sealed = try taken(&text).sealed(under: key)
        try sealed.open(with: key, into: &text)
      }
    }
  }

  @Test(arguments: Secrets.all)
  func writingLeavesOneCopy(secret: String) async {
    await #expect(processExitsWith: .success) { [secret] in
      try expectResidue(of: secret, held: 1) { text in
        try text.write(to: open("/dev/null", O_WRONLY), newline: true)
      }
    }
  }

  @Test func theScannerSeesWhatAStringLeaves() async {
    await #expect(processExitsWith: .success) {
      let found = try residues(of: Secrets.all[0]) { text in
        // If the test had the secret in the same place, it would count as there before.
        kept = "kept: "
        kept += text.withBytes { bytes in
          bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
      }
      #expect(found.contains { !$0.isInRegion })
    }
  }
}

/// The memory that a leaky program keeps; used in a child process only.
nonisolated(unsafe) private var kept = ""

private enum Secrets {
  static let all = [TypedSecret.ascii(24), TypedSecret.multiByte(12)]
}

private typealias Work = (inout SecretText) throws -> Void

/// The text, with an empty one in its place.
private func taken(_ text: inout SecretText) throws -> SecretText {
  var other = try SecretText()
  swap(&other, &text)
  return other
}

private func expectResidue(of secret: String, held: Int, _ work: Work) throws {
  let found = try residues(of: secret, work)
  let whole = found.filter { $0.length == secret.utf8.count && $0.stride == 1 && $0.isInRegion }
  #expect(whole.count == held)
  #expect(found.count == held, "\(found)")
}

private func residues(of secret: String, _ work: Work) throws -> [Residue] {
  var ends: [Int32] = [-1, -1]
  #expect(pipe(&ends) == 0)
  let child = test_fork()
  if child == 0 {
    do {
      // Nobody can look into secret memory.
      GuardedPages.triesSecretMemory.store(false, ordering: .relaxed)
      var ring = try InputRing()
      var text = try SecretText()
      raise(SIGSTOP)
      guard case .bytes(let count) = ring.fill(from: ends[0]) else { _exit(90) }
      try ring.withBytes { bytes throws(SecretTextError) in try text.append(bytes) }
      ring.consume { _ in count }
      try work(&text)
      raise(SIGSTOP)
      withExtendedLifetime(text.byteCount) {}
    } catch {
      _exit(92)
    }
    _exit(0)
  }
  var scan = ResidueScan(for: secret)
  var status: Int32 = 0
  waitpid(child, &status, WUNTRACED)
  // Memory that this process wrote before the fork is there as well.
  try scan.takeBaseline(of: child)
  let bytes = Array(secret.utf8)
  #expect(write(ends[1], bytes, bytes.count) == bytes.count)
  kill(child, SIGCONT)
  waitpid(child, &status, WUNTRACED)
  #expect(status & 0xff == 0x7f, "the child ended early with \(status)")
  let found = try scan.residues(in: child)
  kill(child, SIGKILL)
  waitpid(child, &status, 0)
  return found
}
