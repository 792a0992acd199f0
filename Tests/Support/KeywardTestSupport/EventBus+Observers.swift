@testable import KeywardEngine

extension EventBus {
  /// The number of observers that the next event reaches.
  package var observerCount: Int {
    observers.count { $0.handler != nil && (!$0.isForSink || $0.sink?.isCancelled == false) }
  }
}
