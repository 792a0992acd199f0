/// A drag of the keyboard by a finger or pointer.
enum Drag {
  /// Moves a free keyboard or the shortcuts bar.
  case move
  /// Takes a docked keyboard down.
  case dismissal(docked: Rect, padding: Double)
}

extension TransitionEngine {
  /// Begins to move an undocked, split or floating keyboard or the shortcuts bar.
  ///
  /// - Returns: Whether the keyboard is one of these.
  @discardableResult
  public func beginDrag() -> Bool {
    guard drag == nil, current == nil, !isInBackground else { return false }
    switch committed.visibleKind {
    case .undocked, .split, .floating, .shortcutsBar: break
    case .hidden, .docked, .dockedSplit, .camera: return false
    }
    drag = .move
    if zeroRectDrag { postZeroRect(.keyboardWillChangeFrame) }
    return true
  }

  /// Moves the dragged keyboard; the state follows, nothing is posted.
  ///
  /// - Parameter origin: The new top left corner, in screen coordinates.
  public func drag(to origin: Point) {
    guard case .move? = drag, isFinite(origin.x + origin.y, "place of the drag") else { return }
    let x = committed.kind == .floating ? origin.x : state.frame.x
    state.frame.origin = Point(x: x, y: origin.y)
    announceState()
    tellOutside()
  }

  /// Drops the keyboard at its present place.
  ///
  /// - Parameter bar: The form of a shortcuts bar there; `nil` for its present form.
  public func endDrag(bar: ShortcutsBar? = nil) {
    guard case .move? = drag else { return }
    drag = nil
    let frame = state.frame
    if case .shortcutsBar(let present) = committed.kind {
      if zeroRectDrag { postZeroRect(.keyboardWillShow) }
      showShortcutsBar(bar ?? present)
      return
    }
    if committed.kind == .floating {
      float(frame)
    } else {
      submit(.change(.move) { $0.top = frame.y })
    }
  }

  /// Begins to dismiss a docked keyboard when a touch that moves down reaches its top.
  ///
  /// - Parameters:
  ///   - y: The touch, in screen coordinates; the caller knows that it moves down.
  ///   - padding: The distance above the keyboard at which its dismissal begins; negative counts as
  ///     0.
  /// - Returns: Whether the dismissal has begun.
  @discardableResult
  public func beginDismissal(touchY y: Double, padding: Double = 0) -> Bool {
    let padding = padding > 0 ? padding : 0
    guard drag == nil, current == nil, !isInBackground, committed.visibleKind == .docked,
      y >= committed.frame.y - padding
    else { return false }
    drag = .dismissal(docked: committed.frame, padding: padding)
    dragDismissal(touchY: y)
    return true
  }

  /// Lets the keyboard's top follow the touch; the state follows, nothing is posted.
  public func dragDismissal(touchY y: Double) {
    guard case .dismissal(let docked, let padding)? = drag else { return }
    guard isFinite(y + padding, "place of the touch") else { return }
    state.frame.origin.y = max(docked.y, y + padding)
    announceState()
  }

  /// Ends the dismissal: the keyboard hides, or goes back up.
  ///
  /// It hides if it has gone down by more than half its height, or if the touch moves down.
  ///
  /// - Parameter velocity: The touch's speed in points per second, positive downwards.
  public func endDismissal(velocity: Double) {
    guard case .dismissal(let docked, _)? = drag else { return }
    drag = nil
    let frame = state.frame
    let hides = velocity > 0 || frame.y - docked.y > docked.height / 2
    submit(.change(.dismissal, begin: frame) { $0.isVisible = !hides })
  }

  /// Ends a drag before another command, which then begins at the keyboard's present place.
  func endingDrag(by command: Command) -> Command {
    guard let drag else { return command }
    if case .change(let cause, _, _) = command { onDiagnostic?(.dragEnded(by: cause)) }
    switch drag {
    case .move: endDrag()
    case .dismissal:
      self.drag = nil
      switch command {
      case .change(let cause, _, let change):
        return .change(cause, begin: state.frame, change)
      case .enterBackground, .enterForeground:
        endDragSilently()
      }
    }
    return command
  }

  /// Puts a dragged keyboard that has not moved in the end back without events.
  func endDragSilently() {
    guard drag == nil, current == nil, state.frame != committed.frame else { return }
    state.frame = committed.frame
    announceState()
  }

  /// Reports a keyboard that has left the window, once while it stays there.
  func tellOutside() {
    let window = window ?? Rect(origin: .zero, size: state.screen)
    let isOutside = state.kind.isFree && state.isVisible && !state.frame.intersects(window)
    let isNews = isOutside && !hasToldOutside
    // Set before the report: an answer by another drag comes back here.
    hasToldOutside = isOutside
    if isNews { onDiagnostic?(.outsideWindow(frame: state.frame)) }
  }

  /// Posts an event with all-zero frames, as part of the following transition.
  private func postZeroRect(_ name: KeyboardEvent.Name) {
    bus.post(
      KeyboardEvent(
        name, transition: transitionCount + 1, duration: duration, curve: curve,
        isLocal: isLocal, screen: state.screen, cause: .move))
  }
}
