import KeywardEngine

extension EventBus {
  /// Events from now on as a stream of its own, in posting order, for a task anywhere.
  ///
  /// Cancelling the task that reads it, or dropping the stream, ends the subscription. It finishes
  /// when the bus goes away.
  public func events(
    _ filter: EventFilter<Event> = .all, buffering: EventBuffering = .unbounded
  ) -> AsyncStream<DeliveredEvent<Event>> {
    let channel = EventChannel<Event>(buffering: buffering)
    attach(channel, filter) { channel, event in channel.send(event) }
    return AsyncStream(unfolding: { await channel.next() }, onCancel: { channel.cancel() })
  }
}
