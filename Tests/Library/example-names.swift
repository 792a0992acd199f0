// The names that examples in comments use without declaring them. Scripts/docs compiles each example as
// the body of the function `example`.
import Keyward
import KeywardNotifications
import KeywardPrompt

func draw(_ label: String, in frame: Rect) {}
func draw(_ item: AnyObject?, in frame: Rect) {}

struct Worker {
  func check(_ body: () throws -> Bool) {}
}

func example(
  keyboard: Keyboard, configuration: inout KeyboardConfiguration, event: KeyboardEvent,
  screen: ScreenDescription, size: Size, window: Rect, frame: Rect,
  environment: KeyboardEnvironment,
  transitions: TransitionEngine, insets: [Orientation: RectInsets], guide: KeyboardLayoutGuide,
  docked: LayoutConstraint, engine: LayoutEngine, bar: LayoutItem, field: LayoutItem,
  send: LayoutItem, label: LayoutItem, pane: LayoutItem, panel: LayoutItem,
  edge: LayoutAnchor<DirectionalX>, worker: Worker, hash: PasswordHash, policy: MemoryLockPolicy,
  text: consuming SecretText, key: borrowing SealingKey, recipient: RecipientKey
) async throws {}
