/// The form and the place of a keyboard.
public enum KeyboardKind: Hashable, Sendable {
  /// Just below the screen.
  case hidden
  /// At the bottom, full width.
  case docked
  /// At the bottom in two halves.
  case dockedSplit
  /// At the bottom, for text from the camera; it may fill the screen.
  case camera
  /// The bar that replaces the keyboard while a hardware keyboard is attached.
  case shortcutsBar(ShortcutsBar)
  /// Full width, anywhere above the bottom.
  case undocked
  /// Like undocked, in two halves.
  case split
  /// A small keyboard anywhere.
  case floating

  /// True if it is a kind of keyboard that comes up from the bottom edge.
  public var isDocked: Bool {
    switch self {
    case .docked, .dockedSplit, .camera, .shortcutsBar: true
    case .hidden, .undocked, .split, .floating: false
    }
  }

  /// True if it is the bar that replaces a keyboard.
  var isShortcutsBar: Bool {
    if case .shortcutsBar = self { true } else { false }
  }

  /// True if the keyboard can be moved about: undocked, split, floating.
  public var isFree: Bool {
    switch self {
    case .undocked, .split, .floating: true
    case .hidden, .docked, .dockedSplit, .camera, .shortcutsBar: false
    }
  }
}

extension KeyboardKind {
  /// The everyday name of the kind: `docked`, `shortcuts bar`.
  public var word: String {
    switch self {
    case .hidden: "hidden"
    case .docked: "docked"
    case .dockedSplit: "docked split"
    case .camera: "camera"
    case .shortcutsBar: "shortcuts bar"
    case .undocked: "undocked"
    case .split: "split"
    case .floating: "floating"
    }
  }
}

/// The form of the shortcuts bar.
public enum ShortcutsBar: String, Hashable, Sendable {
  /// Full width at the bottom.
  case expanded
  /// Collapsed into the bottom corner at the side where reading begins.
  case leading
  /// Collapsed into the bottom corner at the side where reading ends.
  case trailing

  /// The height in points without the bottom safe area.
  public static let height = 55.0

  /// The width in points of a collapsed bar.
  public static let collapsedWidth = 88.0
}

/// The order of the events of rotations and shows.
public enum EventOrder: String, CaseIterable, Hashable, Sendable {
  /// As UIKit documents it.
  case `default`
  /// As the author of JGSourceBase measured it, with repeated posts after height updates.
  case jgs
  /// As in iOS 7: a docked rotation hides and shows again, without frame-change events.
  case ios7
}

/// The state of a keyboard as layout sees it.
public struct KeyboardState: Sendable, Equatable {
  /// The form and the place.
  public var kind: KeyboardKind
  /// The frame in points, in screen coordinates of `orientation`.
  public var frame: Rect
  /// Whether it is on screen.
  public var isVisible: Bool
  /// The orientation of the screen.
  public var orientation: Orientation
  /// The size of the screen in `orientation`.
  public var screen: Size
  /// The number of the present transition, from its first will event to its last did event.
  public var transition: Int?

  /// Creates a state.
  public init(
    kind: KeyboardKind, frame: Rect, isVisible: Bool, orientation: Orientation, screen: Size,
    transition: Int? = nil
  ) {
    self.kind = kind
    self.frame = frame
    self.isVisible = isVisible
    self.orientation = orientation
    self.screen = screen
    self.transition = transition
  }
}
