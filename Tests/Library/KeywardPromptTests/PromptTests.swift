import Glibc
import KeywardPrompt
import KeywardTestSupport
import Testing

nonisolated(unsafe) private var (handler, answerEnd): (Int32, Int32) = (-1, -1)

/// Asking through the command; a script stands for it here, which needs no terminal.
@Suite struct PromptTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func command(_ script: String) throws -> String {
    _ = try folder.write("#!/bin/sh\n" + script, to: "keyward", mode: 0o700)
    return folder.path + "/keyward"
  }

  @Test func theAnswerIsInLockedMemory() throws {
    let secret = try Prompt.ask(program: try command("printf 's\\303\\251cret'"))
    let (count, isLocked) = (secret.characterCount, secret.isLocked)
    #expect(count == 6 && isLocked)
  }

  @Test func thePromptAndTheOptionsAreWordsOfGet() throws {
    let program = try command("printf '%s\\n' \"$@\" >\(folder.path)/words")
    let secret = try Prompt.ask("Wi-Fi", options: ["--panel", "numbers"], program: program)
    let isEmpty = secret.isEmpty
    #expect(isEmpty)
    #expect(folder.text("words") == "get\n--no-newline\n--prompt\nWi-Fi\n--panel\nnumbers\n")
  }

  @Test func theWholeOfTheLongestAnswerArrives() throws {
    let secret = try Prompt.ask(program: try command("head -c 4080 /dev/zero | tr '\\0' x"))
    let count = secret.byteCount
    #expect(count == 4080)
  }

  /// The command would wait forever for a reader of its last bytes.
  @Test(arguments: [4081, 1_000_000]) func aLongerAnswerIsAnErrorAndNotCut(count: Int) throws {
    let program = try command("head -c \(count) /dev/zero | tr '\\0' x")
    #expect(throws: PromptError.tooLong) { _ = try Prompt.ask(program: program) }
  }

  @Test(arguments: [
    (130, PromptError.cancelled), (124, .timedOut), (70, .failed(status: 70)),
    (1, .failed(status: 1)),
  ])
  func anEndWithoutAnAnswerIsAnError(status: Int, error: PromptError) throws {
    let program = try command("printf half; exit \(status)")
    #expect(throws: error) { _ = try Prompt.ask(program: program) }
  }

  @Test(arguments: ["\\377", "a\\000b"]) func bytesThatAreNotTextAreAnError(bytes: String) throws {
    let program = try command("printf '\(bytes)'")
    #expect(throws: PromptError.notText) { _ = try Prompt.ask(program: program) }
  }

  /// The host ignores SIGCHLD, so the kernel keeps no status.
  @Test func withoutAStatusNothingIsNoAnswer() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      #expect(throws: PromptError.cancelled) { _ = try Prompt.ask(program: "/bin/false") }
      let secret = try Prompt.ask(program: "/bin/echo")
      let isEmpty = secret.isEmpty
      #expect(!isEmpty)
    }
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
        close(answerEnd)
        write(handler, "\n", 1)
      }
      let script = "printf half; kill -USR1 $PPID; read x <\(folder.path)/closed; printf rest"
      let program = try folder.write("#!/bin/sh\n" + script, to: "keyward", mode: 0o700)
      #expect(throws: PromptError.system(EBADF)) { _ = try Prompt.ask(program: program) }
    }
  }

  @Test func aSignalIsAnErrorToo() throws {
    let program = try command("kill -9 $$")
    #expect(throws: PromptError.failed(status: -1)) { _ = try Prompt.ask(program: program) }
  }

  @Test func aMissingCommandIsReported() throws {
    #expect(throws: PromptError.noProgram("/nowhere/keyward")) {
      _ = try Prompt.ask(program: "/nowhere/keyward")
    }
  }
}
