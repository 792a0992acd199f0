import KeywardGeometry

@testable import ConstraintLayout

extension LayoutEngine {
  /// A view with a natural size, inside the root unless reported otherwise.
  func view(
    _ name: String, _ width: Double = -1, _ height: Double = -1, in parent: LayoutItem? = nil
  ) throws -> LayoutItem {
    let view = try makeItem(name, in: parent ?? root)
    try view.setIntrinsicSize(Size(width: width, height: height))
    return view
  }

  /// Views in a row as wide as the root, each at least 10 wide.
  func row(of count: Int) throws -> [LayoutItem] {
    try transaction { () throws(LayoutError) in
      var views: [LayoutItem] = []
      for index in 0..<count {
        let view = try makeItem("v\(index)", in: root)
        let last = views.last?.trailingAnchor ?? root.leadingAnchor
        try activate([
          view.widthAnchor.constraint(greaterThanOrEqualToConstant: 10),
          view.leadingAnchor.constraint(equalTo: last),
        ])
        views.append(view)
      }
      try activate([views[count - 1].trailingAnchor.constraint(equalTo: root.trailingAnchor)])
      return views
    }
  }

  /// Whether a new solver finds that the constraints alone can all hold.
  func canHold(_ constraints: [LayoutConstraint]) -> Bool {
    var solver = LayoutSolver()
    var variables: [LayoutSolver.Variable: LayoutSolver.Variable] = [:]
    for constraint in constraints {
      let terms = constraint.lowered.terms.map { term in
        let isSize = !state.solver.symbols[term.variable.symbol].requirement.isEmpty
        let variable = variables[term.variable] ?? solver.makeVariable(isNonNegative: isSize)
        variables[term.variable] = variable
        return LayoutSolver.Term(variable, term.coefficient)
      }
      _ = solver.insert(terms, constraint.relation, -constraint.lowered.constant)
    }
    return solver.checkRequired() == nil
  }

  /// Whether the members of a conflict contradict each other, and any of them could be left out.
  func isIrreducible(_ conflict: LayoutConflict) -> Bool {
    let members = conflict.constraints
    return !canHold(members)
      && members.allSatisfy { left in canHold(members.filter { $0 !== left }) }
  }

  /// A view that moves itself: the less of it is inside the safe area, the lower it is.
  func viewMovedByItsSafeArea() throws -> LayoutItem {
    try setSafeAreaInsets(RectInsets(top: 20))
    let view = try view("v", 10, 50)
    let guide = view.safeAreaLayoutGuide
    let probe = try self.view("probe", 1, 1)
    try activate([
      probe.topAnchor.constraint(equalTo: guide.topAnchor),
      view.topAnchor.constraint(equalTo: probe.topAnchor, multiplier: 0.5, constant: -5),
    ])
    return view
  }

  /// The frames of items as `name x,y,w,h`, rounded to a thousandth.
  func frames(_ items: LayoutArea...) -> [String] {
    items.map { "\($0.name) " + frame(of: $0).short }
  }
}

extension Rect {
  var short: String { [x, y, width, height].map(Self.short).joined(separator: ",") }

  static func short(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return shortText(rounded == 0 ? 0 : rounded)
  }
}
