import ConstraintLayout

/// A change of the keyboard that a ``KeyboardLayoutGuide`` did not follow literally.
public enum GuideDiagnostic: Error, CustomStringConvertible {
  /// A keyboard on screen that does not reach the window; it counts as dismissed.
  case outsideWindow(kind: KeyboardKind, frame: Rect, window: Rect)
  /// A change that the engine refused, reported because nobody could catch the error.
  case refused(LayoutError)

  /// A sentence with the remedy.
  public var description: String {
    switch self {
    case .outsideWindow(let kind, let frame, let window):
      "The \(kind.word) keyboard at \(frame) lies outside the window at \(window) and "
        + "counts as dismissed. Move it over the window to have it followed."
    case .refused(let error): error.description
    }
  }
}
