import Glibc
import KeywardPrompt
import KeywardSystem

/// A program that asks in its own process, and reports the answer and its own state afterwards.
///
/// With `handlers` it handles TERM, INT and WINCH itself; with `twice` it asks two questions. Other
/// arguments are options of the prompt.
@main enum AskingHost {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let times = take("twice", from: &arguments) ? 2 : 1
    if take("handlers", from: &arguments) {
      for number in [SIGTERM, SIGINT, SIGWINCH] {
        signal(number) { number in
          let line: StaticString =
            number == SIGTERM ? "got TERM\n" : number == SIGINT ? "got INT\n" : "got WINCH\n"
          line.withUTF8Buffer { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
      }
    }
    let before = state()
    for _ in 0..<times { report(answer(Array(arguments))) }
    report(state() == before ? "as before" : "\(before) became \(state())")
  }

  private static func take(_ word: String, from arguments: inout ArraySlice<String>) -> Bool {
    guard arguments.first == word else { return false }
    arguments.removeFirst()
    return true
  }

  private static func answer(_ options: [String]) -> String {
    do throws(PromptError) {
      let secret = try Prompt.ask("Passphrase for the archive", options: options)
      let text = secret.withBytes { bytes in
        String(
          decoding: bytes.byteOffsets.map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) },
          as: UTF8.self)
      }
      return "\(secret.isLocked ? "locked" : "unlocked"): \(text)"
    } catch {
      return "\(error)"
    }
  }

  /// The state of the process that a prompt changes: its protection, signals and open files.
  private static func state() -> [String] {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limits)
    var lines = ["dumpable \(platform_prctl(PR_GET_DUMPABLE, 0))", "core \(limits.rlim_cur)"]
    let marks = ["SigBlk", "SigIgn", "SigCgt", "Threads"]
    guard let file = fopen("/proc/self/status", "r") else { return lines }
    var room = [CChar](repeating: 0, count: 256)
    while fgets(&room, Int32(room.count), file) != nil {
      let bytes = room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      let line = String(decoding: bytes, as: UTF8.self)
      if marks.contains(where: line.hasPrefix) { lines.append(line) }
    }
    fclose(file)
    let open = (0..<64 as Range<Int32>).filter { fcntl($0, F_GETFD) >= 0 }
    return lines + ["files \(open)"]
  }

  private static func report(_ text: String) {
    print(text)
    fflush(nil)
  }
}
