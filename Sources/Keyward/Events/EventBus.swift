/// A synchronous, ordered event bus for one isolation domain.
///
///     let bus = EventBus<KeyboardEvent>.keyboard()
///     let token = bus.observe(.names(.keyboardDidShow)) { event in print(event.end) }
///     bus.post(event)          // every observer has been called when this returns
///     token.cancel()           // or let the token go away
///
/// Observers are called in the order they were registered, those with a filter and those without in
/// one sequence. An event posted by a handler waits until the one under way has reached everybody.
/// An observer removed during a delivery is not called any more; one added starts with the next event.
///
/// A post costs time linear in the number of observers and allocates nothing for closure observers.
/// The class is confined: create, observe and post in one isolation domain. Only the streams of
/// ``events(_:buffering:)`` cross into others. Handlers cannot throw and there is no priority.
public final class EventBus<Event: Sendable> {
  /// The number of events one drain may deliver before the bus calls it a runaway.
  public static var drainLimit: Int { 10_000 }

  /// Told about misuse, a runaway drain or a token of another bus; `nil` ignores faults.
  public var onFault: ((EventBusFault) -> Void)?

  /// The event that stands for the present state, for observers that ask to be started with it.
  ///
  /// It must change nothing: begin equals end, duration 0.
  public var stateEvent: (() -> Event)?

  /// The number of posts so far.
  public private(set) var postCount = 0

  /// Whether a delivery is under way, so that a post would wait its turn.
  public private(set) var isDelivering = false

  private let stamp: ((inout Event, Int) -> Void)?
  private var observers: [Observer<Event>] = []
  private var hasRemovals = false
  private var queue: [Event] = []
  private var idleActions: [() -> Void] = []
  private var nextIdentifier = 0

  /// Creates a bus without observers.
  ///
  /// - Parameter stamp: Marks each event with the number of its post, from 1, before it is delivered.
  public init(stamping stamp: ((inout Event, Int) -> Void)? = nil) {
    self.stamp = stamp
  }

  deinit {
    for observer in observers { observer.channel?.finish() }
  }

  /// The number of observers and streams still registered.
  public var observerCount: Int {
    observers.count { $0.handler != nil && !$0.isAbandonedStream }
  }

  /// Delivers an event to every observer, or queues it if a delivery is under way.
  public func post(_ event: Event) {
    postCount += 1
    var event = event
    stamp?(&event, postCount)
    if isDelivering {
      queue.append(event)
      return
    }
    isDelivering = true
    deliver(event)
    if !queue.isEmpty { drainQueue() }
    isDelivering = false
    if hasRemovals { sweep() }
    if !idleActions.isEmpty { runIdleActions() }
  }

  /// Registers a handler behind all that are registered already.
  ///
  /// - Parameters:
  ///   - filter: Which events the handler gets; all of them by default.
  ///   - replayingState: Whether the handler is first called with ``stateEvent``, whatever the
  ///     filter says.
  ///   - handler: Called synchronously, in the isolation domain of the bus.
  /// - Returns: The registration. It ends when the token goes away, so keep it.
  public func observe(
    _ filter: EventFilter<Event> = .all, replayingState: Bool = false,
    _ handler: @escaping (Event) -> Void
  ) -> EventToken {
    let observer = register(filter, channel: nil, handler)
    let token = EventToken(bus: self, identifier: observer.identifier)
    if replayingState, let event = stateEvent?() { handler(event) }
    return token
  }

  /// Events from now on as a stream of its own, in posting order, for a task anywhere.
  ///
  /// Cancelling the task that reads it, or dropping the stream, ends the subscription. It finishes
  /// when the bus goes away.
  public func events(
    _ filter: EventFilter<Event> = .all, buffering: EventBuffering = .unbounded
  ) -> AsyncStream<DeliveredEvent<Event>> {
    let channel = EventChannel<Event>(buffering: buffering)
    let observer = register(filter, channel: channel, nil)
    observer.handler = { [weak channel, weak observer, weak self] event in
      if let channel, channel.send(event) { return }
      observer?.handler = nil
      self?.hasRemovals = true
    }
    return AsyncStream(unfolding: { await channel.next() }, onCancel: { channel.cancel() })
  }

  /// Ends a registration; a token that has ended already is fine, one of another bus is a fault.
  public func cancel(_ token: EventToken) {
    guard token.belongs(to: self) else {
      onFault?(.foreignToken)
      return
    }
    token.cancel()
  }

  private func register(
    _ filter: EventFilter<Event>, channel: EventChannel<Event>?, _ handler: ((Event) -> Void)?
  ) -> Observer<Event> {
    if hasRemovals, !isDelivering { sweep() }
    nextIdentifier += 1
    let observer = Observer(identifier: nextIdentifier, filter: filter, channel: channel)
    observer.handler = handler
    observers.append(observer)
    return observer
  }
}

extension EventBus {
  private func deliver(_ event: Event) {
    // Entries are only emptied during a delivery, never moved, so the indices hold. Observers that
    // handlers add lie behind `count` and wait for the next event.
    let count = observers.count
    var index = 0
    while index < count {
      let observer = observers[index]
      index += 1
      if let handler = observer.handler, observer.filter.matches(event) { handler(event) }
    }
  }

  private func drainQueue() {
    var delivered = 1
    var head = 0
    while head < queue.count {
      let event = queue[head]
      head += 1
      if delivered == Self.drainLimit {
        let fault = EventBusFault.runaway(
          event: (event as? any NamedEvent)?.eventName ?? String(describing: event),
          dropped: queue.count - head + 1)
        queue.removeAll(keepingCapacity: false)
        onFault?(fault)
        return
      }
      delivered += 1
      deliver(event)
      // A long chain of posts would otherwise keep every event it ever queued.
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

  /// Runs an action when no delivery is under way: now, or after the present drain.
  func whenIdle(_ action: @escaping () -> Void) {
    if isDelivering { idleActions.append(action) } else { action() }
  }

  private func runIdleActions() {
    while !idleActions.isEmpty, !isDelivering { idleActions.removeFirst()() }
  }
}

extension EventBus: TokenHome {
  func removeObserver(_ identifier: Int) {
    // Identifiers grow along the array, so a binary search finds the observer.
    var low = 0
    var high = observers.count
    while low < high {
      let middle = (low + high) / 2
      if observers[middle].identifier < identifier { low = middle + 1 } else { high = middle }
    }
    guard low < observers.count, observers[low].identifier == identifier else { return }
    observers[low].handler = nil
    if isDelivering { hasRemovals = true } else { observers.remove(at: low) }
  }
}

/// One registration, in the order of its identifier.
final class Observer<Event: Sendable> {
  let identifier: Int
  let filter: EventFilter<Event>
  /// `nil` once the registration has ended.
  var handler: ((Event) -> Void)?
  private let isStream: Bool
  private(set) weak var channel: EventChannel<Event>?

  init(identifier: Int, filter: EventFilter<Event>, channel: EventChannel<Event>?) {
    self.identifier = identifier
    self.filter = filter
    self.channel = channel
    isStream = channel != nil
  }

  var isAbandonedStream: Bool { isStream && (channel?.isCancelled ?? true) }
}
