import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct EventBusTests {
  private final class Log {
    var lines: [String] = []
    var tokens: [EventToken] = []

    func listen(_ bus: EventBus<Int>, _ name: String, _ action: @escaping (Int) -> Void = { _ in })
    {
      tokens.append(
        bus.observe { [unowned self] event in
          lines.append("\(name)\(event)")
          action(event)
        })
    }
  }

  @Test func observersAreCalledInOrderOfRegistration() {
    let bus = EventBus<Int>()
    let log = Log()
    log.listen(bus, "a")
    let filtered = bus.observe(EventFilter { $0 > 1 }) { log.lines.append("f\($0)") }
    log.listen(bus, "b")
    bus.post(1)
    bus.post(2)
    #expect(log.lines == ["a1", "b1", "a2", "f2", "b2"])
    filtered.cancel()
  }

  @Test func reentrantPostsWaitTheirTurn() {
    let bus = EventBus<Int>()
    let log = Log()
    log.listen(bus, "a") { event in
      if event == 1 {
        bus.post(2)
        bus.post(3)
        log.lines.append("posted")
      }
      if event == 2 { bus.post(4) }
    }
    log.listen(bus, "b")
    bus.post(1)
    #expect(log.lines == ["a1", "posted", "b1", "a2", "b2", "a3", "b3", "a4", "b4"])
    #expect(bus.postCount == 4)
  }

  @Test func removedDuringDeliveryIsNotCalledAnyMore() {
    let bus = EventBus<Int>()
    let log = Log()
    log.listen(bus, "a") { _ in log.tokens[1].cancel() }
    log.listen(bus, "b")
    log.listen(bus, "c")
    bus.post(1)
    bus.post(2)
    #expect(log.lines == ["a1", "c1", "a2", "c2"])
    #expect(bus.observerCount == 2)
  }

  @Test func anObserverMayRemoveItself() {
    let bus = EventBus<Int>()
    let log = Log()
    log.listen(bus, "a") { _ in log.tokens[0].cancel() }
    log.listen(bus, "b")
    bus.post(1)
    bus.post(2)
    #expect(log.lines == ["a1", "b1", "b2"])
  }

  @Test func addedDuringDeliveryStartsWithTheNextEvent() {
    let bus = EventBus<Int>()
    let log = Log()
    log.listen(bus, "a") { event in
      guard event == 1 else { return }
      log.listen(bus, "n")
      bus.post(2)
    }
    bus.post(1)
    #expect(log.lines == ["a1", "a2", "n2"])
  }

  @Test func theTokenEndsTheRegistrationWhenItGoesAway() {
    let bus = EventBus<Int>()
    var count = 0
    do {
      let token = bus.observe { _ in count += 1 }
      bus.post(1)
      token.cancel()
      token.cancel()
      bus.cancel(token)
      withExtendedLifetime(bus.observe { _ in count += 10 }) { bus.post(2) }
    }
    bus.post(3)
    #expect(count == 11)
    #expect(bus.observerCount == 0)
  }

  @Test func aTokenOfAnotherBusIsIgnoredWithADiagnostic() {
    let bus = EventBus<Int>()
    let other = EventBus<Int>()
    var faults: [EventBusFault] = []
    bus.onFault = { faults.append($0) }
    var count = 0
    let token = other.observe { _ in count += 1 }
    bus.cancel(token)
    other.post(1)
    #expect(count == 1)
    #expect(faults == [.foreignToken])
  }

  @Test func aRunawayDrainStops() {
    let bus = EventBus<KeyboardEvent>.keyboard()
    var faults: [EventBusFault] = []
    bus.onFault = { faults.append($0) }
    var count = 0
    let token = bus.observe { event in
      count += 1
      bus.post(KeyboardEvent(.shiftDidChange))
      bus.post(KeyboardEvent(.shiftDidChange))
      _ = event
    }
    bus.post(KeyboardEvent(.textDidChange))
    #expect(count == 10_000)
    #expect(faults == [.runaway(event: "shiftDidChange", dropped: 10_001)])
    token.cancel()
    bus.post(KeyboardEvent(.textDidChange))
    #expect(faults.count == 1)
  }

  @Test func aLongDrainThatComesToRestIsNoRunaway() {
    let bus = EventBus<Int>()
    var faults = 0
    bus.onFault = { _ in faults += 1 }
    var seen: [Int] = []
    let token = bus.observe { event in
      seen.append(event)
      if event < 10_000 { bus.post(event + 1) }
    }
    bus.post(1)
    #expect(seen == Array(1...10_000))
    #expect(faults == 0)
    token.cancel()
  }

  @Test func replayingStateComesFirstAndChangesNothing() {
    let harness = TransitionHarness()
    harness.engine.show()
    harness.engine.settle()
    var seen: [KeyboardEvent] = []
    let token = harness.engine.bus.observe(.names(.keyboardWillHide), replayingState: true) {
      seen.append($0)
    }
    #expect(seen.count == 1)
    #expect(seen.first?.begin == seen.first?.end)
    #expect(seen.first?.end == harness.engine.state.frame)
    #expect(seen.first?.duration == 0)
    #expect(seen.first?.cause == .replay)
    harness.engine.hide()
    #expect(seen.map(\.name.shortForm) == ["DC", "WH"])
    token.cancel()
  }

  @Test func keyboardEventsAreNumbered() {
    let harness = TransitionHarness()
    harness.engine.show()
    harness.engine.settle()
    #expect(harness.events.map(\.sequence) == [1, 2, 3, 4])
  }

  @Test func filtersByNameAndOrigin() {
    let bus = EventBus<KeyboardEvent>.keyboard()
    var names: [String] = []
    var local = 0
    let tokens = [
      bus.observe(.names(.keyboardDidShow, .keyboardDidHide)) { names.append($0.name.shortForm) },
      bus.observe(.localOnly) { _ in local += 1 },
      bus.observe(.names(localOnly: true)) { _ in local += 1 },
    ]
    bus.post(KeyboardEvent(.keyboardDidShow, isLocal: false))
    bus.post(KeyboardEvent(.keyboardWillHide))
    bus.post(KeyboardEvent(.keyboardDidHide))
    #expect(names == ["DS", "DH"])
    #expect(local == 4)
    withExtendedLifetime(tokens) {}
  }
}
