import Glibc
import KeywardPrompt
import KeywardTestSupport
import Testing

nonisolated(unsafe) private var (handler, answerEnd): (Int32, Int32) = (-1, -1)

/// Asking through the command; a script stands for it here, which needs no terminal.
@Suite struct PromptTests {
  /// Asks once; returns nil if the answer or the error is as in the list.
  private static func difference(_ one: AskCase) throws -> String? {
    let folder = try TemporaryFolder()
    let program = folder.path + "/keyward"
    let script = try #require(one.fields["command"])
    if script != "nothing" {
      try folder.write("#!/bin/bash\n\(script)\n", to: "keyward", mode: 0o700)
    }
    let label = (one.fields["prompt"] ?? "Passphrase").replacing("\\n", with: "\n")
      .replacing("\\0", with: "\0")
    do throws(PromptError) {
      let secret = try Prompt.ask(label, program: program)
      let answer = secret.withBytes { bytes in
        String(
          decoding: bytes.byteOffsets.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) },
          as: UTF8.self)
      }
      let expected = one.fields["answer"]
      if secret.isLocked, answer == expected || String(secret.byteCount) == expected { return nil }
      return "\(one.testDescription): “\(answer)”"
    } catch {
      return one.fields["error"] == name(of: error) ? nil : "\(one.testDescription): \(error)"
    }
  }

  private static func name(of error: PromptError) -> String {
    switch error {
    case .noProgram: "not started"
    case .cancelled: "cancelled"
    case .timedOut: "timed out"
    case .failed: "failed"
    case .notText: "not text"
    case .tooLong: "too long"
    // The kernel takes no word with a NUL.
    case .system(EINVAL): "not started"
    case .memory, .system, .refused: error.description
    }
  }

  @Test(
    "Every answer and error is as in the list that Python runs too", arguments: try AskCase.all())
  func listedCase(_ one: AskCase) throws {
    #expect(try Self.difference(one) == nil)
  }

  @Test("Without a status only a complete answer is one")
  func hostIgnoresChildren() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let cases = try AskCase.all("ignores SIGCHLD")
      #expect(try !cases.isEmpty && cases.compactMap(Self.difference) == [])
    }
  }

  @Test("The command gets the signals that the host blocks")
  func hostBlocksSignals() async throws {
    await #expect(processExitsWith: .success) {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      let cases = try AskCase.all("blocks signals")
      #expect(try !cases.isEmpty && cases.compactMap(Self.difference) == [])
    }
  }

  @Test("A host without standard streams gets the answer")
  func hostHasNoStreams() async throws {
    await #expect(processExitsWith: .success) {
      let cases = try AskCase.all("has no streams")
      for stream in 0...2 as ClosedRange<Int32> { close(stream) }
      #expect(try !cases.isEmpty && cases.compactMap(Self.difference) == [])
    }
  }

  @Test(
    "The Python package passes the same list",
    .enabled(if: InstalledProgram.path("python3") != nil, "needs python3"))
  func python() throws {
    let program = Repository.path + "/Tests/Library/asking.py"
    let run = try ProgramRun.finished("/usr/bin/python3", [program], seconds: 300)
    #expect(run.events.last == .exited(0) && run.outputText == "well\n", "\(run.errorText)")
  }

  @Test("Options are words of the command")
  func options() throws {
    let folder = try TemporaryFolder()
    let program = try folder.write(
      "#!/bin/sh\nprintf '%s\\n' \"$@\" >\(folder.path)/words; echo", to: "keyward", mode: 0o700)
    _ = try Prompt.ask("Wi-Fi", options: ["--panel", "numbers"], program: program)
    #expect(folder.text("words") == "get\n--prompt=Wi-Fi\n--panel\nnumbers\n")
  }

  @Test("The statuses of failed commands are in the errors", arguments: [70, 1])
  func status(number: Int32) throws {
    let folder = try TemporaryFolder()
    let program = try folder.write("#!/bin/sh\nexit \(number)", to: "keyward", mode: 0o700)
    #expect(throws: PromptError.failed(status: number)) { _ = try Prompt.ask(program: program) }
  }

  /// The script sends a signal, whose handler closes the descriptor from which the answer is read.
  @Test func anAnswerThatCannotBeReadToItsEndIsAnError() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      mkfifo(folder.path + "/closed", 0o600)
      handler = open(folder.path + "/closed", O_RDWR | O_CLOEXEC)
      answerEnd = dup(handler)
      // The pipe for the answer gets the lowest free number.
      close(answerEnd)
      signal(SIGUSR1) { _ in
        // Close it only once the beginning was read: until then, another file could take its number.
        var unread: Int32 = 1
        guard ioctl(answerEnd, UInt(FIONREAD), &unread) == 0, unread == 0 else { return }
        close(answerEnd)
        answerEnd = -1
        write(handler, "\n", 1)
      }
      let script = """
        printf half; while :; do kill -USR1 $PPID; done & read x <\(folder.path)/closed; kill $!
        printf rest
        """
      let program = try folder.write("#!/bin/sh\n" + script, to: "keyward", mode: 0o700)
      #expect(throws: PromptError.system(EBADF)) { _ = try Prompt.ask(program: program) }
    }
  }
}
