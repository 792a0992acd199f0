import KeywardSystem
import SecureMemory

#if Terminal
  internal import KeywardPrograms
#endif

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Asks the user for a secret, like `keyward get`.
///
///     let secret = try Prompt.ask("Passphrase for the archive")
///     secret.withBytes { bytes in print(bytes.byteCount) }
///
/// The prompt is part of this module, needs no installed program, and asks on the terminal, or
/// wherever else somebody can answer. While it is shown, this process cannot be traced and writes no
/// core file. A signal that would end the process ends the prompt first: the typed text is wiped,
/// the terminal is restored, and then the signal takes its effect; handlers of the host wait until
/// then. Ctrl-C is such a signal, SIGINT; Esc makes `ask` throw `cancelled`. Afterwards everything is
/// as before, and no thread or child remains. A process that is killed leaves the terminal to a
/// helper, which restores it. No other thread may read the terminal meanwhile.
///
/// No sandbox confines this process, which the prompt shows. For a sandbox, or without the package
/// trait `Terminal`, the command `keyward` asks as a separate process: pass its path. The answer then
/// arrives through a pipe directly in locked memory.
///
/// If nobody can be asked, for example in a server without a terminal, `ask` throws an error instead
/// of waiting forever.
public enum Prompt {
  /// Shows a prompt and returns the answer; blocks the calling thread meanwhile.
  ///
  /// - Parameters:
  ///   - prompt: The label, whatever it looks like; control characters are not shown.
  ///   - options: More arguments of `keyward get`, such as `["--panel", "numbers"]`, but not
  ///     `--no-newline`: the newline shows that the answer is complete.
  ///   - program: The command; `nil` to ask in this process or, without the package trait
  ///     `Terminal`, for `keyward` on the `PATH`.
  /// - Returns: The answer; it may be empty.
  /// - Throws: ``PromptError``; a command writes the reason to standard error.
  public static func ask(
    _ prompt: String = "Passphrase", options: [String] = [], program: String? = nil
  ) throws(PromptError) -> SecretText {
    let words = ["--prompt=" + prompt] + options
    // A NUL would end a word.
    guard !words.contains(where: { $0.utf8.contains(0) }) else { throw .system(EINVAL) }
    #if Terminal
      if program == nil { return try askHere(words) }
    #endif
    return try run([program ?? "keyward", "get"] + words)
  }

  #if Terminal
    private static func askHere(_ words: [String]) throws(PromptError) -> SecretText {
      let answer: HostedAnswer
      do throws(CommandFailure) {
        answer = try GetCommand.askInHost(words)
      } catch {
        throw .refused(error.description)
      }
      switch consume answer {
      case .text(let text): return text
      case .cancelled: throw .cancelled
      case .timedOut: throw .timedOut
      }
    }
  #endif

  /// Runs the command, and returns its answer.
  private static func run(_ words: [String]) throws(PromptError) -> SecretText {
    var ends: [Int32] = [-1, -1]
    guard unsafe platform_pipe(&ends) == 0 else { throw .system(errno) }
    // Make both ends blocking: the command and this thread wait for each other.
    for end in ends { _ = fcntl(end, F_SETFL, 0) }
    let start = start(words, writingTo: ends[1])
    close(ends[1])
    let child: pid_t
    let answer: Answer
    do throws(PromptError) {
      child = try start.get()
      answer = try Self.answer(from: ends[0])
    } catch {
      // A command that still writes fails then, even if it ignores SIGTERM.
      close(ends[0])
      // The number of a process that has ended may belong to another one.
      if case .success(let child) = start, waitpid(child, nil, WNOHANG) == 0 {
        kill(child, SIGTERM)
        _ = try? hasStatus(child)
      }
      throw error
    }
    close(ends[0])
    let hasStatus = try hasStatus(child)
    switch consume answer {
    case .text(let text): return text
    // Without a status, nothing else shows whether somebody answered.
    case .incomplete: throw hasStatus ? .notText : .cancelled
    case .notText: throw .notText
    }
  }

  private static func start(_ words: [String], writingTo end: Int32) -> Result<pid_t, PromptError> {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
    // A thread of Dispatch blocks signals, but the command must get them.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(
      &child, words[0], &actions, &attributes, &arguments, platform_environment())
    switch code {
    case 0: return .success(child)
    // The label is too long, or there are too many processes.
    case E2BIG, EAGAIN, ENOMEM: return .failure(.system(code))
    default: return .failure(.noProgram(words[0]))
    }
  }

  private enum Answer: ~Copyable {
    case text(SecretText)
    /// The bytes do not end in a newline, which the command writes only after a complete answer.
    case incomplete
    case notText
  }

  /// Reads the answer until the command closes the pipe.
  private static func answer(from end: Int32) throws(PromptError) -> Answer {
    var text = try locked { () throws(SecretMemoryError) in try SecretText() }
    var scratch = try locked { () throws(SecretMemoryError) in
      try SecretBuffer(capacity: SecretText.largestCapacity)
    }
    // Takes the newline of the longest answer, and a byte more, because no answer must be cut.
    var excess = try locked { () throws(SecretMemoryError) in try SecretBuffer(capacity: 2) }
    var count = 0
    reading: while true {
      let room = scratch.capacity - count
      let outcome =
        room > 0
        ? scratch.fill(from: end, at: count, upTo: room)
        : excess.fill(from: end, at: -room, upTo: 2 + room)
      switch outcome {
      case .bytes(let added): count += added
      case .interrupted: continue
      case .empty: break reading
      // The bytes read so far may be only the beginning of the answer.
      case .wouldBlock: throw .system(EAGAIN)
      case .failed(let code): throw .system(code)
      }
      guard count < scratch.capacity + 2 else { throw .tooLong }
    }
    let isLong = count > scratch.capacity
    let last =
      isLong
      ? excess.withBytes { $0.byte(0) }
      : scratch.withBytes { bytes in count > 0 ? bytes.byte(count - 1) : 0 }
    guard last == UInt8(ascii: "\n") else {
      if isLong { throw .tooLong }
      return .incomplete
    }
    do throws(SecretTextError) {
      try scratch.withBytes { bytes throws(SecretTextError) in
        try text.append(bytes.extracting(0..<count - 1))
      }
    } catch {
      return .notText
    }
    return .text(text)
  }

  private static func locked<Memory: ~Copyable>(
    _ make: () throws(SecretMemoryError) -> Memory
  ) throws(PromptError) -> Memory {
    do throws(SecretMemoryError) { return try make() } catch { throw .memory(error) }
  }

  /// Waits for the command to exit; returns false if its exit status is unknown.
  ///
  /// The status is unknown if the host ignores SIGCHLD. If the command failed, the method throws.
  private static func hasStatus(_ child: pid_t) throws(PromptError) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    switch status & 0x7f == 0 ? status >> 8 & 0xff : -1 {
    case 0: return true
    case 130: throw .cancelled
    case 124: throw .timedOut
    case let code: throw .failed(status: code)
    }
  }
}

/// The reason why there is no answer.
@nonexhaustive public enum PromptError: Error, Hashable, Sendable {
  /// The question could not be asked in this process, or its answer not be taken; the text is a
  /// sentence with the cause and the remedy.
  case refused(String)
  /// The command was not found or could not be started.
  case noProgram(String)
  /// The user cancelled, with Esc, or a signal ended the prompt, such as SIGINT by Ctrl-C.
  case cancelled
  /// Nobody answered in time.
  case timedOut
  /// The command exited with this status, or was ended by a signal (negative); it reported the
  /// reason on standard error.
  case failed(status: Int32)
  /// The answer is not a complete line of valid UTF-8, or contains a NUL.
  case notText
  /// The answer has more than 4080 bytes; nothing of it is returned.
  case tooLong
  /// Memory for the secret could not be allocated or locked.
  case memory(SecretMemoryError)
  /// The kernel refused to start the command with these arguments, or to create or read the pipe
  /// for the answer, with this `errno`.
  case system(Int32)
}

extension PromptError: CustomStringConvertible {
  /// A sentence with the cause and the remedy.
  public var description: String {
    switch self {
    case .noProgram(let name):
      "Command “\(name)” not found: install Keyward, or pass the path of the program."
    case .refused(let reason): reason
    case .cancelled: "The prompt was cancelled."
    case .timedOut: "Nobody answered in time."
    case .failed(let status):
      "`keyward get` ended with exit status \(status); its message is on standard error."
    case .notText:
      "The command wrote no complete line of text: check that it is `keyward get` without "
        + "--no-newline."
    case .tooLong: "The answer has more than 4080 bytes: ask for a shorter secret."
    case .memory(let error): error.description
    case .system(let code):
      "The command could not be started, or its answer not be read (errno \(code))"
        + ([EMFILE, ENFILE].contains(code) ? ": close other files or raise `ulimit -n`." : ".")
    }
  }
}
