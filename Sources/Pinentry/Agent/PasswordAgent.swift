import CPlatform
import Glibc
import SecureMemory
import SmallFiles
import TerminalUI

/// Answers the questions of systemd on a terminal, one after the other.
///
///     let agent = try PasswordAgent(directories: PasswordAgent.usualDirectories(lookup))
///     let status = agent.run(dialogue, channel: &channel, report: report)
///
/// A question is dropped when its file is gone, its process has ended or its time is over; whoever
/// answers first wins.
public struct PasswordAgent {
  /// The longest answer in bytes.
  public static var longestAnswer: Int { 4000 }

  /// Why there is nothing to watch.
  public struct NoDirectory: Error, CustomStringConvertible {
    /// One sentence that says what to do next.
    public let description: String
  }

  private let directories: [AskDirectory]
  /// Questions that are not asked again although their file is still there; another file of that name
  /// is another question.
  private final class Memory {
    var done: [String: FileIdentity] = [:]
  }
  private let memory = Memory()

  /// An agent for some folders.
  ///
  /// - Parameter directories: The folders; those that are not there are left out.
  /// - Throws: `NoDirectory` where none can be watched.
  public init(directories: [String]) throws(NoDirectory) {
    self.directories = directories.compactMap { AskDirectory($0) }
    guard !self.directories.isEmpty else {
      throw NoDirectory(
        description: "there is no folder of questions to watch "
          + "(\(directories.joined(separator: ", "))); name one with --directory")
    }
  }

  /// The folders systemd uses.
  ///
  /// - Parameter lookup: The environment.
  /// - Returns: The system's folder, then the user's.
  public static func usualDirectories(lookup: (String) -> String?) -> [String] {
    let system = "/run/systemd/ask-password"
    guard let own = lookup("XDG_RUNTIME_DIR"), own.hasPrefix("/") else { return [system] }
    return [system, own + "/systemd/ask-password"]
  }

  // MARK: Running

  /// Answers questions until a signal ends the program or the terminal is gone.
  ///
  /// - Parameters:
  ///   - dialogue: Asks the person.
  ///   - channel: A client that is not there.
  ///   - report: Where sentences go.
  /// - Returns: The exit status; a signal does not return.
  public func run(
    _ dialogue: TerminalDialogue, channel: inout ClientChannel, report: ProgramReport
  ) -> Int32 {
    while true {
      if let (path, question) = next() {
        if let status = ask(path, question, dialogue, &channel, report) { return status }
        continue
      }
      if let signal = wait(dialogue) { Leaving.die(by: signal) }
    }
  }

  /// Waits for news of a folder; the signal that came instead.
  private func wait(_ dialogue: TerminalDialogue) -> Int32? {
    var entries = directories.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    entries.append(pollfd(fd: dialogue.signalDescriptor, events: Int16(POLLIN), revents: 0))
    _ = unsafe entries.withUnsafeMutableBufferPointer {
      unsafe poll($0.baseAddress, nfds_t($0.count), -1)
    }
    directories.forEach { $0.takeNews() }
    return dialogue.takeSignal()
  }

  /// The next question nobody has answered yet.
  private func next() -> (String, AskFile)? {
    let paths = directories.flatMap { $0.questions() }
    memory.done = memory.done.filter { paths.contains($0.key) }
    for path in paths {
      // Looked at before it is read: what changes in between is seen as a change.
      guard let identity = FileIdentity(path), memory.done[path] != identity else { continue }
      guard let content = try? SmallFile(path, atMost: 65_536).bytes,
        let question = AskFile(content)
      else { continue }
      memory.done[path] = identity
      if Self.isAlive(question) { return (path, question) }
    }
    return nil
  }

  /// The system's words for the last error.
  private static var reason: String {
    guard let text = unsafe strerror(errno) else { return "error \(errno)" }
    return unsafe String(cString: text)
  }

  private static var microseconds: UInt64 { UInt64(MonotonicTime.now * 1_000_000) }

  private static func isAlive(_ question: AskFile) -> Bool {
    if question.hasEnded(at: microseconds) { return false }
    guard let process = question.process else { return true }
    return kill(process, 0) == 0 || errno == EPERM
  }

  // MARK: One question

  private func ask(
    _ path: String, _ question: AskFile, _ dialogue: TerminalDialogue,
    _ channel: inout ClientChannel, _ report: ProgramReport
  ) -> Int32? {
    let file = FileWatch(path)
    let asked = memory.done[path]
    // It may have gone before it was watched.
    guard FileIdentity(path) == asked else { return nil }
    let process = question.process.map { platform_pidfd_open($0) } ?? -1
    defer { if process >= 0 { close(process) } }
    dialogue.endingDescriptors = [file.descriptor, process]
    let end = withExtendedLifetime(file) {
      dialogue.passphrase(Self.request(question), client: &channel, isVisible: question.echoes)
    }
    dialogue.endingDescriptors = []
    dialogue.releaseTerminal()
    defer { dialogue.wipe() }
    // A process that nobody has waited for still has its number; the descriptor knows better.
    let isWaiting = process < 0 || !VerifiedCaller.hasEnded(process)
    let isWanted = FileIdentity(path) == asked && Self.isAlive(question) && isWaiting
    switch end {
    case .accepted where isWanted:
      Self.send(to: question.socket, report) { dialogue.fields?.sendAnswer(to: $0) ?? false }
    case .failed(.cancelled) where isWanted:
      Self.send(to: question.socket, report) { descriptor in
        let answer = AskAnswer.cancelled
        return unsafe answer.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
          == answer.count
      }
    case .failed(.signalled(let signal)): Leaving.die(by: signal)
    case .failed(.interrupted): Leaving.die(by: SIGINT)
    case .failed(.gone) where isWanted && file.hasNews:
      // Opened to be written, and left as it was.
      memory.done[path] = nil
    case .failed(.gone) where isWanted, .failed(.terminal):
      report.say("the terminal cannot be used; start the agent on another one")
      return 1
    case .accepted, .failed: break
    }
    return nil
  }

  private static func request(_ question: AskFile) -> PassphraseRequest {
    var request = PassphraseRequest()
    request.prompt = Array((question.echoes ? "Answer" : "Password").utf8)
    request.header.description = question.message
    request.header.title = Array(question.identifier.utf8)
    request.hidesLength = question.isSilent
    request.header.timeout = .never
    if let end = question.notAfter {
      let left = end > microseconds ? end - microseconds : 0
      request.header.timeout = .seconds(Double(left) / 1_000_000)
    }
    return request
  }

  /// Sends one datagram to a socket.
  private static func send(
    to path: String, _ report: ProgramReport, _ body: (Int32) -> Bool
  ) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      report.say("the socket of the question has too long a name; the question is left alone")
      return
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let isConnected = unsafe withUnsafeBytes(of: &address) { address in
      unsafe connect(
        descriptor, address.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(address.count)) == 0
    }
    // One that nobody reads takes nothing once it is full.
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let isFull = unsafe poll(&waiting, 1, isConnected ? 1000 : 0) == 0
    guard !isConnected || !isFull else {
      report.say("nobody reads the socket of the question; the question is left alone")
      return
    }
    guard isConnected, body(descriptor) else {
      report.say(
        "the answer could not be handed over (\(Self.reason)); "
          + "the system's questions are root's, so start the agent with sudo")
      return
    }
  }
}

extension SecretFields {
  /// Sends `+` and the secret as one datagram, composed in locked memory.
  func sendAnswer(to descriptor: Int32) -> Bool {
    let count = first.text.byteCount
    let fits = count + AskAnswer.prefix.count <= scratch.capacity
    guard fits else { return false }
    first.text.withBytes { secret in
      scratch.withMutableBytes { bytes in
        bytes.storeBytes(of: AskAnswer.prefix[0], toByteOffset: 0, as: UInt8.self)
        for offset in 0..<secret.byteCount {
          bytes.storeBytes(of: secret.byte(offset), toByteOffset: offset + 1, as: UInt8.self)
        }
      }
    }
    defer { scratch.wipe() }
    do throws(SecretWriteError) {
      try scratch.write(first: count + 1, to: descriptor)
      return true
    } catch {
      return false
    }
  }
}
