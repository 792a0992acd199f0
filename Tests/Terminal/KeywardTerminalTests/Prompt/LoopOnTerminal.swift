import Glibc
import KeywardEngine
import KeywardTestSupport

@testable import KeywardTerminal

/// A pipe whose bytes are counted as an answer about the quality.
final class SourceOnPipe: PromptSource {
  let pipe = Pipe()
  private var place = 0
  private var waits = 0
  /// Called before every wait of the loop, with the number of waits before; the first comes when
  /// the prompt is on the screen.
  var beforeWait: (Int) -> Void = { _ in }
  /// The event while others have the terminal.
  var waiting: (Double) -> PromptEvent? = { _ in nil }

  func watch(on list: inout PollList) {
    place = list.watch(pipe.reading)
    beforeWait(waits)
    waits += 1
  }

  func firstEvent(after seconds: Double) -> PromptEvent? { waiting(seconds) }
  func pollEvents(in list: PollList) -> PromptEvent? {
    list.hasEvents(at: place) ? .answered(.quality(pipe.waiting().count)) : nil
  }
}

/// A loop on a pseudo-terminal, with a prompt for a text.
///
/// A process has one watch over its signals, so each test that runs one has its own process.
final class LoopOnTerminal {
  let terminal: PseudoTerminal
  let before: TerminalSettings
  let prompt: Prompt
  /// A decision that follows the text.
  let decision: Prompt
  /// The protections that fail after the first frame.
  var lost: [PromptText] = []
  let source = SourceOnPipe()
  let watch: SignalWatch
  private let surface: PromptSurface
  private let memory: PromptMemory
  var session: TerminalSession
  var clock = Clock.monotonic
  /// The output to the terminal so far, whole once the loop has ended.
  private(set) var displayed = ""

  init(
    isPlain: Bool = false, mask: Look.Mask = .bullets, timeout: Double? = nil
  ) throws {
    terminal = try PseudoTerminal()
    before = try terminal.settings()
    watch = try SignalWatch(faultSentence: "fault\n")
    memory = try PromptMemory(capacities: [64], policy: .allowUnlocked)
    let path = terminal.path
    session = try TerminalSession(
      environment: TerminalEnvironment { ["KEYWARD_TTY": path, "TERM": "xterm"][$0] })
    var question = Question()
    question.look.isPlain = isPlain
    question.look.mask = mask
    question.timeout = timeout
    surface = PromptSurface(session.environment, question.look)
    prompt = Prompt(question, fields: memory.fields, surface: surface)
    question.kind = .decision
    (question.noLabel, question.initialChoice) = ("_No", .disagree)
    decision = Prompt(question, surface: surface)
  }

  var typed: String { prompt.first.typed }

  func run(withDecision: Bool = false) throws -> DialogueOutcome {
    var loop = PromptLoop(
      withDecision ? [prompt, decision] : [prompt], memory: memory,
      environment: session.environment, surface: surface, source: source,
      descriptor: session.descriptor)
    loop.clock = clock
    loop.onFirstFrame = { [lost] _ in lost }
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

/// A reader of a pipe, with a prompt for a text.
final class InputOnPipe {
  let pipe = Pipe()
  let prompt: Prompt
  let memory: PromptMemory
  var reader: InputReader

  init(_ encoding: InputEncoding = .utf8) throws {
    memory = try PromptMemory(capacities: [64], policy: .allowUnlocked)
    reader = InputReader(memory, encoding: encoding)
    prompt = Prompt(Question(), fields: memory.fields, surface: PromptSurface())
    _ = fcntl(pipe.reading, F_SETFL, O_NONBLOCK)
  }

  var typed: String { prompt.first.typed }

  func readAndHandle() -> Bool {
    if case .failed = reader.handleInput(from: pipe.reading, in: prompt, at: 1) { return false }
    return true
  }
}
