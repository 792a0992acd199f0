import KeyboardScenes
import TerminalUI

/// How an interactive scene begins and behaves.
public struct SceneOptions: Sendable {
  /// Where the keyboard is at first, as `--keyboard` writes it.
  public var keyboard = "docked"
  /// The app's window on the screen, in points; nil for the whole screen.
  public var window: Rect?
  /// Whether the terminal's window is the screen; else the keyboard's configuration says it.
  public var followsWindow = true
  /// The insets of a screen that follows the window, as it is held at first; nil for none.
  public var safeArea: EdgeInsets?
  /// Timeout, rotations, protections, line mode and suspension, as of any dialogue.
  public var dialogue = DialogueOptions()

  /// The options of a scene in the terminal's window with a docked keyboard.
  public init() {}
}
