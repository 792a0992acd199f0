import Foundation
import Keyward

/// The names that UIKit has in this place, of notifications and of what they carry.
public enum UIResponder {
  /// The keyboard is about to come.
  public static let keyboardWillShowNotification = Notification.Name(
    "UIKeyboardWillShowNotification")
  /// The keyboard has come.
  public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
  /// The keyboard is about to go.
  public static let keyboardWillHideNotification = Notification.Name(
    "UIKeyboardWillHideNotification")
  /// The keyboard has gone.
  public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
  /// The keyboard is about to change its frame.
  public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  /// The keyboard has changed its frame.
  public static let keyboardDidChangeFrameNotification = Notification.Name(
    "UIKeyboardDidChangeFrameNotification")
  /// The keyboard's former frame, a `CGRect` in screen coordinates.
  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// The keyboard's new frame, a `CGRect` in screen coordinates.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// The seconds of the animation, a `Double`.
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// The curve, an `Int`: 7 for the keyboard's spring.
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
  /// The origin of the keyboard, a `Bool`: true if this app raised it.
  public static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

/// Posts a keyboard's events as Foundation notifications under UIKit's names.
///
///     let adapter = KeyboardNotifications(of: keyboard.bus)
///
/// Use it only for views that already listen to `UIKeyboardWillShowNotification` and its five
/// relatives; new code observes the bus. Each notification carries the five user-info keys of
/// ``UIResponder``. Events without a UIKit name are left out. It posts as long as it lives, in the
/// isolation domain of the bus.
public final class KeyboardNotifications {
  private var token: EventToken?

  /// Begins to post.
  ///
  /// - Parameters:
  ///   - bus: The bus of the keyboard's events.
  ///   - center: The centre for the notifications.
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

  /// UIKit's name for an event; `nil` if it has none.
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
  /// The same rectangle in Foundation's type.
  fileprivate init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
