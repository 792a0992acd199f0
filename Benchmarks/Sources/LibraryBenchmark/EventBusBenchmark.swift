import Foundation
import Keyward

/// One post to a number of observers, beside Foundation's notification centre.
func eventBusBenchmark() {
  let event = KeyboardEvent(.keyboardWillChangeFrame)
  let name = Notification.Name("keyboardWillChangeFrame")
  for observers in [0, 1, 4, 10, 100] {
    var received = 0
    let bus = EventBus<KeyboardEvent>()
    let tokens = (0..<observers).map { _ in bus.observe { _ in received += 1 } }
    let center = NotificationCenter()
    let counter = Counter()
    let registrations = (0..<observers).map { _ in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in counter.value += 1 }
    }
    let calls = observers == 100 ? 200 : 2_000
    report(
      "Event bus: one post, observers: \(observers)",
      measure([
        Work("EventBus.post", calls: calls) { bus.post(event) },
        Work("NotificationCenter.post", calls: calls) { center.post(name: name, object: nil) },
      ]))
    precondition(observers == 0 || received > 0 && counter.value > 0)
    for registration in registrations { center.removeObserver(registration) }
    withExtendedLifetime(tokens) {}
  }
}

/// The counter of the block observers; the benchmark has one thread.
private final class Counter: @unchecked Sendable {
  var value = 0
}
