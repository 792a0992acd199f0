/// A view that lays other views out in a row or a column.
///
///     let bar = try engine.makeStack("bar", in: engine.root)
///     try bar.setSpacing(8)
///     try bar.arrange(engine.makeItem("field"), engine.makeItem("send"))
///
/// What is arranged becomes a subview, and may be a stack itself. A stack is made of ordinary
/// constraints; every change exchanges those that differ in one transaction.
public final class StackLayout: LayoutItem {
  /// The rule by which views share the length of the stack.
  public enum Distribution: String, CaseIterable, Hashable, Sendable {
    /// Views fill the length; the one with the lowest priority to keep its size gives way.
    case fill
    /// Views fill the length and are equally long.
    case fillEqually
    /// Views fill the length in proportion to their intrinsic lengths.
    case fillProportionally
    /// Views keep their lengths; equal gaps between them, at least the spacing, fill the rest.
    case equalSpacing
    /// The centres of neighbours are equally far apart where the spacing leaves room for that.
    case equalCentering
  }

  /// The place of views across the stack; `leading` and `top` mean the same, as do their opposites.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// Views reach from one side to the other.
    case fill
    /// Views of a column begin at the leading side.
    case leading
    /// Views of a row begin at the top.
    case top
    /// The centres of the views lie on the middle of the stack.
    case center
    /// Views of a column end at the trailing side.
    case trailing
    /// Views of a row end at the bottom.
    case bottom
    /// The first baselines of a row are level; a column refuses it.
    case firstBaseline
    /// The last baselines of a row are level; a column refuses it.
    case lastBaseline
  }

  /// The arithmetic of `fillProportionally`.
  public enum Proportion: String, CaseIterable, Hashable, Sendable {
    /// As UIKit: shares of the whole length, the last view taking the error.
    case uikit
    /// Shares of the length less the spacing.
    case exact
  }

  struct Settings {
    var axis = LayoutAxis.horizontal
    var distribution = Distribution.fill
    var alignment = Alignment.fill
    var spacing = 0.0
    var isMarginsRelative = false
    var isBaselineRelative = false
    var proportion = Proportion.uikit
    var arranged: [LayoutItem] = []
    /// Distances that differ, by the rank of the view before.
    var customSpacing: [Int: Double] = [:]
  }

  var settings = Settings()
  /// Constraints made so far, to be used again, so that they keep their serials.
  var made: [ConstraintKey: LayoutConstraint] = [:]
  /// Guides made so far.
  var spanner: LayoutGuide?
  var spacer: LayoutGuide?
  var gaps: [LayoutGuide] = []
  var marginsGuide: LayoutGuide?

  override func releaseConstraints(in engine: LayoutEngine?) {
    super.releaseConstraints(in: engine)
    let old = made
    engine?.onRollback { self.made = old }
    made = [:]
  }

  /// The direction views follow each other in; horizontal unless set.
  public var axis: LayoutAxis { settings.axis }
  /// The rule by which views share the length; `fill` unless set.
  public var distribution: Distribution { settings.distribution }
  /// The place of views across the stack; `fill` unless set.
  public var alignment: Alignment { settings.alignment }
  /// The distance between neighbours in points; 0 unless set.
  public var spacing: Double { settings.spacing }
  /// Whether views stay inside the margins.
  public var isMarginsRelative: Bool { settings.isMarginsRelative }
  /// Whether a column measures distances from baseline to baseline.
  public var isBaselineRelative: Bool { settings.isBaselineRelative }
  /// The arithmetic of `fillProportionally`.
  public var proportion: Proportion { settings.proportion }
  /// The views the stack lays out, hidden ones included, in their order.
  public var arrangedViews: [LayoutItem] { settings.arranged }

  /// The distance after a view, if it is not the stack's.
  public func customSpacing(after view: LayoutItem) -> Double? {
    settings.customSpacing[view.rank]
  }
}

extension LayoutEngine {
  /// Registers a stack without views.
  ///
  /// - Parameters:
  ///   - name: its name in messages.
  ///   - parent: the view it lies in; with none it waits to be arranged by another stack, or moved.
  /// - Returns: the stack.
  /// - Throws: `LayoutError.illegal` if the parent belongs to another engine.
  public func makeStack(
    _ name: String, in parent: LayoutItem? = nil
  ) throws(LayoutError) -> StackLayout {
    try register(name, in: parent) { rank, placement in
      StackLayout(name: name, rank: rank, engine: self, superview: parent, placement: placement)
    }
  }
}
