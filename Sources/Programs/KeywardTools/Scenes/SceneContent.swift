import KeyboardScenes
import PromptUI

/// Everything a scene's screen shows at one moment, with only the number of characters of a secret.
///
/// All texts have been sanitised. Frames are in points from the terminal's top left corner.
struct SceneContent: Hashable {
  struct View: Hashable {
    var label: String
    var frame: Rect
    var isContainer: Bool
    var isField: Bool
    /// Whether its label is broken into lines, which are all there is to draw.
    var wraps = false
  }

  struct DrawnKeyboard: Hashable {
    var frame: Rect
    /// Its keys; none for the shortcuts bar, or if they do not fit.
    var parts: [SceneKeyboardPart]
    /// The distance of its keys from its left edge, in points.
    var inset: Double
    /// Whether its first row holds only the grip.
    var hasGripRow = false
    /// The text on a keyboard without keys.
    var label: String
    var focus: Int?
    var isFocused: Bool
    /// The characters that one of its caps offers now.
    var alternates: AlternatesRow?
    /// True if it stands at the bottom, which it then reaches without a gap.
    var isDocked: Bool
  }

  /// The views in the order of drawing: containers first.
  var views: [View]
  var screen: Rect
  var keyboard: DrawnKeyboard?
  var field: PromptViewModel.Field
  var isFieldActive = true
  var status: SceneStatus
  var isGrabbing = false
  var isDragging = false
  var glyphs: Glyphs
  var hasColor = false
}
