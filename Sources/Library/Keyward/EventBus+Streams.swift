import KeywardEngine

extension EventBus {
  /// Streams the events from now on, in posting order, for a task in any isolation domain.
  ///
  ///     for await event in keyboard.bus.events() { print(event) }
  ///
  /// Cancelling the task that reads the stream, or dropping the stream, ends the subscription. The
  /// stream finishes when the bus is deallocated. To count the events that a bounded buffer
  /// dropped, use ``deliveredEvents(_:buffering:)``.
  public func events(
    _ filter: EventFilter<Event> = .all, buffering: EventBuffering = .unbounded
  ) -> AsyncStream<Event> {
    let channel = channel(filter, buffering)
    return AsyncStream(
      unfolding: { await channel.next()?.event }, onCancel: { channel.cancel() })
  }

  /// Streams events like ``events(_:buffering:)``, each with the number of events lost before it.
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
