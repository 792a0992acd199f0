/// A fault on an ``EventBus`` that did not stop it.
public enum EventBusFault: Error, Equatable, CustomStringConvertible {
  /// Handlers kept posting; the queue was dropped.
  case runaway(event: String, dropped: Int)
  /// A token was handed to a bus that did not issue it.
  case foreignToken

  /// A sentence with the remedy.
  public var description: String {
    switch self {
    case .runaway(let event, let dropped):
      "The bus stopped after 10,000 deliveries and dropped \(dropped) waiting events, the first of "
        + "them “\(event)”. Look for handlers that post in answer to each other."
    case .foreignToken:
      "This token belongs to another bus and was ignored. Cancel it where it was issued."
    }
  }
}

/// An event that has a name to show in diagnostics.
package protocol NamedEvent {
  /// The name, without any data the event carries.
  var eventName: String { get }
}
