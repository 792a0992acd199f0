import KeyboardScenes
import PromptUI

package struct SceneOptions: Sendable {
  /// The first place of the keyboard, in the form of `--keyboard`.
  package var keyboard = "docked"
  /// The app's window on the screen, in points; nil for the whole screen.
  package var window: Rect?
  /// True if the terminal's window is the screen; otherwise the keyboard's configuration has the
  /// screen.
  package var followsWindow = true
  /// The insets of a screen that follows the window, in its first orientation; nil for none.
  package var safeArea: RectInsets?
  /// Timeout, rotations, protections, line mode and suspension, as of any dialogue.
  package var dialogue = DialogueOptions()

  package init() {}
}
