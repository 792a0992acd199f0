import KeyboardScenes
import TerminalUI

/// How an interactive scene begins and behaves.
package struct SceneOptions: Sendable {
  /// Where the keyboard is at first, as `--keyboard` writes it.
  package var keyboard = "docked"
  /// The app's window on the screen, in points; nil for the whole screen.
  package var window: Rect?
  /// Whether the terminal's window is the screen; else the keyboard's configuration says it.
  package var followsWindow = true
  /// The insets of a screen that follows the window, as it is held at first; nil for none.
  package var safeArea: RectInsets?
  /// Timeout, rotations, protections, line mode and suspension, as of any dialogue.
  package var dialogue = DialogueOptions()

  /// The options of a scene in the terminal's window with a docked keyboard.
  package init() {}
}
