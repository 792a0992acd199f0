/// A registration on an ``EventBus``; it ends when the token goes away.
public final class EventToken {
  private weak var bus: (any TokenHome)?
  private let busIdentity: ObjectIdentifier
  private let identifier: Int

  init(bus: any TokenHome, identifier: Int) {
    self.bus = bus
    busIdentity = ObjectIdentifier(bus)
    self.identifier = identifier
  }

  deinit { cancel() }

  /// Ends the registration; calling it again does nothing.
  public func cancel() {
    bus?.removeObserver(identifier)
    bus = nil
  }

  func belongs(to other: any TokenHome) -> Bool { busIdentity == ObjectIdentifier(other) }
}

/// The part of a bus that a token needs.
protocol TokenHome: AnyObject {
  func removeObserver(_ identifier: Int)
}
