import ConstraintLayout
import KeywardEngine

/// A host's window while its guide follows a keyboard.
public struct HostWindow: Hashable, Sendable {
  /// The frame on the screen, in points; the root takes its size.
  public var frame: Rect
  /// The window's insets in points; `nil` for the engine's present ones.
  public var safeArea: RectInsets?

  /// A window at a place on the screen.
  public init(frame: Rect, safeArea: RectInsets? = nil) {
    self.frame = frame
    self.safeArea = safeArea
  }

  /// A window that fills the screen.
  public init(filling screen: Size, safeArea: RectInsets? = nil) {
    self.init(frame: Rect(origin: .zero, size: screen), safeArea: safeArea)
  }
}

extension KeyboardLayoutGuide {
  /// Follows a keyboard in a window that fills its screen, and takes over the screen's safe area.
  ///
  ///     guide.follow(keyboard)
  ///     keyboard.rotate(to: .landscape)  // changes root, safe area and guide
  ///
  /// - Parameter keyboard: It is not kept alive.
  public func follow(_ keyboard: Keyboard) {
    follow(keyboard.transitions) { [weak keyboard] state in
      HostWindow(
        filling: state.screen,
        safeArea: keyboard?.configuration.screen.safeArea(state.orientation))
    }
  }

  /// Follows a keyboard from where it is now, at every commit of a transition and step of a drag.
  ///
  /// The root takes the window's size in the same change:
  ///
  ///     keyboard.follow(transitions) { state in
  ///       HostWindow(filling: state.screen, safeArea: insets[state.orientation])
  ///     }
  ///
  /// It ends when the guide goes away, follows another keyboard or is told to stop. Changes that
  /// the engine refuses are reported to ``onDiagnostic``.
  ///
  /// - Parameters:
  ///   - transitions: The keyboard.
  ///   - window: Returns the window for a state; by default it fills the screen.
  public func follow(
    _ transitions: TransitionEngine,
    in window: @escaping (KeyboardState) -> HostWindow = { HostWindow(filling: $0.screen) }
  ) {
    stopFollowing()
    followed = transitions.observeState { [weak self, weak transitions] state in
      guard let self else { return }
      let host = window(state)
      let isWhole = host.frame == Rect(origin: .zero, size: state.screen)
      transitions?.window = isWhole ? nil : host.frame
      let threshold = transitions?.nearThreshold
      telling { () throws(LayoutError) in
        try self.take(state, in: host, threshold: threshold)
      }
    }
  }

  /// Stops following; the guide stays in place.
  public func stopFollowing() {
    followed?.cancel()
    followed = nil
  }

  private func take(
    _ state: KeyboardState, in host: HostWindow, threshold: Double?
  ) throws(LayoutError) {
    var settings = settings
    if let threshold { settings.nearThreshold = threshold }
    try engine.transaction { () throws(LayoutError) in
      if host.frame.size != self.engine.rootSize {
        try self.engine.setRootSize(host.frame.size)
      }
      if let insets = host.safeArea { try self.engine.setSafeAreaInsets(insets) }
      try self.update(
        KeyboardPlacement(state), window: host.frame, screen: state.screen, settings: settings)
    }
  }
}
