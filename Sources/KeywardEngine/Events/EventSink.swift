/// A receiver of a bus's events for code outside its isolation domain.
///
/// The engine knows no more of a stream, so that programs without one need no concurrency runtime.
package protocol EventSink: AnyObject {
  /// Whether nobody reads any more.
  var isCancelled: Bool { get }

  /// Tells it that no more events will come.
  func finish()
}

/// Refers to a sink without keeping it alive.
@usableFromInline
final class SinkLink {
  private(set) weak var sink: (any EventSink)?

  init(_ sink: any EventSink) { self.sink = sink }

  var isAbandoned: Bool { sink?.isCancelled ?? true }
}
