import KeywardEngine

extension EventBus {
  /// Events from now on as a stream of its own, in posting order, for a task anywhere.
  ///
  ///     for await event in keyboard.bus.events() { print(event) }
  ///
  /// Cancelling the task that reads it, or dropping the stream, ends the subscription. It finishes
  /// when the bus goes away. A reader that must know of events which a bounded buffer dropped takes
  /// ``deliveredEvents(_:buffering:)``.
  public func events(
    _ filter: EventFilter<Event> = .all, buffering: EventBuffering = .unbounded
  ) -> AsyncStream<Event> {
    let channel = channel(filter, buffering)
    return AsyncStream(
      unfolding: { await channel.next()?.event }, onCancel: { channel.cancel() })
  }

  /// Events as ``events(_:buffering:)`` has them, each with the number of those lost before it.
  public func deliveredEvents(
    _ filter: EventFilter<Event> = .all, buffering: EventBuffering = .unbounded
  ) -> AsyncStream<DeliveredEvent<Event>> {
    let channel = channel(filter, buffering)
    return AsyncStream(unfolding: { await channel.next() }, onCancel: { channel.cancel() })
  }

  private func channel(
    _ filter: EventFilter<Event>, _ buffering: EventBuffering
  ) -> EventChannel<Event> {
    let channel = EventChannel<Event>(buffering: buffering)
    attach(channel, filter) { channel, event in channel.send(event) }
    return channel
  }
}
