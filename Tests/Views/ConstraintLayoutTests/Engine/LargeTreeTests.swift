import KeywardGeometry
import KeywardTestSupport
import Testing

@testable import ConstraintLayout

/// Trees that are too deep for recursion, and too wide for a search in each step.
@Suite(.tags(.slow)) struct LargeTreeTests {
  static let depth = 20_000

  /// Views inside each other, each one point smaller on every side.
  static func chain(_ count: Int, in engine: LayoutEngine) throws -> [LayoutItem] {
    var views: [LayoutItem] = []
    for index in 0..<count {
      let parent = views.last ?? engine.root
      let view = try engine.makeItem("v\(index)", in: parent)
      try engine.activate([
        view.leadingAnchor.constraint(equalTo: parent.leadingAnchor, constant: 1),
        view.topAnchor.constraint(equalTo: parent.topAnchor, constant: 1),
        view.widthAnchor.constraint(equalToConstant: 10),
        view.heightAnchor.constraint(equalToConstant: 10),
      ])
      views.append(view)
    }
    return views
  }

  @Test("A tree of 20,000 views inside each other is laid out, printed and removed at the top")
  func removedAtTheTop() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100), log: nil)
    var views = try Self.chain(Self.depth, in: engine)
    try engine.setSafeAreaInsets(RectInsets(top: 20))
    #expect(engine.absoluteFrame(of: views[Self.depth - 1]).x == Double(Self.depth))
    #expect(engine.safeAreaInsets(of: views[0]).top == 10)
    let lines = engine.root.layoutTrace.split(separator: "\n")
    #expect(lines.count == Self.depth + 1)
    #expect(lines.allSatisfy { $0.prefix { $0 == " " }.count <= 40 })
    #expect(lines[20].hasPrefix(String(repeating: " ", count: 40) + "v19"))
    let fitting = engine.systemLayoutSizeFitting(LayoutEngine.fittingCompressed, of: views[0])
    #expect(fitting == Size(width: 10, height: 10))
    try engine.removeItem(views[0])
    #expect(views.allSatisfy { $0.isRemoved })
    views = []
    #expect(engine.activeConstraints.count == 2)
    #expect(engine.dump().split(separator: "\n").count == 3)
  }

  @Test("A tree of 20,000 views inside each other is removed one by one, or with its engine")
  func removedAtTheBottom() throws {
    weak var top: LayoutItem?
    try {
      let engine = LayoutEngine(rootSize: Size(width: 100, height: 100), log: nil)
      for view in try Self.chain(Self.depth, in: engine).reversed() { try engine.removeItem(view) }
      #expect(engine.root.subviews.isEmpty && engine.activeConstraints.count == 2)
      top = try Self.chain(Self.depth, in: engine)[0]
    }()
    #expect(top == nil)
  }

  @Test("A removed tree that the host still holds is deallocated without recursion")
  func heldTree() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100), log: nil)
    var held: LayoutItem? = try engine.makeStack("outer", in: engine.root)
    var inner = held
    for index in 0..<Self.depth {
      let next =
        index % 100 == 0
        ? try engine.makeStack("s", in: inner) : try engine.makeItem("v", in: inner)
      if let stack = inner as? StackLayout { try stack.arrange(next) }
      inner = next
    }
    weak let deepest = inner
    inner = nil
    if let held { try engine.removeItem(held) }
    #expect(deepest != nil)
    held = nil
    #expect(deepest == nil)
  }

  @Test("Rows are removed one by one from either end, in the middle and by the superview")
  func rowsAreRemoved() throws {
    let count = 3200
    for order in ["first", "last", "middle", "superview"] {
      let engine = LayoutEngine(rootSize: Size(width: 100, height: 100), log: nil)
      let list = try engine.makeItem("list", in: engine.root)
      var rows: [LayoutItem] = []
      for index in 0..<count {
        let row = try engine.makeItem("row\(index)", in: list)
        try row.setIntrinsicSize(Size(width: 50, height: 20))
        let above = rows.last?.bottomAnchor ?? list.topAnchor
        try engine.activate([
          row.leadingAnchor.constraint(equalTo: list.leadingAnchor),
          row.topAnchor.constraint(equalTo: above),
        ])
        rows.append(row)
      }
      #expect(engine.frame(of: rows[count - 1]).y == Double(20 * (count - 1)))
      switch order {
      case "first": for row in rows { try engine.removeItem(row) }
      case "last": for row in rows.reversed() { try engine.removeItem(row) }
      case "middle":
        for index in rows.indices { try engine.removeItem(rows[(index * 1607) % count]) }
      default: try engine.removeItem(list)
      }
      #expect(list.subviews.isEmpty || list.isRemoved)
      #expect(engine.activeConstraints.count == 2, "\(order)")
      #expect(rows.allSatisfy { $0.isRemoved && $0.links.isEmpty })
      #expect(list.links.isEmpty && engine.state.areas.count == (order == "superview" ? 1 : 2))
    }
  }

  @Test("A removal that fails restores the lists of items and constraints")
  func failedRemoval() throws {
    let engine = LayoutEngine(rootSize: Size(width: 100, height: 100), log: nil)
    let views = try Self.chain(10, in: engine)
    let guide = views[4].layoutMarginsGuide
    let before = (engine.frame(of: views[9]), engine.dump(), engine.state.areas.map(\.name))
    #expect(throws: LayoutError.self) {
      try engine.transaction { () throws(LayoutError) in
        try engine.removeItem(views[3])
        throw .illegal("no")
      }
    }
    #expect(engine.frame(of: views[9]) == before.0 && engine.dump() == before.1)
    #expect(engine.state.areas.map(\.name) == before.2)
    #expect(views.allSatisfy { !$0.isRemoved } && views[4].guides.first === guide)
    for view in [engine.root] + views {
      for (place, constraint) in view.links.enumerated() {
        let places = constraint.places
        #expect((constraint.first === view ? places.first : places.second) == place)
      }
    }
    try engine.removeItem(views[3])
    #expect(guide.isRemoved && engine.activeConstraints.count == 14)
  }
}
