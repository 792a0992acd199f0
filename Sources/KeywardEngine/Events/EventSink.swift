/// What takes events from a bus for somebody outside its isolation domain: the engine knows no more
/// of a stream, so that programs without one need no concurrency runtime.
package protocol EventSink: AnyObject {
  /// Whether nobody will read any more.
  var isCancelled: Bool { get }

  /// Says that no event will come any more.
  func finish()
}

/// Knows a sink without keeping it alive.
@usableFromInline
final class SinkLink {
  private(set) weak var sink: (any EventSink)?

  init(_ sink: any EventSink) { self.sink = sink }

  var isAbandoned: Bool { sink?.isCancelled ?? true }
}
