import Glibc
import KeywardTerminal
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms

@Suite struct PasswordAgentTests {
  enum Happening: CaseIterable, Sendable {
    case nothing, changed, replaced, deleted, ended, late
  }

  @Test("Only a question that is still pending is answered", arguments: Happening.allCases)
  func onlyPendingQuestionsAreAnswered(
    happening: Happening
  ) throws {
    let folder = try TemporaryFolder()
    let socket = try boundSocket(at: folder.path + "/sck")
    defer { close(socket) }
    let sleeper = try Sleeper()
    let text =
      "[Ask]\nPID=\(sleeper.process)\nSocket=\(folder.path)/sck\nMessage=Q\nNotAfter=5000000\n"
    let path = folder.path + "/ask.x"
    try folder.write(text, to: "ask.x")
    let time = Time()
    let agent = try PasswordAgent(directories: [folder.path], clock: Clock { time.now })
    let question = try #require(agent.next())
    #expect(question.path == path)
    let memory = try PromptMemory(policy: .allowUnlocked)
    let asking = try #require(agent.begin(question))
    let isFilled = memory.fields[0].fill("sesame".utf8Span.span.bytes)
    #expect(isFilled)
    switch happening {
    case .nothing: break
    case .changed: try folder.write(text + "Id=other\n", to: "ask.x")
    case .replaced:
      try folder.write(text, to: "new")
      rename(folder.path + "/new", path)
    case .deleted: unlink(path)
    case .ended: sleeper.end()
    case .late: time.now = 6
    }
    let status = agent.finish(asking, .success(.submitted), memory)
    #expect(status == nil)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    let answer = count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    #expect(answer == (happening == .nothing ? "+sesame" : nil))
  }

  /// Another dialogue had the terminal during the whole wait.
  @Test("A question that was not shown is asked again until its time is over")
  func aQuestionThatWasNotShownIsAskedAgainUntilItsTimeIsOver() throws {
    let folder = try TemporaryFolder()
    try folder.write("[Ask]\nSocket=/sck\nMessage=Q\nNotAfter=5000000\n", to: "ask.x")
    let time = Time()
    let agent = try PasswordAgent(directories: [folder.path], clock: Clock { time.now })
    let memory = try PromptMemory(policy: .allowUnlocked)
    for _ in 0..<2 {
      let question = try #require(agent.next())
      let asking = try #require(agent.begin(question))
      #expect(asking.request.timeout == .at(5))
      let status = agent.finish(asking, .failure(.busy), memory)
      #expect(status == nil)
      time.now = 4
    }
    time.now = 6
    #expect(agent.next() == nil)
  }

  private final class Time: @unchecked Sendable {
    var now = 1.0
  }
}
