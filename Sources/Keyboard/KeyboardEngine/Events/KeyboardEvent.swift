/// An event about the keyboard, past or about to come, in numbers and identifiers only.
///
/// Frames are in points, in screen coordinates of their orientation: a rotation's `begin` is in the
/// old one, its `end` in the new one. No event carries a character of the text.
public struct KeyboardEvent: Sendable, Equatable {
  /// The name of the event.
  public enum Name: String, CaseIterable, Hashable, Sendable {
    /// Before it appears, or stays in another frame.
    case keyboardWillShow
    /// After it has appeared.
    case keyboardDidShow
    /// Before it goes.
    case keyboardWillHide
    /// After it has gone.
    case keyboardDidHide
    /// Before any change of frame.
    case keyboardWillChangeFrame
    /// After any change of frame.
    case keyboardDidChangeFrame
    /// Once for each rotation, as its first event.
    case orientationDidChange
    /// Another panel, page or width is shown.
    case panelDidChange
    /// Another keyboard of the pair is shown.
    case layoutDidChange
    /// The letter keys type another case.
    case shiftDidChange
    /// The keys begin or cease to type their AltGr characters.
    case altgrDidChange
    /// The text has changed; the event has only its length.
    case textDidChange
  }

  /// The cause of an event.
  public enum Cause: String, Hashable, Sendable {
    /// The host asked for the keyboard.
    case show
    /// The host sent it away, or return was accepted.
    case hide
    /// The screen was turned.
    case rotation
    /// The screen got another size.
    case resize
    /// A handler or the host asked for another height.
    case height
    /// Another place or kind: undocked, split, floated, docked, dragged.
    case move
    /// A hardware keyboard was attached, or the shortcuts bar was asked for.
    case hardware
    /// The app came back from the background.
    case foreground
    /// The person dragged the keyboard down, or released it.
    case dismissal
    /// A key, a paste or hardware input.
    case input
    /// An observer asked to start with the present state.
    case replay
  }

  /// The facts of an event beyond frames.
  public enum Detail: Hashable, Sendable {
    /// None; the frames are all.
    case none
    /// The new orientation.
    case orientation(Orientation)
    /// The panel that is shown now.
    case panel(PanelSelection)
    /// The name of the keyboard shown now.
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
  /// 1, 2, 3 …, the same for all events of a transition; 0 for events outside any transition.
  public var transition: Int
  /// The frame the keyboard had, in points on the screen.
  public var begin: Rect
  /// The frame the keyboard will have, in points on the screen.
  public var end: Rect
  /// Seconds as UIKit announces them; 0 for a change without animation.
  ///
  /// The spring of ``AnimationCurve/keyboard`` takes longer than the announced 0.25 s: see
  /// ``animationLength``.
  public var duration: Double
  /// The curve the frame moves along.
  public var curve: AnimationCurve
  /// Whether this app raised the keyboard.
  public var isLocal: Bool
  /// `false` in the did events of an interrupted transition.
  public var finished: Bool
  /// The size of the screen of the frames, in points.
  public var screen: Size
  /// The number of the post on its bus, from 1; 0 until posted.
  public var sequence: Int
  /// The cause of the event.
  public var cause: Cause
  /// The facts of the event beyond frames.
  public var detail: Detail

  /// Creates an event; every value but the name has a neutral default.
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
  /// The new orientation, in `orientationDidChange`.
  public var orientation: Orientation? {
    if case .orientation(let orientation) = detail { orientation } else { nil }
  }

  /// The panel that is shown now, in `panelDidChange`.
  public var panel: PanelSelection? {
    if case .panel(let panel) = detail { panel } else { nil }
  }

  /// The name of the keyboard shown now, in `layoutDidChange`.
  public var layout: String? {
    if case .layout(let layout) = detail { layout } else { nil }
  }

  /// The new shift state, in `shiftDidChange`.
  public var shift: ShiftState? {
    if case .shift(let shift) = detail { shift } else { nil }
  }

  /// The new state of AltGr, in `altgrDidChange`.
  public var altgr: ShiftState? {
    if case .altgr(let altgr) = detail { altgr } else { nil }
  }

  /// The number of graphemes, in `textDidChange`.
  public var count: Int? {
    if case .count(let count) = detail { count } else { nil }
  }

  /// The seconds the animation really takes, until the keyboard is at rest.
  public var animationLength: Double { curve.length(duration: duration) }

  /// True if the event belongs to the did-phase of a transition.
  public var isDid: Bool {
    switch name {
    case .keyboardDidShow, .keyboardDidHide, .keyboardDidChangeFrame: true
    default: false
    }
  }
}

extension EventBus where Event == KeyboardEvent {
  /// A bus that numbers the events posted on it in their `sequence`.
  public static func keyboard() -> EventBus<KeyboardEvent> {
    EventBus { event, number in event.sequence = number }
  }
}
