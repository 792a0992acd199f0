import Foundation
import Keyward
import KeywardNotifications
import Testing

@Suite struct KeyboardNotificationsTests {
  private final class Log: @unchecked Sendable {
    // Notifications are posted synchronously in this test's own task.
    var seen: [Notification] = []
  }

  private let environment = KeyboardEnvironment(
    orientation: .portrait, screen: Size(width: 375, height: 812), bottomInset: 34, height: 250)

  @Test func postsUnderUIKitsNames() throws {
    let center = NotificationCenter()
    let log = Log()
    let engine = TransitionEngine(environment: environment)
    var adapter: KeyboardNotifications? = KeyboardNotifications(of: engine.bus, to: center)
    let observer = center.addObserver(forName: nil, object: nil, queue: nil) { notification in
      log.seen.append(notification)
    }
    engine.show()
    engine.settle()
    engine.bus.post(KeyboardEvent(.textDidChange, detail: .count(1)))
    #expect(
      log.seen.map(\.name.rawValue) == [
        "UIKeyboardWillChangeFrameNotification", "UIKeyboardWillShowNotification",
        "UIKeyboardDidChangeFrameNotification", "UIKeyboardDidShowNotification",
      ])
    let info = try #require(log.seen.first?.userInfo)
    #expect(info.count == 5)
    #expect(
      info["UIKeyboardFrameBeginUserInfoKey"] as? CGRect
        == CGRect(x: 0, y: 812, width: 375, height: 250))
    #expect(
      info["UIKeyboardFrameEndUserInfoKey"] as? CGRect
        == CGRect(x: 0, y: 562, width: 375, height: 250))
    #expect(info["UIKeyboardAnimationDurationUserInfoKey"] as? Double == 0.25)
    #expect(info["UIKeyboardAnimationCurveUserInfoKey"] as? Int == 7)
    #expect(info["UIKeyboardIsLocalUserInfoKey"] as? Bool == true)
    withExtendedLifetime(adapter) {}
    adapter = nil
    engine.hide()
    #expect(log.seen.count == 4)
    center.removeObserver(observer)
  }
}
