import Glibc
import KeywardTestSystem

public enum ProgramEvent: Equatable, Sendable {
  case exited(Int32)
  case killed(Int32)
  case stopped(Int32)
  case continued
}

/// A program under test while it runs, started on a pseudo-terminal or without one.
///
///     let run = try ProgramRun(
///       BuiltProgram.keyward(), ProgramOptions(["get"], streams: (.null, .pipe, .pipe)),
///       on: PseudoTerminal(columns: 80, rows: 24))
///     try run.waitForDisplay(of: "Enter submit")
///     try run.type("sesame\r")
///     #expect(try run.wait() == .exited(0))
///     #expect(run.outputText == "sesame\n")
///
/// Every wait goes on collecting the program's output, so that the program never blocks for lack of
/// a reader. All waits have limits and throw when those are over. The program is killed when the
/// object goes away. It is not thread-safe.
public final class ProgramRun {
  public let terminal: PseudoTerminal?
  public private(set) var process: Int32 = 0
  public private(set) var displayed: [UInt8] = []
  /// The bytes written to standard output so far, if that is a pipe.
  public private(set) var output: [UInt8] = []
  public private(set) var errors: [UInt8] = []
  /// Oldest first.
  public private(set) var events: [ProgramEvent] = []
  /// In seconds; known once the program has ended.
  public private(set) var processorTime = 0.0

  private var supervisor = test_supervisor()
  private var pipes: [Int32] = [-1, -1, -1]
  private var unwritten: ArraySlice<UInt8>
  private var failure: Int32?

  public init(
    _ program: String, _ options: ProgramOptions = ProgramOptions(),
    on terminal: PseudoTerminal? = nil
  ) throws {
    self.terminal = terminal
    unwritten = options.input[...]
    try start(program, options)
    try pump(until: { self.process != 0 || self.failure != nil }, seconds: Self.longest)
    if let failure { throw HarnessError("start \(program)", errno: failure) }
    guard process != 0 else { throw HarnessError("\(program) did not start") }
  }

  deinit {
    if supervisor.process > 0 {
      close(supervisor.control)
      close(supervisor.events)
      var status: Int32 = 0
      waitpid(supervisor.process, &status, 0)
    }
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }

  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// The displayed bytes without the number of the asking process, which every run has another of.
  public var displayedWithoutNumbers: [UInt8] {
    let sign = Array("pid ".utf8)
    var bytes: [UInt8] = []
    for byte in displayed
    where !(0x30...0x39).contains(byte) || !bytes.suffix(4).elementsEqual(sign) {
      bytes.append(byte)
    }
    return bytes
  }

  public var displayedText: String { String(decoding: displayed, as: UTF8.self) }

  public var ending: ProgramEvent? {
    events.last {
      switch $0 {
      case .exited, .killed: true
      case .stopped, .continued: false
      }
    }
  }

  // MARK: - Starting

  private func start(_ program: String, _ options: ProgramOptions) throws {
    var theirs: [Int32] = []
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    let wanted = [options.streams.0, options.streams.1, options.streams.2]
    for (index, stream) in wanted.enumerated() {
      switch stream {
      case .terminal where terminal != nil: theirs.append(-1)
      case .terminal, .null:
        opened.append(open("/dev/null", O_RDWR | O_CLOEXEC))
        theirs.append(opened[opened.count - 1])
      case .descriptor(let descriptor): theirs.append(descriptor)
      case .pipe:
        var ends: [Int32] = [-1, -1]
        let reason = test_pipe(&ends)
        guard reason == 0 else { throw HarnessError("make a pipe", errno: reason) }
        let (own, other) = index == 0 ? (ends[1], ends[0]) : (ends[0], ends[1])
        _ = fcntl(own, F_SETFL, O_NONBLOCK)
        pipes[index] = own
        opened.append(other)
        theirs.append(other)
      }
    }
    try withCStrings([program] + options.arguments) { arguments in
      try withCStrings(options.environmentLines) { environment in
        try launch(options, arguments, environment, theirs)
      }
    }
  }

  private func launch(
    _ options: ProgramOptions, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>, _ streams: [Int32]
  ) throws {
    var request = test_request()
    request.program = UnsafePointer(arguments[0])
    request.arguments = arguments
    request.environment = environment
    request.role = terminal == nil ? TEST_ROLE_DETACHED : options.role.raw
    request.streams = (streams[0], streams[1], streams[2])
    request.locked_memory_limit = Int64(options.lockedMemoryLimit ?? -1)
    request.core_limit = Int64(options.coreLimit ?? -1)
    request.user = Int64(options.user ?? -1)
    let reason = withCStrings([terminal?.path, options.directory].map { $0 ?? "" }) { paths in
      request.terminal = terminal == nil ? nil : UnsafePointer(paths[0])
      request.directory = options.directory == nil ? nil : UnsafePointer(paths[1])
      return test_start(&request, &supervisor)
    }
    guard reason == 0 else { throw HarnessError("start the supervisor", errno: reason) }
  }

  // MARK: - Doing

  /// Waits at most `seconds` for the terminal to accept all bytes.
  public func type(_ bytes: [UInt8], seconds: Double = longest) throws {
    guard let terminal else { throw HarnessError("There is no terminal to type on") }
    var rest = bytes[...]
    try pump(
      until: {
        rest = rest.dropFirst(try terminal.writeSome(rest))
        return rest.isEmpty
      }, seconds: seconds)
    guard rest.isEmpty else {
      throw HarnessError("The terminal did not take \(rest.count) of \(bytes.count) bytes")
    }
  }

  public func type(_ text: String) throws { try type(Array(text.utf8)) }

  public func closeOutput() {
    close(pipes[1])
    pipes[1] = -1
  }

  public func send(signal number: Int32) { kill(process, number) }

  public func sendToGroup(signal number: Int32) { kill(-process, number) }

  /// Makes the shell continue the job in the foreground, like `fg`.
  public func foreground() throws { try order("f") }

  /// Makes the shell take the terminal back after a stop, with its own settings if `restoring`.
  public func background(restoring: Bool = false) throws { try order(restoring ? "t" : "b") }

  private func order(_ command: Character) throws {
    let bytes = Array(String(command).utf8)
    guard write(supervisor.control, bytes, 1) == 1 else {
      throw HarnessError("order the shell about", errno: errno)
    }
  }

  // MARK: - Collecting

  /// Collects output until `condition` holds or `seconds` are over.
  public func pump(until condition: () throws -> Bool, seconds: Double) throws {
    let end = Moment.now + seconds
    while try !condition() {
      let left = end - Moment.now
      guard left > 0 else { return }
      try collect(milliseconds: Int32(min(left * 1000, 20).rounded(.up)))
    }
  }

  public func pump(seconds: Double) throws { try pump(until: { false }, seconds: seconds) }

  private func collect(milliseconds: Int32) throws {
    var waiting = [pollfd(fd: supervisor.events, events: Int16(POLLIN), revents: 0)]
    // Without a program, the leading end always reports a hang-up.
    if let terminal, terminal.descriptor >= 0, ending == nil {
      waiting.append(pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0))
    }
    for index in 1...2 where pipes[index] >= 0 {
      waiting.append(pollfd(fd: pipes[index], events: Int16(POLLIN), revents: 0))
    }
    poll(&waiting, nfds_t(waiting.count), milliseconds)
    if waiting.count > 1, waiting[1].revents & Int16(POLLIN | POLLHUP) == Int16(POLLHUP) {
      waiting.remove(at: 1)
      poll(&waiting, nfds_t(waiting.count), 1)
    }
    feedInput()
    // Events come first, so that output from before the end is read after the end is known.
    readEvents()
    if let terminal, terminal.descriptor >= 0 { drain(terminal.descriptor, into: &displayed) }
    for index in 1...2 where pipes[index] >= 0 {
      let open =
        index == 1
        ? drain(pipes[1], into: &output) : drain(pipes[2], into: &errors)
      if !open {
        close(pipes[index])
        pipes[index] = -1
      }
    }
  }

  private func feedInput() {
    guard pipes[0] >= 0 else { return }
    let count = unwritten.withUnsafeBytes { write(pipes[0], $0.baseAddress, $0.count) }
    if count > 0 { unwritten = unwritten.dropFirst(count) }
    if unwritten.isEmpty || (count < 0 && errno == EPIPE) {
      close(pipes[0])
      pipes[0] = -1
    }
  }

  private func readEvents() {
    var event = test_event()
    let size = MemoryLayout<test_event>.size
    while read(supervisor.events, &event, size) == size {
      switch UInt32(event.kind) {
      case TEST_EVENT_STARTED.rawValue: process = event.value
      case TEST_EVENT_STOPPED.rawValue: events.append(.stopped(event.value))
      case TEST_EVENT_CONTINUED.rawValue: events.append(.continued)
      case TEST_EVENT_FAILED.rawValue: failure = event.value
      default:
        let exited = UInt32(event.kind) == TEST_EVENT_EXITED.rawValue
        events.append(exited ? .exited(event.value) : .killed(event.value))
        processorTime = Double(event.processor_time) / 1_000_000
      }
    }
  }

  /// False once the other end is closed.
  @discardableResult
  private func drain(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes.append(contentsOf: chunk.prefix(count))
      } else {
        return count < 0 && (errno == EAGAIN || errno == EINTR || errno == EIO)
      }
    }
  }
}

private func withCStrings<R>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> R
) rethrows -> R {
  var copies = strings.map { strdup($0) }
  copies.append(nil)
  defer { for copy in copies { free(copy) } }
  return try copies.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
    return try body(base)
  }
}
