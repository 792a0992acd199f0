/// A past or upcoming change of the keyboard.
///
/// Frames are in points, in screen coordinates. In the events of a rotation, `begin` is in the
/// coordinates of the old orientation, and `end` is in those of the new orientation. An event
/// contains only numbers and identifiers, and no characters of the text.
public struct KeyboardEvent: Sendable, Equatable {
  /// The name of the event.
  @nonexhaustive public enum Name: String, CaseIterable, Hashable, Sendable {
    /// Before a docked keyboard appears or changes its frame.
    case keyboardWillShow
    /// After a docked keyboard has appeared or changed its frame.
    case keyboardDidShow
    /// Before a docked keyboard disappears or is undocked.
    case keyboardWillHide
    /// After a docked keyboard has disappeared or been undocked.
    case keyboardDidHide
    /// Before any change of frame.
    case keyboardWillChangeFrame
    /// After any change of frame.
    case keyboardDidChangeFrame
    /// The orientation of the screen has changed.
    ///
    /// With the default event order, this is the first event of a rotation.
    case orientationDidChange
    /// Another panel, page or character width (half or full) is shown.
    case panelDidChange
    /// Another keyboard of the configuration is shown.
    case layoutDidChange
    /// The shift state has changed.
    case shiftDidChange
    /// The state of AltGr has changed.
    case altgrDidChange
    /// The text has changed; the event contains only its length.
    case textDidChange
  }

  /// The cause of an event.
  @nonexhaustive public enum Cause: String, Hashable, Sendable {
    /// The host showed the keyboard.
    case show
    /// The host hid the keyboard, or the keyboard hid after the user submitted the text.
    case hide
    /// The screen was rotated.
    case rotation
    /// The screen was resized.
    case resize
    /// A handler or the host requested another height.
    case height
    /// The keyboard was docked, undocked, split, floated or dragged.
    case move
    /// A hardware keyboard was attached, or the shortcuts bar was requested.
    case hardware
    /// The app returned from the background.
    case foreground
    /// The user dragged the keyboard down, or released it.
    case dismissal
    /// The user pressed a key, pasted text or typed on a hardware keyboard.
    case input
    /// An observer requested the current state.
    case replay
  }

  /// The data of an event in addition to its frames.
  @nonexhaustive public enum Detail: Hashable, Sendable {
    /// No further data.
    case none
    /// The new orientation.
    case orientation(Orientation)
    /// The panel now shown.
    case panel(PanelSelection)
    /// The name of the keyboard now shown.
    case layout(String)
    /// The new shift state.
    case shift(ShiftState)
    /// The new state of AltGr.
    case altgr(ShiftState)
    /// The number of graphemes in the text.
    case count(Int)
  }

  /// The name of the event.
  public var name: Name
  /// The number of the transition that the event belongs to, counted from 1; 0 if there is none.
  public var transition: Int
  /// The keyboard's frame before the change, in points, in screen coordinates.
  public var begin: Rect
  /// The keyboard's frame after the change, in points, in screen coordinates.
  public var end: Rect
  /// The announced duration in seconds, as in UIKit; 0 for a change without animation.
  ///
  /// The spring of ``AnimationCurve/keyboard`` takes longer than the announced 0.25 s: see
  /// ``animationLength``.
  public var duration: Double
  /// The timing curve of the frame's animation.
  public var curve: AnimationCurve
  /// Whether this app showed the keyboard.
  public var isLocal: Bool
  /// Whether the transition was completed.
  ///
  /// The value is `false` only in the last events of an interrupted transition, for example in
  /// `keyboardDidShow`.
  public var finished: Bool
  /// The size of the screen that the frames refer to, in points.
  public var screen: Size
  /// The number of the event on its bus, counted from 1; 0 until the event is posted.
  public var sequence: Int
  /// The cause of the event.
  public var cause: Cause
  /// The data of the event in addition to its frames.
  public var detail: Detail

  /// Creates an event; every value except the name has a neutral default.
  public init(
    _ name: Name, transition: Int = 0, begin: Rect = .zero, end: Rect = .zero,
    duration: Double = 0, curve: AnimationCurve = .keyboard, isLocal: Bool = true,
    finished: Bool = true, screen: Size = .zero, cause: Cause = .input, detail: Detail = .none
  ) {
    self.name = name
    self.transition = transition
    self.begin = begin
    self.end = end
    self.duration = duration
    self.curve = curve
    self.isLocal = isLocal
    self.finished = finished
    self.screen = screen
    self.sequence = 0
    self.cause = cause
    self.detail = detail
  }
}

extension KeyboardEvent {
  /// The new orientation in an `orientationDidChange` event; `nil` in other events.
  public var orientation: Orientation? {
    if case .orientation(let orientation) = detail { orientation } else { nil }
  }

  /// The panel now shown in a `panelDidChange` event; `nil` in other events.
  public var panel: PanelSelection? {
    if case .panel(let panel) = detail { panel } else { nil }
  }

  /// The name of the keyboard now shown in a `layoutDidChange` event; `nil` in other events.
  public var layout: String? {
    if case .layout(let layout) = detail { layout } else { nil }
  }

  /// The new shift state in a `shiftDidChange` event; `nil` in other events.
  public var shift: ShiftState? {
    if case .shift(let shift) = detail { shift } else { nil }
  }

  /// The new state of AltGr in an `altgrDidChange` event; `nil` in other events.
  public var altgr: ShiftState? {
    if case .altgr(let altgr) = detail { altgr } else { nil }
  }

  /// The number of graphemes in the text in a `textDidChange` event; `nil` in other events.
  public var count: Int? {
    if case .count(let count) = detail { count } else { nil }
  }

  /// The actual length of the animation in seconds, until the keyboard is at rest.
  public var animationLength: Double { curve.length(duration: duration) }

  /// True for `keyboardDidShow`, `keyboardDidHide` and `keyboardDidChangeFrame`.
  public var isDid: Bool {
    switch name {
    case .keyboardDidShow, .keyboardDidHide, .keyboardDidChangeFrame: true
    default: false
    }
  }
}

extension EventBus where Event == KeyboardEvent {
  /// Creates a bus that numbers its events in ``KeyboardEvent/sequence``.
  public static func keyboard() -> EventBus<KeyboardEvent> {
    EventBus { event, number in event.sequence = number }
  }
}
