import Keyward
import KeywardTestSupport
import Testing

@Suite struct EventStreamTests {
  /// All elements of the streams of a bus that goes away after `count` posts.
  private func elements(
    _ buffering: EventBuffering, posting count: Int
  ) async -> [DeliveredEvent<Int>] {
    var bus: EventBus<Int>? = EventBus()
    guard let stream = bus?.deliveredEvents(buffering: buffering) else { return [] }
    for event in 0..<count { bus?.post(event) }
    bus = nil
    var elements: [DeliveredEvent<Int>] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test func unboundedKeepsAllInOrder() async {
    let elements = await elements(.unbounded, posting: 1000)
    #expect(elements.map(\.event) == Array(0..<1000))
    #expect(elements.allSatisfy { $0.droppedBefore == 0 })
  }

  @Test func newestCountsDroppedEvents() async {
    let elements = await elements(.newest(3), posting: 10)
    #expect(elements.map(\.event) == [7, 8, 9])
    #expect(elements.map(\.droppedBefore) == [7, 0, 0])
  }

  @Test func oldestCountsDroppedEvents() async {
    let bus = EventBus<Int>()
    var iterator = bus.deliveredEvents(buffering: .oldest(2)).makeAsyncIterator()
    for event in 0..<5 { bus.post(event) }
    var seen = [await iterator.next(), await iterator.next()]
    bus.post(5)
    seen.append(await iterator.next())
    #expect(seen.map { $0?.event } == [0, 1, 5])
    #expect(seen.map { $0?.droppedBefore } == [0, 0, 3])
  }

  @Test func aPlainStreamHasTheEventsThemselves() async {
    let bus = EventBus<Int>()
    var iterator = bus.events(EventFilter { $0 > 1 }).makeAsyncIterator()
    for event in 0..<4 { bus.post(event) }
    let seen: [Int?] = [await iterator.next(), await iterator.next()]
    #expect(seen == [2, 3])
  }

  /// Two tasks read one stream, from which nothing is dropped.
  @Test func severalReadersOfAStreamCountNoLoss() async {
    var bus: EventBus<Int>? = EventBus()
    guard let stream = bus?.deliveredEvents() else { return }
    let losses = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<2 {
        group.addTask {
          var losses: [Int] = []
          for await element in stream where element.droppedBefore != 0 {
            losses.append(element.droppedBefore)
          }
          return losses
        }
      }
      for event in 0..<20_000 { bus?.post(event) }
      bus = nil
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(losses.isEmpty)
  }

  @Test func subscribersAreIndependent() async {
    let bus = EventBus<Int>()
    let first = bus.deliveredEvents(buffering: .newest(1))
    let second = bus.deliveredEvents(EventFilter { $0 % 2 == 0 })
    for event in 0..<6 { bus.post(event) }
    var iterator = first.makeAsyncIterator()
    #expect(await iterator.next() == DeliveredEvent(event: 5, droppedBefore: 5))
    var other = second.makeAsyncIterator()
    #expect(await other.next()?.event == 0)
    #expect(await other.next()?.event == 2)
    #expect(bus.observerCount == 2)
  }

  @Test func cancellingTheTaskUnsubscribes() async {
    let bus = EventBus<Int>()
    let stream = bus.deliveredEvents()
    #expect(bus.observerCount == 1)
    let task = Task {
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    #expect(bus.observerCount == 0)
    bus.post(1)
  }

  @Test func aTaskElsewhereReadsWhatIsPosted() async {
    let bus = EventBus<Int>()
    let stream = bus.deliveredEvents()
    let task = Task.detached {
      var seen: [Int] = []
      for await element in stream {
        seen.append(element.event)
        if seen.count == 100 { break }
      }
      return seen
    }
    for event in 0..<100 {
      bus.post(event)
      if event % 7 == 0 { await Task.yield() }
    }
    #expect(await task.value == Array(0..<100))
  }

  @Test func droppingTheStreamUnsubscribes() {
    let bus = EventBus<Int>()
    do { _ = bus.deliveredEvents() }
    #expect(bus.observerCount == 0)
    bus.post(1)
    #expect(bus.observerCount == 0)
  }
}
