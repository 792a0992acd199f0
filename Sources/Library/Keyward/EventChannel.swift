import KeywardEngine
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
  public internal(set) var droppedBefore: Int

  /// Creates a delivered event.
  public init(event: Event, droppedBefore: Int = 0) {
    self.event = event
    self.droppedBefore = droppedBefore
  }
}

extension DeliveredEvent: Equatable where Event: Equatable {}

/// The buffered events and the waiting readers of one stream, protected by one lock.
final class EventChannel<Event: Sendable>: EventSink, Sendable {
  typealias Element = DeliveredEvent<Event>
  private typealias Reader = CheckedContinuation<Element?, Never>

  private struct State {
    var buffer: [Element] = []
    var head = 0
    var lost = 0
    var readers: [Reader] = []
    var isFinished = false

    var count: Int { buffer.count - head }

    mutating func takeFirst() -> Element? {
      guard head < buffer.count else { return nil }
      let element = buffer[head]
      head += 1
      if head * 2 > buffer.count {
        buffer.removeFirst(head)
        head = 0
      }
      return element
    }
  }

  private let state = Mutex(State())
  private let buffering: EventBuffering

  init(buffering: EventBuffering) { self.buffering = buffering }

  var isCancelled: Bool { state.withLock { $0.isFinished } }

  func send(_ event: Event) -> Bool {
    let (isOpen, reader, element) = state.withLock { state -> (Bool, Reader?, Element) in
      let element = Element(event: event, droppedBefore: state.lost)
      if state.isFinished { return (false, nil, element) }
      if !state.readers.isEmpty {
        state.lost = 0
        return (true, state.readers.removeFirst(), element)
      }
      store(element, in: &state)
      return (true, nil, element)
    }
    // Resumed outside the lock: the reader may run immediately and request the next event.
    reader?.resume(returning: element)
    return isOpen
  }

  private func store(_ element: Element, in state: inout State) {
    let isFull: Bool
    switch buffering {
    case .unbounded: isFull = false
    case .oldest(let limit), .newest(let limit): isFull = state.count >= max(limit, 0)
    }
    guard isFull else {
      state.buffer.append(element)
      state.lost = 0
      return
    }
    guard case .newest = buffering, let oldest = state.takeFirst() else {
      state.lost += 1
      return
    }
    // The event that is now first reports the loss.
    state.buffer.append(element)
    state.buffer[state.head].droppedBefore += oldest.droppedBefore + 1
  }

  func next() async -> Element? {
    await withCheckedContinuation { (reader: Reader) in
      let answer = state.withLock { state -> Element?? in
        if let element = state.takeFirst() { return .some(element) }
        if state.isFinished { return .some(nil) }
        state.readers.append(reader)
        return nil
      }
      if let answer { reader.resume(returning: answer) }
    }
  }

  func finish() { close(keepingBuffer: true) }

  func cancel() { close(keepingBuffer: false) }

  private func close(keepingBuffer: Bool) {
    let readers = state.withLock { state in
      state.isFinished = true
      if !keepingBuffer {
        state.buffer = []
        state.head = 0
      }
      defer { state.readers = [] }
      return state.readers
    }
    for reader in readers { reader.resume(returning: nil) }
  }
}
