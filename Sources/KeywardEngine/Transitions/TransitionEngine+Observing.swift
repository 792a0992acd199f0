extension TransitionEngine {
  /// Calls a handler with the present state, and again whenever layout must see another one.
  ///
  /// This happens at every commit, at every step of a drag, which posts nothing, and when a hidden
  /// keyboard changes silently. So an observer that begins while the keyboard is up has the right
  /// state at once. Handlers are called in the order of registration, before ``onCommit``.
  ///
  /// - Returns: The registration. It ends when the token goes away, so keep it.
  public func observeState(_ handler: @escaping (KeyboardState) -> Void) -> EventToken {
    nextStateObserver += 1
    stateObservers.append((nextStateObserver, handler))
    let token = EventToken(bus: self, identifier: nextStateObserver)
    handler(state)
    return token
  }

  /// Tells all observers the state that layout must see.
  func announceState() {
    // A handler may end registrations, its own included.
    for (identifier, handler) in stateObservers
    where stateObservers.contains(where: { $0.identifier == identifier }) {
      handler(state)
    }
  }
}

extension TransitionEngine: TokenHome {
  func removeObserver(_ identifier: Int) {
    stateObservers.removeAll { $0.identifier == identifier }
  }
}
