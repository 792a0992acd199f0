import Glibc
import KeyboardEngine
import KeywardTestSupport

@testable import PromptUI

final class RecordingPrompt: Prompt {
  private(set) var happened: [String] = []
  var outcome: DialogueOutcome?
  var request: LoopRequest?
  var rings = false
  var deadline: Double?
  var revealDeadline: Double?
  var region: LockedRegion? { nil }
  var answer: (String, RecordingPrompt) -> Void = { _, _ in }

  func insert(_ bytes: RawSpan, at now: Double) {
    note("text " + bytes.publicText)
  }

  func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double
  ) { note("key \(position)") }

  func paste(_ bytes: RawSpan) { note("paste \(bytes.byteCount)") }

  func handle(_ event: PromptEvent, at now: Double) {
    switch event {
    case .began: note("began")
    case .window(let columns, let rows): note("window \(columns)x\(rows)")
    case .shown: note("shown")
    case .input(.key(.enter, _)):
      outcome = .submitted
      note("enter")
    case .input(.pasteDropped(let isInterrupted)):
      note(isInterrupted ? "dropped interrupted" : "dropped unfinished")
    case .input: note("input")
    case .time:
      if let deadline, now >= deadline {
        self.deadline = nil
        note("time")
      }
    case .suspended: note("suspended")
    case .interrupted: note("interrupted")
    case .continued: note("continued")
    case .terminalChanged: note("terminal changed")
    case .questionChanged: note("question changed")
    case .keyDropped: note("key dropped")
    case .withdrawn: note("withdrawn")
    case .protectionsLost(let lost): note("lost \(lost)")
    case .fontRefused: note("font refused")
    case .answered(let answer): note("answered \(answer)")
    case .ended(let outcome):
      self.outcome = outcome
      note("ended \(outcome)")
    }
  }

  private func note(_ text: String) {
    happened.append(text)
    answer(text, self)
  }

  func picture(columns: Int, rows: Int) -> ComposedScreen {
    var screen = ComposedScreen(buffer: CellBuffer(columns: columns, rows: rows))
    screen.buffer.put("\(happened.count) things", column: 0, row: 0)
    return screen
  }

  func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int { 0 }
  func transcriptUpdate() -> String { "\(happened.count) things\r\n" }
}

final class RecordingSource: PromptSource {
  let pipe = Pipe()
  private var place = 0
  /// The event while others have the terminal.
  var waiting: (Double) -> PromptEvent? = { _ in nil }

  func watch(on list: inout PollList) { place = list.watch(pipe.reading) }
  func firstEvent(after seconds: Double) -> PromptEvent? { waiting(seconds) }
  func pollEvents(in list: PollList) -> PromptEvent? {
    list.hasEvents(at: place) ? .answered(.quality(pipe.waiting().count)) : nil
  }
}

/// A loop on a pseudo-terminal.
///
/// A process has one watch over its signals, so each test that runs one has its own process.
final class LoopOnTerminal {
  let terminal: PseudoTerminal
  let before: TerminalSettings
  let prompt = RecordingPrompt()
  let source = RecordingSource()
  let watch: SignalWatch
  private let memory: PromptMemory
  var session: TerminalSession
  var clock = Clock.monotonic
  /// The output to the terminal so far, whole once the loop has ended.
  private(set) var displayed = ""

  init() throws {
    terminal = try PseudoTerminal()
    before = try terminal.settings()
    watch = try SignalWatch(faultSentence: "fault\n")
    memory = try PromptMemory(capacities: [64], policy: .allowUnlocked)
    let path = terminal.path
    session = try TerminalSession(
      environment: TerminalEnvironment { ["KEYWARD_TTY": path, "TERM": "xterm"][$0] })
  }

  func run(isPlain: Bool = false) throws -> DialogueOutcome {
    let environment = session.environment
    var look = Look()
    look.isPlain = isPlain
    var setting = PromptLoop.Setting(
      environment: environment, surface: PromptSurface(environment, look))
    setting.clock = clock
    var loop = PromptLoop(
      setting, memory: memory, source: source, prompts: [prompt], descriptor: session.descriptor)
    defer {
      loop.leave(&session)
      takeDisplayed()
    }
    return try loop.run(on: &session, watch: watch)
  }

  private func takeDisplayed() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(terminal.descriptor, &chunk, chunk.count)
      guard count > 0 else { return }
      displayed += String(decoding: chunk.prefix(count), as: UTF8.self)
    }
  }
}
