import KeyboardScenes
import TerminalUI

/// Everything a scene's screen shows at one moment; of a secret the number of characters only.
///
/// All texts have been sanitised. Frames are in points from the terminal's top left corner.
struct SceneContent: Hashable {
  /// A host view.
  struct View: Hashable {
    var label: String
    var frame: Rect
    /// Whether other views stand in it.
    var isContainer: Bool
    var isField: Bool
    /// Whether its label is broken into lines, which are all there is to draw.
    var wraps = false
  }

  /// The drawn keyboard.
  struct DrawnKeyboard: Hashable {
    /// Its whole frame.
    var frame: Rect
    /// Its keys; none for the shortcuts bar, or where they have no room.
    var parts: [SceneKeyboardPart]
    /// How far its keys are from its left edge, in points.
    var inset: Double
    /// Whether its first row is the grip's alone.
    var hasGripRow = false
    /// What is written on it where it has no keys.
    var label: String
    /// The slot the focus is on, of the whole panel.
    var focus: Int?
    var isFocused: Bool
    /// The characters that one of its caps offers now.
    var alternates: AlternatesRow?
    /// Whether it stands at the bottom, which it then reaches without a gap.
    var isDocked: Bool
  }

  /// Views in the order they are drawn: those around others first.
  var views: [View]
  /// The screen of the scene.
  var screen: Rect
  /// Nil where none is on the screen.
  var keyboard: DrawnKeyboard?
  var field: ScreenContent.Field
  var isFieldActive = true
  var status: SceneStatus
  var isGrabbing = false
  var isDragging = false
  var glyphs: Glyphs
  var hasColor = false
}
