/// The events an observer is called for.
public struct EventFilter<Event: Sendable> {
  private let accepts: ((Event) -> Bool)?

  /// A filter that lets through what `accepts` returns `true` for.
  public init(_ accepts: @escaping (Event) -> Bool) { self.accepts = accepts }

  private init() { accepts = nil }

  /// Every event.
  public static var all: EventFilter { EventFilter() }

  /// Whether the filter lets an event through.
  public func matches(_ event: Event) -> Bool { accepts?(event) ?? true }

  /// A handler that is called only for what the filter lets through.
  func guarding(_ handler: @escaping (Event) -> Void) -> (Event) -> Void {
    guard let accepts else { return handler }
    return { event in if accepts(event) { handler(event) } }
  }
}

extension EventFilter where Event == KeyboardEvent {
  /// Events of the given names, all of them if none is given.
  ///
  /// With `localOnly`, events of a keyboard that another app raised are left out.
  public static func names(
    _ names: KeyboardEvent.Name..., localOnly: Bool = false
  ) -> EventFilter {
    let wanted = Set(names.isEmpty ? KeyboardEvent.Name.allCases : names)
    return EventFilter { wanted.contains($0.name) && ($0.isLocal || !localOnly) }
  }

  /// Events of the keyboard this app raised itself.
  public static var localOnly: EventFilter { EventFilter { $0.isLocal } }
}
