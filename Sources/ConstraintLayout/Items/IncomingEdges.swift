/// The link by which areas find their engine, as long as there is one.
///
/// It does what `weak` does, for objects of one isolation domain. A weak reference is looked up
/// with a lock, and the object it points to counts its references the slow way from then on; the
/// engine and its views are asked for at every turn. Here, who goes says so.
final class EngineLink {
  /// The engine takes itself out before its memory goes; if it ever did not, the program would
  /// stop.
  unowned var engine: LayoutEngine?
}

/// The link by which areas find the view they lie in, as long as there is one; see `EngineLink`.
final class ViewLink {
  /// The view takes itself out before its memory goes; if it ever did not, the program would stop.
  unowned var view: LayoutItem?

  init(_ view: LayoutItem) { self.view = view }
}
