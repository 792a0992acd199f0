import ConstraintLayout

/// Something about the keyboard that a ``KeyboardLayoutGuide`` took otherwise than it was said.
public enum GuideDiagnostic: Error, CustomStringConvertible {
  /// A keyboard on screen that does not reach the window; it counts as dismissed.
  case outsideWindow(kind: KeyboardKind, frame: Rect, window: Rect)
  /// A change that the engine refused, where nobody could be told otherwise.
  case refused(LayoutError)

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .outsideWindow(let kind, let frame, let window):
      "The \(kind.word) keyboard at \(frame) lies outside the window at \(window) and "
        + "counts as dismissed. Move it over the window to have it followed."
    case .refused(let error): error.description
    }
  }
}
