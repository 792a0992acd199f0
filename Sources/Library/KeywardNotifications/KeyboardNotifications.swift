import Foundation
import Keyward

/// Posts a keyboard's events as Foundation notifications under UIKit's names.
///
///     let adapter = KeyboardNotifications(of: keyboard.bus)
///
/// Use it only for views that already listen to `UIKeyboardWillShowNotification` and its five
/// relatives; new code observes the bus. Each notification carries the five user-info keys of
/// ``Key``. Events without a UIKit name are left out. It posts as long as it lives, in the
/// isolation domain of the bus.
public final class KeyboardNotifications {
  /// The user-info keys, with UIKit's names.
  public enum Key {
    /// The keyboard's former frame, a `CGRect` in screen coordinates.
    public static let frameBegin = "UIKeyboardFrameBeginUserInfoKey"
    /// The keyboard's new frame, a `CGRect` in screen coordinates.
    public static let frameEnd = "UIKeyboardFrameEndUserInfoKey"
    /// The seconds of the animation, a `Double`.
    public static let animationDuration = "UIKeyboardAnimationDurationUserInfoKey"
    /// The curve, an `Int`: 7 for the keyboard's spring.
    public static let animationCurve = "UIKeyboardAnimationCurveUserInfoKey"
    /// The origin of the keyboard, a `Bool`: true if this app raised it.
    public static let isLocal = "UIKeyboardIsLocalUserInfoKey"
  }

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
    case .keyboardWillShow: Notification.Name("UIKeyboardWillShowNotification")
    case .keyboardDidShow: Notification.Name("UIKeyboardDidShowNotification")
    case .keyboardWillHide: Notification.Name("UIKeyboardWillHideNotification")
    case .keyboardDidHide: Notification.Name("UIKeyboardDidHideNotification")
    case .keyboardWillChangeFrame: Notification.Name("UIKeyboardWillChangeFrameNotification")
    case .keyboardDidChangeFrame: Notification.Name("UIKeyboardDidChangeFrameNotification")
    case .orientationDidChange, .panelDidChange, .layoutDidChange, .shiftDidChange, .altgrDidChange,
      .textDidChange:
      nil
    }
  }

  private static func userInfo(of event: KeyboardEvent) -> [AnyHashable: Any] {
    [
      Key.frameBegin: CGRect(event.begin), Key.frameEnd: CGRect(event.end),
      Key.animationDuration: event.duration, Key.animationCurve: event.curve.rawValue,
      Key.isLocal: event.isLocal,
    ]
  }
}

extension CGRect {
  /// The same rectangle in Foundation's type.
  fileprivate init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
