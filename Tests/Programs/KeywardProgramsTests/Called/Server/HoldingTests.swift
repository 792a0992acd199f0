import Glibc
import KeywardTerminal
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms

/// The terminal between two passphrases, on the test's own clock.
@Suite struct HoldingTests {
  private final class SteppingTime: @unchecked Sendable {
    var now = 0.0
    let step: Double

    init(step: Double) { self.step = step }

    func next() -> Double {
      defer { now += step }
      return now
    }
  }

  /// Serves one `GETPIN` of a client that then sends nothing; returns the times at which the
  /// terminal was released.
  private func releases(step: Double, _ after: String = "") throws -> [Double] {
    let exchange = Exchange()
    exchange.script.type("x")
    exchange.script.holds = true
    let time = SteppingTime(step: step)
    var releases: [Double] = []
    exchange.onRelease = {
      releases.append(time.now)
      exchange.input.closeWriting()
    }
    let input = exchange.input.writing
    let clock = Clock {
      // A server that never releases it must be stopped nevertheless.
      if time.now > 1_000_000 { Glibc.close(input) }
      return time.next()
    }
    try exchange.run("GETPIN\n" + after, clock: clock, closing: false)
    return releases
  }

  @Test("A held terminal is released after ten seconds", .tags(.slow))
  func aHeldTerminalIsReleasedAfterTenSeconds() throws {
    // The looks: at 0; at 9, when it is held until 19; at 18, so that one second is left to be waited for;
    // at 27, when it is over. The next would be at 36.
    let releases = try releases(step: 9)
    #expect(releases == [36])
  }
}
