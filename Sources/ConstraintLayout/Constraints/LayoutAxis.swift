/// One of the two directions a rectangle extends in.
public enum LayoutAxis: String, CaseIterable, Hashable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  var size: LayoutAttribute { self == .horizontal ? .width : .height }
}

/// What happens when required constraints contradict each other.
public enum ConflictPolicy: Hashable, Sendable {
  /// The change fails with `LayoutError.unsatisfiable` and leaves no trace.
  case fail
  /// One of the constraints is broken, the conflict is logged, and layout goes on.
  case breakAndReport
}

/// How far the system spacing keeps a view from its superview's edge.
public enum SuperviewSpacing: Hashable, Sendable {
  /// At the layout margin, as on UIKit.
  case margins
  /// That many points from the edge, as on AppKit with 20.
  case fixed(Double)
}
