import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

@Suite struct SecretTextOutputTests {
  @Test func oneCallTakesTextAndLineEnd() throws {
    var ends: [Int32] = [-1, -1]
    // Packets keep the calls apart.
    #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    var text = try SecretText(capacity: 64)
    try text.append(utf8Of: "päss")
    try text.write(to: ends[1], newline: true)
    #expect(packet(ends[0]) == "päss\n")
    try text.write(to: ends[1], newline: false)
    #expect(packet(ends[0]) == "päss")
    var scratch = try SecretBuffer(capacity: 8)
    scratch.withMutableBytes { $0.storeBytes(of: 0x61, as: UInt8.self) }
    try scratch.write(first: 1, to: ends[1], before: Array("D ".utf8), after: [10])
    #expect(packet(ends[0]) == "D a\n")
  }

  @Test func aSlowReceiverGetsEverything() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      // Room for one page at a time, a writer that does not block, and a signal every millisecond.
      #expect(test_set_pipe_size(ends[1], 4096) == 0)
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      let child = test_fork()
      if child == 0 {
        close(ends[1])
        _exit(readInPieces(ends[0]) == 20 * 4081 ? 0 : 1)
      }
      close(ends[0])
      #expect(test_interrupt_every_millisecond() == 0)
      var text = try SecretText()
      try text.append(utf8Of: String(repeating: "x", count: 4080))
      for _ in 0..<20 { try text.write(to: ends[1], newline: true) }
      close(ends[1])
      var status: Int32 = -1
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      #expect(exitStatus(status) == 0)
    }
  }

  @Test(arguments: [false, true])
  func theLimitOnTheSizeOfFilesIsAnErrorAndNoSignal(isPending: Bool) async throws {
    await #expect(processExitsWith: .success) { [isPending] in
      let folder = try TemporaryFolder()
      let file = open(folder.path + "/secret", O_WRONLY | O_CREAT, 0o600)
      var text = try SecretText(capacity: 8)
      try text.append(utf8Of: "sesame")
      // A signal of somebody else that is held back is still there afterwards.
      var (limit, pending) = (sigset_t(), sigset_t())
      sigemptyset(&limit)
      sigaddset(&limit, SIGXFSZ)
      if isPending {
        pthread_sigmask(SIG_BLOCK, &limit, nil)
        raise(SIGXFSZ)
      }
      #expect(test_limit_files(3) == 0)
      var code: Int32 = 0
      do throws(SecretWriteError) { try text.write(to: file, newline: false) } catch {
        code = error.code
      }
      #expect(test_limit_files(.max) == 0)
      #expect(code == EFBIG)
      sigpending(&pending)
      #expect(sigismember(&pending, SIGXFSZ) == (isPending ? 1 : 0))
    }
  }

  @Test func aClosedDescriptorIsAnErrorWithItsReason() throws {
    let text = try SecretText(capacity: 8)
    var other = try SecretText(capacity: 8)
    try other.append(utf8Of: "x")
    // An empty write is not an error.
    try text.write(to: -1, newline: false)
    #expect(throws: SecretWriteError(code: EBADF)) { try other.write(to: -1, newline: false) }
  }
}

private func packet(_ descriptor: Int32) -> String {
  var bytes = [UInt8](repeating: 0, count: 100)
  let count = read(descriptor, &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}

private func readInPieces(_ descriptor: Int32) -> Int {
  var total = 0
  var bytes = [UInt8](repeating: 0, count: 1000)
  while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
    total += count
  }
  return total
}
