import Foundation
import Keyward

/// UIKit's names of notifications and of their user-info keys.
public enum UIResponder {
  /// The notification that the keyboard is about to appear.
  public static let keyboardWillShowNotification = Notification.Name(
    "UIKeyboardWillShowNotification")
  /// The notification that the keyboard has appeared.
  public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// The notification that the keyboard is about to disappear.
  public static let keyboardWillHideNotification = Notification.Name(
    "UIKeyboardWillHideNotification")
  /// The notification that the keyboard has disappeared.
  public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// The notification that the keyboard is about to change its frame.
  public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  /// The notification that the keyboard has changed its frame.
  public static let keyboardDidChangeFrameNotification = Notification.Name(
    "UIKeyboardDidChangeFrameNotification")
  /// The key of the keyboard's previous frame, a `CGRect` in screen coordinates.
  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// The key of the keyboard's new frame, a `CGRect` in screen coordinates.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// The key of the duration of the animation in seconds, a `Double`.
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// The key of the animation curve, an `Int`, which is 7 for the keyboard's spring animation.
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  /// The key of a `Bool` that is true if this app showed the keyboard.
  public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

/// Posts a keyboard's events as Foundation notifications under UIKit's names.
///
///     let adapter = KeyboardNotifications(of: keyboard.bus)
///
/// Use it only for views that already observe `UIKeyboardWillShowNotification` and the five
/// related notifications; new code observes the bus. Each notification contains the five user-info
/// keys of ``UIResponder``. Events without a UIKit name are not posted. Notifications are posted
/// while this object exists, in the isolation domain of the bus.
public final class KeyboardNotifications {
  private var token: EventToken?

  /// Creates an object that posts notifications from now on.
  ///
  /// - Parameters:
  ///   - bus: The bus of the keyboard's events.
  ///   - center: The notification center.
  ///   - object: The sender in the notifications; `nil` for none.
  public init(
    of bus: EventBus<KeyboardEvent>, to center: NotificationCenter = .default,
    object: AnyObject? = nil
  ) {
    token = bus.observe { event in
      guard let name = Self.name(of: event.name) else { return }
      center.post(name: name, object: object, userInfo: Self.userInfo(of: event))
    }
  }

  /// Returns UIKit's notification name for an event; `nil` if UIKit has no name for the event.
  public static func name(of event: KeyboardEvent.Name) -> Notification.Name? {
    switch event {
    case .keyboardWillShow: UIResponder.keyboardWillShowNotification
    case .keyboardDidShow: UIResponder.keyboardDidShowNotification
    case .keyboardWillHide: UIResponder.keyboardWillHideNotification
    case .keyboardDidHide: UIResponder.keyboardDidHideNotification
    case .keyboardWillChangeFrame: UIResponder.keyboardWillChangeFrameNotification
    case .keyboardDidChangeFrame: UIResponder.keyboardDidChangeFrameNotification
    case .orientationDidChange, .panelDidChange, .layoutDidChange, .shiftDidChange, .altgrDidChange,
      .textDidChange:
      nil
    }
  }

  private static func userInfo(of event: KeyboardEvent) -> [AnyHashable: Any] {
    [
      UIResponder.keyboardFrameBeginUserInfoKey: CGRect(event.begin),
      UIResponder.keyboardFrameEndUserInfoKey: CGRect(event.end),
      UIResponder.keyboardAnimationDurationUserInfoKey: event.duration,
      UIResponder.keyboardAnimationCurveUserInfoKey: event.curve.rawValue,
      UIResponder.keyboardIsLocalUserInfoKey: event.isLocal,
    ]
  }
}

extension CGRect {
  fileprivate init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
