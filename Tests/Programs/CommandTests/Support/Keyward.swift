import Foundation
import Glibc
import KeywardTestSupport
import Testing

enum Keyward {
  static func run(
    _ arguments: String..., environment: [String: String?] = [:]
  ) throws -> ProgramRun {
    try run(arguments, environment: environment)
  }

  static func run(
    _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> ProgramRun {
    try ProgramRun.finished(BuiltProgram.keyward(), arguments, environment: environment)
  }

  /// The options and the environment for one line of doctor for each finding.
  static let doctor = ["doctor", "--verbose"]
  static let oneLineEach = ["COLUMNS": "10000"]

  /// The findings of doctor without their marks.
  static func findings(_ run: ProgramRun) -> [String] {
    run.outputText.split(separator: "\n").map { String($0.hasPrefix("  ") ? $0.dropFirst(4) : $0) }
  }

  static func findings(_ environment: [String: String?] = [:]) throws -> [String] {
    findings(try run(doctor, environment: environment.merging(oneLineEach) { $1 }))
  }

  /// Starts a dialogue on its own terminal, unless one is given, and waits for its screen.
  static func typing(
    _ arguments: [String], on terminal: PseudoTerminal? = nil,
    environment: [String: String?] = [:],
    streams: (StandardStream, StandardStream, StandardStream) = (.null, .pipe, .pipe),
    program: String? = nil, _ change: (inout ProgramOptions) -> Void = { _ in }
  ) throws -> ProgramRun {
    try ProgramRun(
      program ?? BuiltProgram.keyward(), arguments, environment: environment, streams: streams,
      on: terminal ?? PseudoTerminal(), showing: frameEnd, change)
  }

  static let frameEnd = "\u{1B}[?2026l"
  static let screenEnd = "\u{1B}[?1049l"

  /// Copies a program, which every user may run.
  static func copy(_ program: String, to path: String, mode: mode_t = 0o755) throws {
    let run = try ProgramRun.finished("/bin/cp", [program, path])
    guard run.ending == .exited(0), chmod(path, mode) == 0 else {
      throw HarnessError("copy \(program): \(run.errorText)")
    }
  }
}

extension ProgramRun {
  /// The screen, 80 columns wide, after everything displayed from `start` on.
  func screen(rows: Int = 24, after start: Int = 0) -> TerminalEmulator {
    var emulator = TerminalEmulator(columns: 80, rows: rows)
    emulator.feed(displayed[start...])
    return emulator
  }

  /// True if the program switched off a mode of the terminal, and did not switch it on again.
  func hasSwitchedOff(_ mode: Int) -> Bool {
    guard let off = displayedText.ranges(of: "\u{1B}[?\(mode)l").last else { return false }
    guard let on = displayedText.ranges(of: "\u{1B}[?\(mode)h").last else { return true }
    return off.lowerBound > on.lowerBound
  }

  /// Expects the settings with which the terminal was created.
  func expectRestoredSettings(at place: SourceLocation = #_sourceLocation) throws {
    let terminal = try #require(terminal, sourceLocation: place)
    #expect(try terminal.settings() == terminal.initial, sourceLocation: place)
  }

  /// Waits until the program is stopped, expects the terminal as it was, and continues the program
  /// in the foreground; returns the number of bytes displayed before.
  @discardableResult
  func continueAfterStop() throws -> Int {
    try waitFor(.stopped(SIGTSTP))
    try waitForQuiet()
    try expectRestoredSettings()
    try background()
    let shown = displayed.count
    try foreground()
    return shown
  }
}

extension [String: Any] {
  /// The number at a path such as `keyboard.height`.
  func number(_ path: String) -> Double? {
    var value: Any? = self
    for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
    return (value as? NSNumber)?.doubleValue
  }

  var placedKeys: [[String: Any]] { self["keys"] as? [[String: Any]] ?? [] }
}

func parsed(_ run: ProgramRun) throws -> [String: Any] {
  guard run.ending == .exited(0),
    let object = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
  else { throw HarnessError("No JSON object: \(run.outputText) \(run.errorText)") }
  return object
}
