/// The screen of a keyboard, and the keyboard's own height there.
public struct KeyboardEnvironment: Hashable, Sendable {
  /// The orientation of the screen.
  public var orientation: Orientation
  /// The size of the screen in that orientation, in points.
  public var screen: Size
  /// The bottom safe inset in that orientation, in points.
  public var bottomInset: Double
  /// The whole height of the docked keyboard: base height, toolbar and bottom safe inset.
  public var height: Double
  /// The side from which text is read.
  public var direction: ReadingDirection

  /// Creates an environment.
  public init(
    orientation: Orientation, screen: Size, bottomInset: Double = 0, height: Double,
    direction: ReadingDirection = .leftToRight
  ) {
    self.orientation = orientation
    self.screen = screen
    self.bottomInset = bottomInset
    self.height = height
    self.direction = direction
  }

  /// The same environment with 0 for impossible numbers.
  var sanitised: KeyboardEnvironment {
    func possible(_ number: Double) -> Double { number.isFinite ? max(0, number) : 0 }
    var copy = self
    copy.screen = Size(width: possible(screen.width), height: possible(screen.height))
    copy.bottomInset = possible(bottomInset)
    copy.height = possible(height)
    return copy
  }
}

/// All facts that decide the keyboard's frame; commands map one situation to the next.
struct Situation: Equatable {
  var environment: KeyboardEnvironment
  /// The kind shown now or at the next show, never `hidden`.
  var kind: KeyboardKind
  var isVisible: Bool
  /// The whole height: the keyboard's own, or one that a handler asked for.
  var height: Double
  /// The top edge of an undocked or split keyboard.
  var top: Double
  /// The frame of a floating keyboard.
  var floating: Rect

  init(_ environment: KeyboardEnvironment) {
    self.environment = environment
    kind = .docked
    isVisible = false
    height = environment.height
    top = 0
    floating = .zero
  }

  var screen: Size { environment.screen }

  /// The height of an undocked or split keyboard, without the safe area.
  var freeHeight: Double { max(0, height - environment.bottomInset) }

  /// The frame while the keyboard is on screen.
  var shownFrame: Rect {
    switch kind {
    case .hidden, .docked, .dockedSplit, .camera:
      return Rect(x: 0, y: screen.height - height, width: screen.width, height: height)
    case .undocked, .split:
      return Rect(x: 0, y: top, width: screen.width, height: freeHeight)
    case .floating:
      return floating
    case .shortcutsBar(let bar):
      return barFrame(bar)
    }
  }

  private func barFrame(_ bar: ShortcutsBar) -> Rect {
    let height = ShortcutsBar.height + environment.bottomInset
    let width = bar == .expanded ? screen.width : min(ShortcutsBar.collapsedWidth, screen.width)
    let isLeft = (bar == .leading) == (environment.direction == .leftToRight)
    let x = bar == .expanded || isLeft ? 0 : screen.width - width
    return Rect(x: x, y: screen.height - height, width: width, height: height)
  }

  /// The frame just below the screen, as high as the keyboard that comes or goes.
  var hiddenFrame: Rect {
    Rect(x: 0, y: screen.height, width: screen.width, height: shownFrame.height)
  }

  var frame: Rect { isVisible ? shownFrame : hiddenFrame }

  var visibleKind: KeyboardKind { isVisible ? kind : .hidden }

  /// The same keyboard on another screen, at its own height there and pulled inside.
  func moved(to environment: KeyboardEnvironment) -> Situation {
    var next = self
    next.environment = environment
    next.height = environment.height
    next.top = max(0, min(top, environment.screen.height - next.freeHeight))
    next.floating = floating.pulled(into: environment.screen)
    return next
  }
}

extension Rect {
  /// The rectangle, moved as little as possible to lie on a screen; if it is too big, it keeps the
  /// left or top.
  func pulled(into screen: Size) -> Rect {
    Rect(
      x: max(0, min(x, screen.width - width)), y: max(0, min(y, screen.height - height)),
      width: width, height: height)
  }
}
