/// A choice of events for an observer.
public struct EventFilter<Event: Sendable> {
  private let accepts: ((Event) -> Bool)?

  /// A filter for the events for which `accepts` returns `true`.
  public init(_ accepts: @escaping (Event) -> Bool) { self.accepts = accepts }

  private init() { accepts = nil }

  /// Every event.
  public static var all: EventFilter { EventFilter() }

  /// Tells whether the filter lets an event through.
  public func matches(_ event: Event) -> Bool { accepts?(event) ?? true }

  /// A handler that gets only the events of the filter.
  func guarding(_ handler: @escaping (Event) -> Void) -> (Event) -> Void {
    guard let accepts else { return handler }
    return { event in if accepts(event) { handler(event) } }
  }
}

extension EventFilter where Event == KeyboardEvent {
  /// Events of the given names, all of them if none is given.
  ///
  /// With `localOnly`, it leaves out events of a keyboard that another app raised.
  public static func names(
    _ names: KeyboardEvent.Name..., localOnly: Bool = false
  ) -> EventFilter {
    let wanted = Set(names.isEmpty ? KeyboardEvent.Name.allCases : names)
    return EventFilter { wanted.contains($0.name) && ($0.isLocal || !localOnly) }
  }

  /// Events of the keyboard this app raised itself.
  public static var localOnly: EventFilter { EventFilter { $0.isLocal } }
}
