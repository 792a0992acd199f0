import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The command that replaces this process.
struct ExecTarget {
  /// The program and its arguments, which are the last words of our command line.
  let words: [String]
  /// The file to execute; nil to search for the first of `words` in `PATH`.
  var program: String?

  /// The bytes of the words, which need not be valid text.
  var bytes: [[UInt8]] {
    words.indices.map { index in
      let word = unsafe word(index)
      defer { unsafe free(word) }
      return unsafe word.map {
        unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      } ?? []
    }
  }

  func replaceProcess(inherited: InheritedState) throws(CommandFailure) -> Never {
    throw failure(become(inherited))
  }

  func replaceProcess(
    passing pipe: Int32, on number: Int32, inherited: InheritedState
  ) throws(CommandFailure) -> Never {
    try put(pipe, at: number)
    throw failure(become(inherited))
  }

  /// Puts the secret into the environment variable `name` and executes the command.
  ///
  /// The secret is read from `pipe` into the locked region `room`. `execve` copies the variable
  /// directly from `room`; all other memory of this process is then gone.
  func replaceProcess(
    passing pipe: Int32, in name: String, room: inout SecretBuffer, inherited: InheritedState
  ) throws(CommandFailure) -> Never {
    fill(&room, name: name, from: pipe)
    inherited.restore()
    let code = room.withMutableBytes { bytes in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe execute(environment(with: bytes.baseAddress, named: name))
      }
    }
    throw failure(code)
  }

  /// The reason why the kernel refused to execute a file that exists.
  static func sentence(_ code: Int32) -> String {
    code == ENOENT ? "the interpreter that it names does not exist" : systemSentence(code)
  }

  // MARK: - Finding

  /// Checks that the command can be run.
  ///
  /// Throws a failure with status 127 if the command is not found, or 126 if it cannot be run.
  func check() throws(CommandFailure) {
    guard let name = unsafe word(0) else { return }
    defer { unsafe free(name) }
    var reason = ENOENT
    for place in Self.places(of: unsafe String(cString: name)) {
      // The search uses the bytes of the name, which need not be valid text.
      let code = unsafe Self.reason(place, name)
      if code == 0 { return }
      if code != ENOENT, code != ENOTDIR { reason = code }
    }
    throw failure(reason, isMissing: reason == ENOENT)
  }

  private static func places(of name: String) -> [String] {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return [""] }
    return ProgramFolder.searchPath.split(separator: ":", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "./" : $0 + "/"
    }
  }

  /// Returns the `errno` that prevents a file from being executed; 0 if it can be executed.
  private static func reason(_ folder: String, _ name: UnsafePointer<CChar>) -> Int32 {
    var path = Array(folder.utf8CString.dropLast())
    unsafe path.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT == S_IFREG else { return EACCES }
    return unsafe faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 ? 0 : errno
  }

  // MARK: - Passing on

  private func put(_ pipe: Int32, at number: Int32) throws(CommandFailure) {
    // The command expects blocking descriptors.
    _ = fcntl(pipe, F_SETFL, 0)
    if pipe == number {
      _ = fcntl(number, F_SETFD, 0)
      return
    }
    guard dup2(pipe, number) == number else {
      throw CommandFailure(
        "descriptor \(number) cannot be used (\(systemSentence(errno))); "
          + "choose a smaller --fd.")
    }
    close(pipe)
  }

  private func fill(_ room: inout SecretBuffer, name: String, from pipe: Int32) {
    let start = "\(name)=".utf8
    room.withMutableBytes { bytes in
      unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyBytes(from: start) }
    }
    var count = start.count
    while case .bytes(let added) = room.fill(
      from: pipe, at: count, upTo: room.capacity - 1 - count)
    {
      count += added
    }
  }

  // MARK: - Becoming

  /// Executes the command without a secret; returns the `errno` of a failure.
  func become(_ inherited: InheritedState) -> Int32 {
    inherited.restore()
    return unsafe execute(inheritedEnvironment())
  }

  private func execute(_ environment: Environment) -> Int32 {
    let environment = unsafe environment + [nil]
    var arguments: Environment = unsafe words.indices.map { unsafe word($0) }
    unsafe arguments.append(nil)
    let file = unsafe program.map { unsafe strdup($0) } ?? nil
    defer { unsafe free(file) }
    let code = unsafe arguments.withUnsafeBufferPointer { arguments in
      unsafe environment.withUnsafeBufferPointer { environment in
        guard let arguments = arguments.baseAddress, let environment = environment.baseAddress,
          let named = unsafe file ?? arguments[0]
        else { return ENOENT }
        _ = unsafe platform_exec(named, arguments, environment)
        return errno
      }
    }
    for index in words.indices { unsafe free(arguments[index]) }
    return code
  }

  /// Returns a copy of the bytes of a word, because a file name need not be valid UTF-8.
  private func word(_ index: Int) -> UnsafeMutablePointer<CChar>? {
    let place = Int(platform_argument_count()) - words.count + index
    if let given = unsafe platform_argument(Int32(place)),
      unsafe String(cString: given) == words[index]
    {
      return unsafe strdup(given)
    }
    return unsafe strdup(words[index])
  }

  private func failure(_ code: Int32, isMissing: Bool = false) -> CommandFailure {
    CommandFailure(
      isMissing
        ? "command “\(program ?? words[0])” not found; check its name and PATH."
        : "“\(program ?? words[0])” could not be run (\(Self.sentence(code))).",
      status: isMissing ? .notFound : .notRunnable)
  }
}

private typealias Environment = [UnsafeMutablePointer<CChar>?]

private func inheritedEnvironment() -> Environment {
  var result: Environment = unsafe []
  var next = unsafe platform_environment()
  while let place = unsafe next, let entry = unsafe place.pointee {
    unsafe result.append(entry)
    unsafe next = place + 1
  }
  return unsafe result
}

/// Returns the inherited environment with the variable `name` set by `entry`, a text `name=value`.
private func environment(
  with entry: UnsafeMutableRawPointer?, named name: String
) -> Environment {
  let prefix = "\(name)="
  var result = unsafe inheritedEnvironment().filter { other in
    guard let other = unsafe other else { return false }
    return unsafe strncmp(other, prefix, prefix.utf8.count) != 0
  }
  unsafe result.append(entry?.assumingMemoryBound(to: CChar.self))
  return unsafe result
}

/// The inherited environment with changes, for a program that gets no secret.
struct ChangedEnvironment {
  private let changes: [String: String?]

  /// Changes the variables in `changes`; nil removes a variable.
  init(_ changes: [String: String?]) { self.changes = changes }

  func withPointers<R>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> R
  ) -> R {
    let kept = unsafe inheritedEnvironment().filter { entry in
      !changes.keys.contains { name in
        unsafe entry.map { unsafe strncmp($0, "\(name)=", name.utf8.count + 1) == 0 } ?? false
      }
    }
    let added: Environment = unsafe changes.compactMap { name, value in
      unsafe value.flatMap { unsafe strdup("\(name)=\($0)") }
    }
    defer { unsafe added.forEach { unsafe free($0) } }
    return unsafe (kept + added + [nil]).withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}

/// The means by which the command receives the secret.
enum SecretDelivery: Hashable {
  /// A pipe on this descriptor; 0 is standard input.
  case descriptor(Int32)
  /// An environment variable, which other processes of the user can read.
  case variable(String)

  /// Returns the name of the means, such as `descriptor 3`.
  func door(in language: Language) -> String {
    switch self {
    case .descriptor(0): language[.doorInput]
    case .descriptor(let number): language[.doorDescriptor, "\(number)"]
    case .variable(let name): language[.doorVariable, name]
    }
  }

  /// The maximum length of the secret in bytes.
  var capacity: Int {
    switch self {
    case .descriptor: SecretText.largestCapacity
    // `NAME=`, the secret and a NUL are in one region.
    case .variable(let name): max(1, SecretText.largestCapacity - name.utf8.count - 2)
    }
  }
}
