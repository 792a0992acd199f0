import KeyboardEngine
import Synchronization

/// The buffering of events for a stream whose reader is slower than the bus.
public enum EventBuffering: Hashable, Sendable {
  /// Buffers all events.
  case unbounded
  /// Buffers up to this number of events, and drops each new event while the buffer is full.
  case oldest(Int)
  /// Buffers the newest events up to this number; a full buffer drops its oldest event.
  case newest(Int)
}

/// An event from a stream.
public struct DeliveredEvent<Event: Sendable>: Sendable {
  /// The event.
  public let event: Event
  /// The number of events that the stream dropped between the previous event and this event.
  public let droppedBefore: Int

  /// Creates a delivered event.
  public init(event: Event, droppedBefore: Int = 0) {
    self.event = event
    self.droppedBefore = droppedBefore
  }
}

extension DeliveredEvent: Equatable where Event: Equatable {}

/// A stream whose events have consecutive numbers, so that the reader can count lost events.
final class EventChannel<Event: Sendable>: EventSink, Sendable {
  private typealias Numbered = (number: Int, event: Event)

  private let stream: AsyncStream<Numbered>
  private let continuation: AsyncStream<Numbered>.Continuation
  private let lastSent = Atomic(0)
  private let lastRead = Atomic(0)
  private let hasEnded = Atomic(false)

  init(buffering: EventBuffering) {
    let policy: AsyncStream<Numbered>.Continuation.BufferingPolicy =
      switch buffering {
      case .unbounded: .unbounded
      case .oldest(let limit): .bufferingOldest(limit)
      case .newest(let limit): .bufferingNewest(limit)
      }
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: policy)
  }

  var isCancelled: Bool { hasEnded.load(ordering: .sequentiallyConsistent) }

  func send(_ event: Event) -> Bool {
    let number = lastSent.add(1, ordering: .sequentiallyConsistent).newValue
    if case .terminated = continuation.yield((number, event)) { return false }
    return true
  }

  func next() async -> DeliveredEvent<Event>? {
    var events = stream.makeAsyncIterator()
    guard let (number, event) = await events.next() else { return nil }
    let previous = lastRead.exchange(number, ordering: .sequentiallyConsistent)
    return DeliveredEvent(event: event, droppedBefore: number - previous - 1)
  }

  /// Ends the stream after the buffered events.
  func finish() {
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    continuation.finish()
  }
}
