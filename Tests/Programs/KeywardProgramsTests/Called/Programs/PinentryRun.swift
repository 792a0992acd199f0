import Glibc
import KeywardTestSupport

enum Programs {
  static func pinentry() throws -> String {
    try BuiltProgram.find("pinentry-keyward", override: "KEYWARD_PINENTRY")
  }

  static func askpass() throws -> String {
    try BuiltProgram.find("keyward-askpass", override: "KEYWARD_ASKPASS")
  }

  /// A folder with the programs, which every user may run.
  static func copy() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try ProgramRun.finished(
      "/bin/sh",
      [
        "-c", "chmod 755 $3; cp $0 $3/pinentry; cp $1 $3/askpass; cp $2 $3/keyward",
        try pinentry(), try askpass(), try BuiltProgram.keyward(), folder.path,
      ])
    return folder
  }
}

final class PinentryRun {
  static let asks = "Enter submit"

  let terminal: PseudoTerminal
  let run: ProgramRun
  private let input = Pipe()

  init(
    _ lines: String, columns: Int = 80, rows: Int = 24, type: String = "xterm",
    environment: [String: String?] = [:], arguments: [String] = [], folder: TemporaryFolder? = nil,
    change: (inout ProgramOptions) -> Void = { _ in }
  ) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    var options = ProgramOptions(
      arguments, environment: environment, streams: (.descriptor(input.reading), .pipe, .pipe))
    options.role = .sessionLeader
    change(&options)
    run = try ProgramRun(
      folder.map { $0.path + "/pinentry" } ?? Programs.pinentry(), options, on: terminal)
    send("OPTION ttyname=\(terminal.path)\nOPTION ttytype=\(type)\nOPTION lc-ctype=C.UTF-8\n")
    send(lines)
  }

  func send(_ lines: String) { input.send(lines) }

  func hangUpClient() {
    endInput()
    run.closeOutput()
  }

  func endInput() {
    input.closeWriting()
    input.closeReading()
  }

  /// The replies except the greeting and those to the three options.
  var replies: [String] {
    run.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropLast().dropFirst(4)
      .map(String.init)
  }

  func answer(_ keys: String, after start: Int = 0, showing text: String = asks) throws {
    try run.waitForDisplay(of: text, after: start)
    try run.type(keys)
  }

  @discardableResult
  func waitForReplies(_ count: Int) throws -> [String] {
    try run.wait(for: "\(count) replies") { self.replies.count >= count }
    return replies
  }

  func finish() throws -> ProgramEvent {
    send("BYE\n")
    return try run.wait()
  }
}
