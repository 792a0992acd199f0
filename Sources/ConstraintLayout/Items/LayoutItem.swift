import Geometry

/// A view: a rectangle with content, margins, and views and guides inside it.
public class LayoutItem: LayoutArea {
  /// Says that a view has no natural size on an axis.
  public static let noIntrinsicMetric = -1.0

  /// The views inside this one, in the order they were put there.
  public internal(set) var subviews: [LayoutItem] = []

  var properties = Properties()
  /// Content-size constraints by axis, while the view has a natural size there.
  var contentSizes: [LayoutAxis: ContentSize] = [:]
  var autoresizing: Autoresizing?
  /// The measurement of the height that the content needs in a width, if there is one.
  var measurement: Measurement?
  /// The guides that follow the view's insets.
  var safeAreaGuideStorage: LayoutGuide?
  /// The insets of the safe area as of the last layout pass.
  var safeAreaInsetsStorage = RectInsets.zero

  /// The link by which areas inside the view find it, once there are any.
  private var linkStorage: ViewLink?

  var link: ViewLink {
    if let linkStorage { return linkStorage }
    let link = ViewLink(self)
    linkStorage = link
    return link
  }

  deinit { linkStorage?.view = nil }

  /// Everything that can be set on a view, in one value so that a failed change can put it back.
  struct Properties {
    var intrinsicSize = Size(
      width: LayoutItem.noIntrinsicMetric, height: LayoutItem.noIntrinsicMetric)
    var hugging: [LayoutAxis: LayoutPriority] = [:]
    var compression: [LayoutAxis: LayoutPriority] = [:]
    var alignmentInsets = RectInsets.zero
    var firstBaseline = 0.0
    var lastBaseline = 0.0
    var layoutMargins = RectInsets(top: 8, left: 8, bottom: 8, right: 8)
    var marginsIncludeSafeArea = true
    var additionalSafeAreaInsets = RectInsets.zero
    var isHidden = false
  }

  /// The two optional inequalities that hold a view near its natural size on one axis.
  struct ContentSize {
    var compression: LayoutConstraint
    var hugging: LayoutConstraint
  }

  override var outset: RectInsets { properties.alignmentInsets }

  /// Lets go of the constraints the view has made and of what measures it, which hold the view in
  /// turn.
  func releaseConstraints(in engine: LayoutEngine?) {
    if contentSizes.isEmpty && autoresizing == nil && measurement == nil { return }
    let (sizes, old, measurement) = (contentSizes, autoresizing, measurement)
    engine?.onRollback {
      self.contentSizes = sizes
      self.autoresizing = old
      self.measurement = measurement
    }
    contentSizes = [:]
    autoresizing = nil
    self.measurement = nil
  }

  /// The natural size in points; `noIntrinsicMetric` where there is none.
  public var intrinsicSize: Size { properties.intrinsicSize }
  /// The distances in points by which the frame extends beyond the alignment rectangle.
  public var alignmentInsets: RectInsets { properties.alignmentInsets }
  /// The first baseline's distance from the top, in points.
  public var firstBaselineOffset: Double { properties.firstBaseline }
  /// The last baseline's distance from the bottom, in points.
  public var lastBaselineOffset: Double { properties.lastBaseline }
  /// The margins without the safe area, in points; 8 on every side unless set.
  public var layoutMargins: RectInsets { properties.layoutMargins }
  /// Whether the view's own safe-area insets are added to its margins.
  public var marginsIncludeSafeArea: Bool { properties.marginsIncludeSafeArea }
  /// The insets in points that the view adds to the safe area that comes from outside.
  public var additionalSafeAreaInsets: RectInsets { properties.additionalSafeAreaInsets }
  /// Whether the view is hidden; only stacks care.
  public var isHidden: Bool { properties.isHidden }

  /// The priority at which the view resists growing beyond its natural size; 250 unless set.
  public func huggingPriority(_ axis: LayoutAxis) -> LayoutPriority {
    properties.hugging[axis] ?? .defaultLow
  }

  /// The priority at which the view resists shrinking below its natural size; 750 unless set.
  public func compressionResistance(_ axis: LayoutAxis) -> LayoutPriority {
    properties.compression[axis] ?? .defaultHigh
  }

  /// The margins that the margin attributes use.
  var effectiveMargins: RectInsets {
    let margins = properties.layoutMargins
    guard properties.marginsIncludeSafeArea else { return margins }
    let safe = safeAreaInsetsStorage
    return RectInsets(
      top: margins.top + safe.top, left: margins.left + safe.left,
      bottom: margins.bottom + safe.bottom, right: margins.right + safe.right)
  }
}
