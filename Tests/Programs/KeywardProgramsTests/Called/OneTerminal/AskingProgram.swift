import Glibc
import KeywardTestSupport
import SecureMemory

/// A program that asks for a secret on a terminal, started like its callers start it.
enum AskingProgram: String, CaseIterable, Sendable {
  case get, lines, exec, askpass, pinentry

  var sign: String { self == .lines ? "Passphrase: " : "\u{1b}[?1049h" }

  /// Starts it with a terminal by name, and on `terminal`, if it has one; `prefix` are the words of
  /// a program that runs it.
  func start(
    asking path: String, on terminal: PseudoTerminal? = nil, through prefix: [String] = [],
    environment: [String: String?] = [:]
  ) throws -> AskingRun {
    let input = self == .pinentry ? Pipe() : nil
    let words = prefix + [try program] + arguments
    var options = ProgramOptions(
      Array(words.dropFirst()), environment: environment.merging(["KEYWARD_TTY": path]) { $1 },
      streams: (input.map { .descriptor($0.reading) } ?? .null, .pipe, .pipe))
    if self == .pinentry { options.role = .sessionLeader }
    let run = try ProgramRun(words[0], options, on: terminal)
    input?.send(
      "OPTION ttyname=\(path)\nOPTION ttytype=xterm\nOPTION lc-ctype=C.UTF-8\nGETPIN\n")
    return AskingRun(self, run, input)
  }

  private var program: String {
    get throws {
      switch self {
      case .get, .lines, .exec: try BuiltProgram.keyward()
      case .askpass: try Programs.askpass()
      case .pinentry: try Programs.pinentry()
      }
    }
  }

  private var arguments: [String] {
    switch self {
    case .get: ["get"]
    case .lines: ["get", "--plain"]
    case .exec: ["exec", "--stdin", "--", "/bin/cat"]
    case .askpass: ["Passphrase: "]
    case .pinentry: []
    }
  }
}

final class AskingRun {
  let kind: AskingProgram
  let run: ProgramRun
  private let input: Pipe?

  init(_ kind: AskingProgram, _ run: ProgramRun, _ input: Pipe?) {
    self.kind = kind
    self.run = run
    self.input = input
  }

  func send(_ lines: String) { input?.send(lines) }

  /// The final state of the alternate screen, and a mark if anything else was erased.
  var screen: (isOn: Bool, wasOtherErased: Bool) {
    var state = (isOn: false, wasOtherErased: false)
    for piece in run.displayedText.split(separator: "\u{1b}") {
      if piece.hasPrefix("[?1049h") { state.isOn = true }
      if piece.hasPrefix("[?1049l") { state.isOn = false }
      if ["[2J", "[1;1H"].contains(piece), !state.isOn { state.wasOtherErased = true }
    }
    return state
  }

  /// Waits until a program, this one if nil, asks on the terminal that this one was started on,
  /// after `start` displayed bytes.
  func waitUntilAsked(by kind: AskingProgram? = nil, after start: Int = 0) throws {
    let kind = kind ?? self.kind
    // The program that was started with this one may be over.
    try run.wait(for: "the question of \(kind)") {
      let shown = String(decoding: self.run.displayed.dropFirst(start), as: UTF8.self)
      guard let sign = shown.ranges(of: kind.sign).last else { return false }
      return kind == .lines || shown[sign.upperBound...].contains("\u{1b}[?2026l")
    }
    try run.waitForQuiet()
  }

  var answer: String? {
    let lines = run.outputText.split(separator: "\n").map(String.init)
    guard kind == .pinentry else { return lines.first }
    let data = lines.filter { $0.hasPrefix("D ") }
    return data.isEmpty ? nil : data.map { $0.dropFirst(2) }.joined()
  }

  /// Waits until the program waits for the terminal: it watches for the release.
  func waitUntilWaiting() throws {
    try run.wait(for: "the wait for the terminal") {
      (0..<32).contains {
        linkTarget(of: "/proc/\(self.run.asker)/fd/\($0)")?.contains("inotify") == true
      }
    }
  }

  func waitWithoutReading(seconds: Double = 20) throws {
    guard Moment.wait(seconds: seconds, until: { kill(run.process, 0) != 0 }) else {
      throw HarnessError("Still running after \(seconds) s")
    }
  }

  func hangUp() {
    input?.closeWriting()
    run.closeOutput()
  }

  /// Types Enter, which a sentence answers instead of submitting, and then Enter again; waits for
  /// the end.
  func finish(confirming sentence: String) throws -> ProgramEvent {
    try run.type("\r", until: sentence)
    try run.type("\r")
    return try finish()
  }

  func finish() throws -> ProgramEvent {
    if kind == .pinentry {
      try run.wait(for: "an answer") { self.answer != nil }
      send("BYE\n")
    }
    return try run.wait()
  }
}

extension ProgramRun {
  /// Stops the program by force, and continues it when the shell has taken the terminal.
  ///
  /// Returns once the program has stopped itself in the background.
  func moveToBackground(of terminal: PseudoTerminal, restoring: Bool) throws {
    send(signal: SIGSTOP)
    try waitFor(.stopped(SIGSTOP))
    try background(restoring: restoring)
    try wait(for: "the shell in front") { try terminal.foregroundGroup() != getpgid(process) }
    send(signal: SIGCONT)
    try waitFor(.stopped(SIGTTOU))
  }
}
