import ConstraintLayout

extension KeyboardLayoutGuide {
  /// The settings by which a guide follows the keyboard.
  public struct Settings: Hashable, Sendable {
    /// True if the guide follows an undocked, split or floating keyboard.
    public var followsUndockedKeyboard = false
    /// True if the guide without a keyboard ends at the safe area's bottom.
    public var usesBottomSafeArea = true
    /// The distance in points above the keyboard at which a dismissing drag begins; negative counts
    /// as 0.
    public var dismissPadding = 0.0
    /// The distance in points within which an edge becomes near.
    public var nearThreshold = 44.0
    /// The same for leading and trailing; `nil` for ``nearThreshold``.
    ///
    /// It differs, for example, on a grid of cells that are not square.
    public var sideNearThreshold: Double?
    /// The distance in points beyond the threshold at which a near edge becomes away.
    public var hysteresis = 8.0
    /// The width in points up to which a window narrower than the screen is never near a side.
    public var narrowWidth = 400.0
    /// True if an undocked keyboard can be near the bottom, as in UIKit's header.
    public var undockedMayBeNearBottom = false
    /// True if tracked constraints are active although undocked keyboards are not followed.
    public var lenientTracking = false

    /// The defaults.
    public init() {}

    /// The distance within which an edge becomes near, in points.
    func threshold(for edge: RectEdge) -> Double {
      edge == .leading || edge == .trailing ? sideNearThreshold ?? nearThreshold : nearThreshold
    }

    /// - Throws: `LayoutError.illegal` for a distance that is NaN or infinite.
    func check() throws(LayoutError) {
      let distances = [
        ("near threshold", nearThreshold), ("side threshold", sideNearThreshold ?? 0),
        ("hysteresis", hysteresis), ("narrow width", narrowWidth),
        ("dismiss padding", dismissPadding),
      ]
      for (name, distance) in distances where !distance.isFinite {
        throw .illegal("The \(name) of a keyboard guide cannot be \(distance), give it in points.")
      }
    }
  }

  /// True if the guide follows an undocked, split or floating keyboard; off at first.
  public var followsUndockedKeyboard: Bool {
    get { settings.followsUndockedKeyboard }
    set { changeSettings { $0.followsUndockedKeyboard = newValue } }
  }

  /// True if the guide without a keyboard ends at the safe area's bottom; on at first.
  public var usesBottomSafeArea: Bool {
    get { settings.usesBottomSafeArea }
    set { changeSettings { $0.usesBottomSafeArea = newValue } }
  }

  /// The distance in points above the keyboard at which a dismissing drag begins; 0 at first,
  /// negative counts as 0.
  public var dismissPadding: Double {
    get { settings.dismissPadding }
    set { changeSettings { $0.dismissPadding = newValue } }
  }

  /// The distance in points within which an edge becomes near; 44 at first.
  public var nearThreshold: Double {
    get { settings.nearThreshold }
    set { changeSettings { $0.nearThreshold = newValue } }
  }

  /// The distance in points beyond the threshold at which a near edge becomes away; 8 at first.
  public var hysteresis: Double {
    get { settings.hysteresis }
    set { changeSettings { $0.hysteresis = newValue } }
  }

  /// The width in points up to which a window narrower than the screen is never near a side; 400 at
  /// first.
  public var narrowWidth: Double {
    get { settings.narrowWidth }
    set { changeSettings { $0.narrowWidth = newValue } }
  }

  /// True if an undocked keyboard can be near the bottom, as in UIKit's header; off at first.
  public var undockedMayBeNearBottom: Bool {
    get { settings.undockedMayBeNearBottom }
    set { changeSettings { $0.undockedMayBeNearBottom = newValue } }
  }

  /// True if the tracked constraints for docked and hidden keyboards are active although undocked
  /// ones are not followed; off at first.
  public var lenientTracking: Bool {
    get { settings.lenientTracking }
    set { changeSettings { $0.lenientTracking = newValue } }
  }

  /// Changes one setting; if the engine refuses, reports that and changes nothing.
  private func changeSettings(_ change: (inout Settings) -> Void) {
    var new = settings
    change(&new)
    telling { () throws(LayoutError) in try self.set(new) }
  }
}
