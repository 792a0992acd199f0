/// A synchronous, ordered event bus for one isolation domain.
///
///     let bus = EventBus<KeyboardEvent>.keyboard()
///     let token = bus.observe(.names(.keyboardDidShow)) { event in print(event.end) }
///     bus.post(event)          // every observer has been called when this returns
///     token.cancel()           // or release the token
///
/// Observers are called in the order they were registered. An event posted by a handler is queued
/// until every observer has received the current event. An observer that is removed during a
/// delivery is not called any more. An observer that is added during a delivery receives its first
/// event in the next delivery.
///
/// A post costs time linear in the number of observers and allocates nothing for closure observers.
/// Create the bus, observe and post in one isolation domain. Only the streams of
/// `events(_:buffering:)` and `deliveredEvents(_:buffering:)` cross into other domains. Handlers
/// cannot throw and have no priorities.
public final class EventBus<Event: Sendable> {
  package static var drainLimit: Int { 10_000 }

  /// Called when the bus is misused: an endless loop of posts, or a token from another bus.
  public var onFault: ((EventBusFault) -> Void)?

  /// Creates an event that describes the current state, for observers that request a replay.
  ///
  /// If this closure is `nil`, no observer receives a replay. The event must describe no change:
  /// its `begin` equals its `end`, and its duration is 0.
  public var stateEvent: (() -> Event)?

  package private(set) var postCount = 0

  package private(set) var isDelivering = false

  private let stamp: ((inout Event, Int) -> Void)?
  private(set) var observers: [Observer<Event>] = []
  private var queue: [Event] = []
  private var hasRemovals = false
  private var idleActions: [() -> Void] = []
  private var nextIdentifier = 0

  /// Creates a bus without observers.
  ///
  /// - Parameter stamp: Called for each posted event before its delivery, and may modify the event.
  ///   The second argument is the number of events posted so far, including this event.
  public init(stamping stamp: ((inout Event, Int) -> Void)? = nil) {
    self.stamp = stamp
  }

  deinit {
    for observer in observers { observer.sink?.finish() }
  }

  /// Delivers an event to every observer, or queues it if a delivery is under way.
  public func post(_ event: Event) {
    postCount += 1
    var event = event
    stamp?(&event, postCount)
    if isDelivering { return queue.append(event) }
    isDelivering = true
    deliver(event)
    if !queue.isEmpty { drainQueue() }
    isDelivering = false
    if hasRemovals { sweep() }
    while !idleActions.isEmpty, !isDelivering { idleActions.removeFirst()() }
  }

  private func deliver(_ event: Event) {
    // During a delivery, observers are only cleared, never moved, so the indices stay valid.
    // Observers added by handlers come after `count` and start with the next event.
    let count = observers.count
    var index = 0
    while index < count {
      observers[index].handler?(event)
      index += 1
    }
  }

  /// Registers a handler, which is called after all handlers that were registered earlier.
  ///
  /// - Parameters:
  ///   - filter: The events that the handler receives; all by default.
  ///   - replayingState: Whether the handler is called immediately with the event from
  ///     ``stateEvent``, even if the filter excludes this event.
  ///   - handler: Called synchronously, in the isolation domain of the bus.
  /// - Returns: A token, which the caller must keep: the registration ends when the token is
  ///   released.
  public func observe(
    _ filter: EventFilter<Event> = .all, replayingState: Bool = false,
    _ handler: @escaping (Event) -> Void
  ) -> EventToken {
    let identifier = register(filter.guarding(handler))
    let token = EventToken(of: self) { [weak self] in self?.removeObserver(identifier) }
    if replayingState, let event = stateEvent?() { handler(event) }
    return token
  }

  /// Calls `send` with a sink and each event that the filter accepts.
  ///
  /// The registration ends when the sink is deallocated or `send` returns false. The bus does not
  /// retain the sink, and calls the sink's `finish()` when the bus itself is deallocated.
  package func attach<Sink: EventSink>(
    _ sink: Sink, _ filter: EventFilter<Event>, _ send: @escaping (Sink, Event) -> Bool
  ) {
    let identifier = nextIdentifier + 1
    let handler = filter.guarding { [weak sink, weak self] event in
      if let sink, send(sink, event) { return }
      self?.removeObserver(identifier)
    }
    _ = register(handler, for: sink)
  }

  /// Ends a registration.
  ///
  /// A token that was already cancelled is ignored. A token from another bus is reported to
  /// ``onFault`` and keeps its registration.
  public func cancel(_ token: EventToken) {
    guard token.belongs(to: self) else {
      onFault?(.foreignToken)
      return
    }
    token.cancel()
  }

  private func register(
    _ handler: @escaping (Event) -> Void, for sink: (any EventSink)? = nil
  ) -> Int {
    if hasRemovals, !isDelivering { sweep() }
    nextIdentifier += 1
    observers.append(
      Observer(
        identifier: nextIdentifier, handler: handler, isForSink: sink != nil, sink: sink))
    return nextIdentifier
  }
}

extension EventBus {
  private func drainQueue() {
    var delivered = 1
    var head = 0
    while head < queue.count {
      let event = queue[head]
      head += 1
      if delivered == Self.drainLimit {
        let fault = EventBusFault.runaway(
          event: (event as? KeyboardEvent)?.name.rawValue ?? String(describing: event),
          dropped: queue.count - head + 1)
        queue.removeAll(keepingCapacity: false)
        onFault?(fault)
        return
      }
      delivered += 1
      deliver(event)
      // Drop delivered events, so that a long chain of posts does not keep all of them in memory.
      if head == 64 {
        queue.removeFirst(head)
        head = 0
      }
    }
    queue.removeAll(keepingCapacity: true)
  }

  private func sweep() {
    observers.removeAll { $0.handler == nil }
    hasRemovals = false
  }

  func whenIdle(_ action: @escaping () -> Void) {
    guard isDelivering else { return action() }
    idleActions.append(action)
  }

  private func removeObserver(_ identifier: Int) {
    // Identifiers increase along the array, so a binary search finds the observer.
    var low = 0
    var high = observers.count
    while low < high {
      let middle = (low + high) / 2
      if observers[middle].identifier < identifier { low = middle + 1 } else { high = middle }
    }
    guard low < observers.count, observers[low].identifier == identifier else { return }
    observers[low].handler = nil
    guard isDelivering else {
      observers.remove(at: low)
      return
    }
    hasRemovals = true
  }
}

struct Observer<Event: Sendable> {
  let identifier: Int
  /// `nil` once the registration has ended.
  var handler: ((Event) -> Void)?
  let isForSink: Bool
  weak var sink: (any EventSink)?
}

/// A misuse of an ``EventBus``; the bus continues to work after it.
@nonexhaustive public enum EventBusFault: Error, Equatable, CustomStringConvertible {
  /// Handlers kept posting events in response to other events, so the bus dropped its queue.
  ///
  /// The `event` is the name of the first dropped event, and `dropped` is the number of dropped
  /// events.
  case runaway(event: String, dropped: Int)
  /// A token was handed to a bus that did not issue it.
  case foreignToken

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .runaway(let event, let dropped):
      "The event bus stopped after 10,000 deliveries and dropped \(dropped) queued events, starting with "
        + "“\(event)”. Look for handlers that post in response to each other."
    case .foreignToken:
      "Another event bus issued this token, so nothing was cancelled. Cancel the token on that bus."
    }
  }
}

/// Selects events for an observer.
public struct EventFilter<Event: Sendable> {
  private let accepts: ((Event) -> Bool)?

  /// Creates a filter for the events for which `accepts` returns `true`.
  public init(_ accepts: @escaping (Event) -> Bool) { self.accepts = accepts }

  private init() { accepts = nil }

  /// Every event.
  public static var all: EventFilter { EventFilter() }

  /// True if the filter lets an event through.
  public func matches(_ event: Event) -> Bool { accepts?(event) ?? true }

  func guarding(_ handler: @escaping (Event) -> Void) -> (Event) -> Void {
    guard let accepts else { return handler }
    return { event in if accepts(event) { handler(event) } }
  }
}

extension EventFilter where Event == KeyboardEvent {
  /// Events with the given names; all events if no name is given.
  ///
  /// With `localOnly`, excludes events of a keyboard that another app showed.
  public static func names(
    _ names: KeyboardEvent.Name..., localOnly: Bool = false
  ) -> EventFilter {
    let wanted = Set(names.isEmpty ? KeyboardEvent.Name.allCases : names)
    return EventFilter { wanted.contains($0.name) && ($0.isLocal || !localOnly) }
  }

  /// Events of the keyboard this app showed.
  public static var localOnly: EventFilter { EventFilter { $0.isLocal } }
}

/// A receiver that passes events out of the bus's isolation domain, for example into a stream.
///
/// The engine uses this protocol instead of `AsyncStream`, because `AsyncStream` would make the
/// engine link the concurrency runtime.
package protocol EventSink: AnyObject {
  var isCancelled: Bool { get }

  func finish()
}

/// A registration on an ``EventBus``; it ends when the token is released.
public final class EventToken {
  private let issuer: ObjectIdentifier
  private var end: (() -> Void)?

  /// Creates a token that calls `end` once, when it is cancelled or released.
  ///
  /// The `issuer` is the object that created the token. The closure `end` must capture the issuer
  /// weakly, because a token must not keep its issuer alive.
  init(of issuer: AnyObject, end: @escaping () -> Void) {
    self.issuer = ObjectIdentifier(issuer)
    self.end = end
  }

  deinit { cancel() }

  /// Ends the registration; calling it again does nothing.
  public func cancel() {
    end?()
    end = nil
  }

  func belongs(to other: AnyObject) -> Bool { issuer == ObjectIdentifier(other) }
}
