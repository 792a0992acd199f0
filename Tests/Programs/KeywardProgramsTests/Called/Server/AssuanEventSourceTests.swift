import Glibc
import KeywardEngine
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms
@testable import KeywardTerminal

@Suite struct AssuanEventSourceTests {
  private let input = Pipe()
  private let output = Pipe()
  private let client: AssuanConnection

  init() throws {
    client = AssuanConnection(
      lines: try LineReader(descriptor: input.reading),
      writer: ReplyWriter(descriptor: output.writing), scratch: try SecretBuffer(capacity: 1024))
  }

  private func watch(endings: [Int32] = []) -> AssuanEventSource {
    AssuanEventSource(
      client, output: output.writing, endings: endings, timeout: 120, sanitizer: Sanitizer())
  }

  /// The event after one look at all watched descriptors, or after a wait for one of them.
  private func event(
    _ watch: AssuanEventSource, within seconds: Double = 0
  ) throws -> PromptEvent? {
    var list = PollList()
    watch.watch(on: &list)
    list.wait(until: MonotonicTime.now + seconds)
    return list.hasEvents(from: 0) ? watch.pollEvents(in: list) : nil
  }

  private func field(_ text: String) throws -> SecretField {
    let field = try PromptMemory(capacities: [64], policy: .allowUnlocked).fields[0]
    _ = field.fill(Array(text.utf8).span.bytes)
    return field
  }

  @Test func aQuietClientSendsNoEvent() throws {
    let watch = self.watch()
    #expect(try event(watch) == nil)
    #expect(watch.firstEvent(after: 0) == nil)
  }

  @Test func aClientIsGoneOnceNobodyReads() throws {
    let watch = self.watch()
    // Children of other tests may have the other side a little longer.
    input.closeWriting()
    #expect(try event(watch, within: 60) == nil)
    let hasEnded = client.lines.hasEnded
    #expect(hasEnded)
    #expect(try event(watch) == nil)
    output.closeReading()
    #expect(try event(watch, within: 60) == .ended(.abandoned))
  }

  @Test func oneOfThoseThatEndItIsEnough() throws {
    let (caller, folder) = (Pipe(), Pipe())
    let watch = self.watch(endings: [caller.reading, folder.reading])
    #expect(try event(watch) == nil)
    folder.send("x")
    #expect(try event(watch) == .ended(.abandoned))
  }

  @Test func whileOthersHaveTheTerminalAFarewellOrTheLimitEndsIt() throws {
    let watch = self.watch()
    #expect(watch.firstEvent(after: 119) == nil)
    #expect(watch.firstEvent(after: 120) == .ended(.timedOut))
    input.send("BYE\n")
    #expect(watch.firstEvent(after: 0) == nil, "a dialogue that has the terminal goes on")
    _ = try event(watch)
    #expect(watch.firstEvent(after: 1) == .ended(.cancelled(.endOfInput)))
  }

  @Test func aFarewellOfAScriptHasItsTurn() throws {
    let watch = self.watch()
    input.send("BYE\n")
    _ = try event(watch)
    input.closeWriting()
    // Children of other tests may have the other side a little longer.
    pollOne(input.reading, until: MonotonicTime.now + 60)
    #expect(watch.firstEvent(after: 1) == nil)
  }

  @Test func answersComeAsEvents() throws {
    let watch = self.watch()
    let secret = try field("sesame")
    #expect(watch.ask(.quality, about: secret) == nil)
    #expect(output.waitingText() == "INQUIRE QUALITY sesame\n")
    input.send("D 42\nEND\n")
    #expect(try event(watch) == .answered(.quality(42)))
    #expect(watch.ask(.consent, about: secret) == nil)
    input.send("D too%20\u{1b}[31mshort\nEND\n")
    guard case .answered(.refused(let reason))? = try event(watch) else {
      Issue.record("no refusal")
      return
    }
    #expect(reason.hasPrefix("too ") && !reason.contains("\u{1b}"))
  }

  @Test func aGeneratedPassphraseFillsTheFieldAndIsForgotten() throws {
    let watch = self.watch()
    let secret = try field("")
    #expect(watch.ask(.suggestion, about: secret) == nil)
    input.send("D made%20up\nEND\n")
    #expect(try event(watch) == .answered(.made("")))
    let isTaken = watch.fill(secret)
    #expect(isTaken)
    #expect(secret.text.withBytes { $0.publicCopy().text } == "made up")
    let again = watch.fill(secret)
    #expect(!again)
  }
}
