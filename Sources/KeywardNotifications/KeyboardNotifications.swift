import Foundation
import Keyward

/// Posts a keyboard's events as Foundation notifications under UIKit's names.
///
///     let adapter = KeyboardNotifications(of: keyboard.bus)
///
/// For hosts whose views already listen to `UIKeyboardWillShowNotification` and its five relatives. Each
/// notification carries the five user-info keys of ``Key``. Events that UIKit has no name for are left
/// out. It posts as long as it lives, in the isolation domain of the bus.
public final class KeyboardNotifications {
  /// The user-info keys, with UIKit's names.
  public enum Key {
    /// A `CGRect`: where the keyboard was, in screen coordinates.
    public static let frameBegin = "UIKeyboardFrameBeginUserInfoKey"
    /// A `CGRect`: where it will be.
    public static let frameEnd = "UIKeyboardFrameEndUserInfoKey"
    /// A `Double` of seconds.
    public static let animationDuration = "UIKeyboardAnimationDurationUserInfoKey"
    /// An `Int`, 7 for the keyboard's spring.
    public static let animationCurve = "UIKeyboardAnimationCurveUserInfoKey"
    /// A `Bool`: whether this app raised the keyboard.
    public static let isLocal = "UIKeyboardIsLocalUserInfoKey"
  }

  private var token: EventToken?

  /// Begins to post.
  ///
  /// - Parameters:
  ///   - bus: Where the keyboard posts its events.
  ///   - center: Where the notifications go.
  ///   - object: What they name as their sender; `nil` names none.
  public init(
    of bus: EventBus<KeyboardEvent>, to center: NotificationCenter = .default,
    object: AnyObject? = nil
  ) {
    token = bus.observe { event in
      guard let name = Self.name(of: event.name) else { return }
      center.post(name: name, object: object, userInfo: Self.userInfo(of: event))
    }
  }

  /// UIKit's name of an event; `nil` for those it does not have.
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
