import Glibc
import KeywardSystem
import KeywardTestSupport
import SecureMemory

/// The remains of a process that held a secret and had a terminal in its own mode.
///
/// The secret is in a page shared with this process and entered in the wipe table like a
/// region, so it can be examined afterwards.
struct Remains {
  let status: Int32
  let page: [UInt8]
  let errors: String
  let displayed: String
  let isRestored: Bool
  /// The number of typed bytes for the next reader.
  let unread: Int

  /// True if no byte of the secret is left and the terminal is as before.
  var isClean: Bool {
    page.allSatisfy { $0 == 0 } && isRestored && unread == 0 && displayed == Self.sequence
  }

  /// Typed, but read by nobody.
  static let unreadInput = "left over"

  static let sequence = "\u{1b}[?1049l\u{1b}[?25h"

  /// The remains of a child that runs `body`; use it in a separate process.
  init(of body: () -> Void) throws {
    let terminal = try PseudoTerminal()
    let before = try terminal.settings()
    let page = try Self.sharedPage()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw HarnessError("pipe") }
    status = inChild {
      dup2(ends[1], STDERR_FILENO)
      close(ends[0])
      close(ends[1])
      Self.hold(page)
      Self.change(terminal)
      body()
    }
    close(ends[1])
    self.page = Array(page)
    errors = Self.readAll(ends[0])
    displayed = Self.readAll(terminal.descriptor)
    isRestored = try terminal.settings() == before
    unread = try terminal.unreadBytes()
  }

  private static func sharedPage() throws -> UnsafeMutableRawBufferPointer {
    let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let page, page != MAP_FAILED else { throw HarnessError("mmap") }
    let bytes = UnsafeMutableRawBufferPointer(start: page, count: 4096)
    for index in bytes.indices { bytes[index] = 0x73 }
    return bytes
  }

  private static func hold(_ page: UnsafeMutableRawBufferPointer) {
    _ = platform_wipe_add(page.baseAddress, page.count, page.baseAddress, page.count, nil)
    mprotect(page.baseAddress, page.count, PROT_NONE)
  }

  private static func change(_ terminal: PseudoTerminal) {
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    var settings = termios()
    tcgetattr(descriptor, &settings)
    TerminalRestore.remember(
      descriptor, settings: settings, end: .init(sequence: Array(sequence.utf8)))
    TerminalRestore.noteScreen(.shown, on: descriptor)
    settings.c_lflag = UInt32(ICANON | 0o200000)
    settings.c_iflag = 0
    tcsetattr(descriptor, TCSAFLUSH, &settings)
    _ = write(terminal.descriptor, unreadInput, unreadInput.utf8.count)
    // The kernel passes it to the other end a moment later.
    Moment.wait { (try? terminal.unreadBytes()) != 0 }
  }

  private static func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
