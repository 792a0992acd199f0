/// One of the two directions a rectangle extends in.
public enum LayoutAxis: String, CaseIterable, Hashable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  var size: LayoutAttribute { self == .horizontal ? .width : .height }
}

/// The answer to required constraints that contradict each other.
public enum ConflictPolicy: Hashable, Sendable {
  /// The change fails with `LayoutError.unsatisfiable` and leaves no trace.
  case fail
  /// One of the constraints is broken, the conflict is logged, and layout goes on.
  case breakAndReport
}

/// The distance the system spacing keeps between a view and its superview's edge.
public enum SuperviewSpacing: Hashable, Sendable {
  /// At the layout margin, as on UIKit.
  case margins
  /// A number of points from the edge, as on AppKit with 20.
  case fixed(Double)
}
