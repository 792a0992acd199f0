extension LayoutArea: CustomStringConvertible {
  /// The name, the frame and the view it lies in: `bar 0,436,320,44 in view`.
  public var description: String {
    guard let engine, !isRemoved else { return "\(name), removed" }
    let place = superview.map { " in \($0.name)" } ?? ""
    return "\(name) \(engine.frameText(of: self))\(place)"
  }
}

extension LayoutItem {
  /// This view and those inside it, a line each, indented by depth: the name, the frame in its
  /// superview, and whether it is hidden or could be elsewhere with the same constraints.
  ///
  ///     print(engine.root.layoutTrace)
  ///     // view 0,0,320,480
  ///     //   bar 0,436,320,44
  ///     //     field 8,0,200,44 (ambiguous)
  ///
  /// Lays out what has changed. It looks for other solutions, so it is slow; use it to find faults.
  public var layoutTrace: String {
    guard let engine, !isRemoved else { return "\(self)" }
    engine.layout()
    let ambiguous = Set(engine.ambiguousItems().map(ObjectIdentifier.init))
    return engine.tree(below: self) { view in
      (view.isHidden ? " (hidden)" : "")
        + (ambiguous.contains(ObjectIdentifier(view)) ? " (ambiguous)" : "")
    }
    .joined(separator: "\n")
  }
}
