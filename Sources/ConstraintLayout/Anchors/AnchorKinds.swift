/// The kind of an anchor; comparing anchors that do not go together does not compile.
public protocol AnchorKind {}

/// A position on the x axis.
public protocol HorizontalKind: AnchorKind {}

/// Goes with left and right: they do, and centres.
public protocol PairsWithAbsolute: HorizontalKind {}

/// Goes with leading and trailing: they do, and centres.
public protocol PairsWithDirectional: HorizontalKind {}

/// Left, right and their margins.
public enum AbsoluteX: PairsWithAbsolute {}

/// Leading, trailing and their margins.
public enum DirectionalX: PairsWithDirectional {}

/// Horizontal centres, which go with every position on the x axis.
public enum NeutralX: PairsWithAbsolute, PairsWithDirectional {}

/// Positions on the y axis, baselines among them.
public enum PositionY: AnchorKind {}

/// Widths and heights.
public enum LayoutDimension: AnchorKind {}
