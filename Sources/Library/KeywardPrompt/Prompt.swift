import KeywardSystem
import SecureMemory

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Asks a person for a secret, in the way of `keyward get`.
///
///     let secret = try Prompt.ask("Passphrase for the archive")
///     secret.withBytes { bytes in … }
///
/// The command `keyward` asks, in a process beside this one: on the terminal, or where else
/// somebody can answer. So the caller keeps its signals, its threads and its privileges, and what
/// it gets came through a pipe straight into locked memory. A server asks the same way at its
/// start, or not at all: without anybody to ask there is an error, never an endless wait.
public enum Prompt {
  /// Shows a question and returns the answer; blocks the calling thread until then.
  ///
  /// - Parameters:
  ///   - prompt: The question's label; control characters are not shown.
  ///   - options: More words of `keyward get`, such as `["--panel", "numbers"]`.
  ///   - program: The command; `nil` for `keyward` on the `PATH`.
  /// - Returns: The answer; it may be empty.
  /// - Throws: ``PromptError``; the command has written the reason to standard error.
  public static func ask(
    _ prompt: String = "Passphrase", options: [String] = [], program: String? = nil
  ) throws(PromptError) -> SecretText {
    var ends: [Int32] = [-1, -1]
    guard unsafe platform_pipe(&ends) == 0 else { throw .system(errno) }
    defer { close(ends[0]) }
    // The command and this thread wait for each other.
    for end in ends { _ = fcntl(end, F_SETFL, 0) }
    let name = program ?? "keyward"
    let child = start(
      name, [name, "get", "--no-newline", "--prompt", prompt] + options, writingTo: ends[1])
    close(ends[1])
    guard let child else { throw .noProgram(name) }
    let text: SecretText
    do throws(SecretMemoryError) { text = try answer(from: ends[0]) } catch {
      kill(child, SIGTERM)
      try? end(of: child)
      throw .memory(error)
    }
    try end(of: child)
    return text
  }

  private static func start(
    _ program: String, _ words: [String], writingTo end: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawnp(
      &child, program, &actions, nil, &arguments, platform_environment())
    return code == 0 ? child : nil
  }

  /// Reads what the command writes, until it closes its end.
  private static func answer(from end: Int32) throws(SecretMemoryError) -> SecretText {
    var text = try SecretText()
    var scratch = try SecretBuffer(capacity: SecretText.largestCapacity)
    var count = 0
    while count < SecretText.largestCapacity {
      let taken = scratch.withMutableBytes { bytes in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe read(end, bytes.baseAddress.map { unsafe $0 + count }, bytes.count - count)
        }
      }
      if taken < 0 && errno == EINTR { continue }
      if taken <= 0 { break }
      count += taken
    }
    scratch.withBytes { bytes in _ = text.append(bytes.extracting(0..<count)) }
    return text
  }

  private static func end(of child: pid_t) throws(PromptError) {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      // A host that ignores SIGCHLD gets no status: an empty answer is all it can return.
      guard errno == EINTR else { return }
    }
    switch status & 0x7f == 0 ? status >> 8 & 0xff : -1 {
    case 0: return
    case 130: throw .cancelled
    case 124: throw .timedOut
    case let code: throw .failed(status: code)
    }
  }
}

/// The reason why there is no answer.
public enum PromptError: Error, Hashable, Sendable {
  /// The command was not found or could not be started.
  case noProgram(String)
  /// The person cancelled.
  case cancelled
  /// Nobody answered in time.
  case timedOut
  /// The command ended with this status, below 0 by a signal; its reason is on standard error.
  case failed(status: Int32)
  /// There was no memory for the secret.
  case memory(SecretMemoryError)
  /// The kernel refused a pipe, with this `errno`.
  case system(Int32)
}

extension PromptError: CustomStringConvertible {
  /// A sentence with what happened and what to do.
  public var description: String {
    switch self {
    case .noProgram(let name):
      "There is no command “\(name)” to ask with: install Keyward, or name the program."
    case .cancelled: "The question was cancelled."
    case .timedOut: "Nobody answered in time."
    case .failed(let status):
      "“keyward get” ended with status \(status); its message is on standard error."
    case .memory(let error): error.description
    case .system(let code):
      "A pipe could not be made (errno \(code)): close other files or raise `ulimit -n`."
    }
  }
}
