import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// Ties between natural sizes: the earlier view of a format keeps its size.
@Suite struct FormatOrderTests {
  let engine = LayoutEngine(rootSize: Size(width: 320, height: 320), log: nil)

  /// A button and a field, created in either order.
  func views(buttonFirst: Bool, _ size: Double) throws -> (button: LayoutItem, field: LayoutItem) {
    var made: [String: LayoutItem] = [:]
    for name in buttonFirst ? ["button", "field"] : ["field", "button"] {
      let size = name == "field" ? size : 46
      made[name] = try engine.view(name, size, size)
    }
    return (try #require(made["button"]), try #require(made["field"]))
  }

  @Test(
    "The button before the field keeps its size, whichever was created first",
    arguments: [
      ("H:|[button]-[field]|", VisualFormat.Options()),
      ("V:|[button]-[field]|", VisualFormat.Options()),
      ("H:|[button]-[field]|", VisualFormat.Options.directionRightToLeft),
      ("H:|[button]-[field]|", VisualFormat.Options.directionLeftToRight),
      ("V:|[button]-[field]|", VisualFormat.Options.spacingBaselineToBaseline),
    ], [true, false])
  func theEarlierKeepsItsSize(
    _ form: (format: String, options: VisualFormat.Options), _ buttonFirst: Bool
  ) throws {
    for direction in ReadingDirection.allCases {
      for size in [60.0, 400] {
        try engine.setDirection(direction)
        let (button, field) = try views(buttonFirst: buttonFirst, size)
        try engine.activate(
          VisualFormat.constraints(
            form.format, options: form.options, views: ["button": button, "field": field]))
        let frames = [button, field].map { engine.frame(of: $0).size }
        let lengths = frames.map { form.format.hasPrefix("V") ? $0.height : $0.width }
        #expect(lengths == [46, 266], "\(direction), \(size)")
        for view in [button, field] { try engine.removeItem(view) }
      }
    }
  }

  @Test("The order ends with the format, and a circle leaves the order of creation")
  func theOrderEnds() throws {
    let (button, field) = try views(buttonFirst: false, 60)
    let views = ["button": button, "field": field]
    let edges = try VisualFormat.constraints("H:|[button]-[field]|", views: views)
    try engine.activate(edges)
    #expect(engine.frame(of: button).width == 46)
    try engine.deactivate(edges)
    try engine.activate([
      field.leadingAnchor.constraint(equalTo: engine.root.leadingAnchor),
      button.leadingAnchor.constraint(equalTo: field.trailingAnchor),
      button.trailingAnchor.constraint(equalTo: engine.root.trailingAnchor),
    ])
    #expect(engine.frame(of: field).width == 60 && engine.frame(of: button).width == 260)
    try engine.activate(VisualFormat.constraints("H:[button]-(>=-999)-[field]", views: views))
    #expect(engine.frame(of: field).width == 274 && engine.frame(of: button).width == 46)
    try engine.activate(VisualFormat.constraints("H:[field]-(>=-999)-[button]", views: views))
    #expect(engine.frame(of: field).width == 60 && engine.frame(of: button).width == 260)
  }

  @Test("A change that fails leaves the order as it was")
  func failedChanges() throws {
    let (button, field) = try views(buttonFirst: false, 60)
    let views = ["button": button, "field": field]
    try engine.activate(VisualFormat.constraints("H:|[button]-[field]|", views: views))
    #expect(engine.frame(of: button).width == 46)
    #expect(throws: LayoutError.self) {
      try engine.transaction { () throws(LayoutError) in
        try engine.deactivate(engine.activeConstraints.filter { $0.source == .user })
        throw .illegal("no")
      }
    }
    #expect(engine.frame(of: button).width == 46)
  }

  @Test("In a stack, the first arranged view keeps its size")
  func stacks() throws {
    let (button, field) = try views(buttonFirst: false, 60)
    let stack = try engine.makeStack("stack", in: engine.root)
    try stack.arrange(button, field)
    try engine.activate(VisualFormat.constraints("|[stack]|", views: ["stack": stack]))
    #expect(engine.frame(of: button).width == 46)
    try stack.arrange(button)
    #expect(engine.frame(of: field).width == 60)
  }
}
