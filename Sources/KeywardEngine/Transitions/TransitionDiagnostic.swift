/// A request that a ``TransitionEngine`` refused or changed.
public enum TransitionDiagnostic: Error, Hashable, CustomStringConvertible {
  /// Handlers asked for other heights more than 16 times in one transition.
  case tooManyHeights(transition: Int)
  /// Handlers gave one command after the other while no time passed.
  case tooManyCommands(dropped: Int)
  /// Handlers answered each of 1,000 transitions with another one.
  case neverSettles
  /// A number was NaN, infinite or a negative size; nothing has moved.
  case badNumbers(of: String)
  /// An undocked, split or floating keyboard was put outside the window.
  case outsideWindow(frame: Rect)
  /// The keyboard was moved or turned during a drag, which ended at its present place.
  case dragEnded(by: KeyboardEvent.Cause)

  /// A sentence with the remedy.
  public var description: String {
    switch self {
    case .tooManyHeights(let transition):
      "Handlers asked for another height more than 16 times in transition \(transition); the last "
        + "one granted stays. Ask only when the height differs from the one you need."
    case .tooManyCommands(let dropped):
      "Handlers moved the keyboard 1,000 times without time passing; \(dropped) commands were "
        + "dropped. Do not answer every event with another command."
    case .neverSettles:
      "Handlers answered each of 1,000 transitions with another one, so waiting for the last was "
        + "given up. Do not answer every event with another command."
    case .badNumbers(let thing):
      "The \(thing) has a number that is NaN, infinite or a negative size, so nothing has moved. "
        + "Give finite numbers in points."
    case .outsideWindow(let frame):
      "The keyboard at \(frame) lies outside the window and counts as dismissed. Move it over "
        + "the window to have it followed."
    case .dragEnded(let cause):
      "The keyboard was being dragged when a command of another kind came (\(cause.rawValue)); the "
        + "drag has ended where it was. End drags before you move or turn the keyboard."
    }
  }
}
