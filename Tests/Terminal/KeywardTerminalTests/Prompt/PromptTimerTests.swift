import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct PromptTimerTests {
  private func timer(
    limit: Double? = nil, end: Double? = nil, idleLimit: Double? = nil,
    rotations: [Look.Rotation] = []
  ) -> PromptTimer {
    var options = Question()
    (options.timeout, options.end, options.idleTimeout) = (limit, end, idleLimit)
    options.look.rotations = rotations
    return PromptTimer(options)
  }

  @Test func nothingRunsBeforeTheFirstFrame() {
    var timer = timer(limit: 5, rotations: [.init(orientation: .portrait, seconds: 1)])
    #expect(timer.deadline == nil)
    #expect(timer.advance(to: 100).isEmpty)
    #expect(!timer.hasEnded)
    timer.begin(at: 100)
    #expect(timer.deadline == 100)
    timer.begin(at: 103)
    #expect(timer.advance(to: 101) == [.portrait])
    #expect(timer.advance(to: 104.9).isEmpty && !timer.hasEnded)
    #expect(timer.secondsLeft == 1)
    #expect(timer.advance(to: 105).isEmpty && timer.hasEnded)
  }

  @Test func theLastTenSecondsWakeEverySecond() {
    var timer = timer(limit: 60)
    timer.begin(at: 0)
    #expect(timer.deadline == 50 && timer.secondsLeft == nil)
    _ = timer.advance(to: 50)
    #expect(timer.deadline == 51 && timer.secondsLeft == 10)
    _ = timer.advance(to: 59.5)
    #expect(timer.deadline == 60 && timer.secondsLeft == 1)
  }

  @Test func aFixedEndDoesNotWaitForTheFirstFrame() {
    var timer = timer(limit: 60, end: 30, idleLimit: 5)
    timer.begin(at: 25)
    #expect(timer.end == 30 && timer.secondsLeft == 5)
    timer.keyCame(at: 26)
    #expect(timer.end == 30)
    _ = timer.advance(to: 30)
    #expect(timer.hasEnded)
  }

  @Test func keysMoveAnIdleLimitOnly() {
    var idle = timer(idleLimit: 60)
    var fixed = timer(limit: 60, idleLimit: 5)
    idle.keyCame(at: 0)
    idle.begin(at: 0)
    fixed.begin(at: 0)
    idle.keyCame(at: 30)
    fixed.keyCame(at: 30)
    #expect(idle.end == 90 && fixed.end == 60)
    var none = timer()
    none.begin(at: 0)
    none.keyCame(at: 1)
    #expect(none.end == nil && none.deadline == nil && !none.hasEnded)
  }

  @Test func rotationsComeInTheirOrder() {
    var timer = timer(
      rotations: [
        .init(orientation: .landscape, seconds: 2), .init(orientation: .portrait, seconds: 1),
      ])
    timer.begin(at: 10)
    #expect(timer.deadline == 11)
    #expect(timer.advance(to: 13) == [.portrait, .landscape])
    #expect(timer.deadline == nil)
  }
}
