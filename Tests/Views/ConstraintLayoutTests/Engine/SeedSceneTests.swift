import KeywardGeometry
import Testing

@testable import ConstraintLayout

/// The scenes of the specification, made by hand.
@Suite struct SeedSceneTests {
  /// A chat bar above a keyboard: a field that gives way and a button that does not.
  final class Chat {
    let engine: LayoutEngine
    let keyboard: LayoutGuide
    let bar: LayoutItem
    let field: LayoutItem
    let send: LayoutItem

    init(hugging: (Float, Float), compression: (Float, Float), width: Double) throws {
      let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
      self.engine = engine
      bar = try engine.view("bar")
      field = try engine.view("field", width, 30, in: bar)
      send = try engine.view("send", 46, 30, in: bar)
      keyboard = try engine.makeGuide(
        "keyboard", in: engine.root, frame: Rect(x: 0, y: 480, width: 320, height: 0))
      field.setContentHuggingPriority(LayoutPriority(hugging.0), for: .horizontal)
      send.setContentHuggingPriority(LayoutPriority(hugging.1), for: .horizontal)
      field.setContentCompressionResistancePriority(LayoutPriority(compression.0), for: .horizontal)
      send.setContentCompressionResistancePriority(LayoutPriority(compression.1), for: .horizontal)
      let views = ["bar": bar, "field": field, "send": send]
      try engine.activate(
        VisualFormat.constraints("H:|[bar]|", views: views)
          + VisualFormat.constraints(
            "H:|-[field]-[send]-|", options: .alignAllCenterY, views: views)
          + [
            field.topAnchor.constraint(equalTo: bar.topAnchor, constant: 6),
            field.bottomAnchor.constraint(equalTo: bar.bottomAnchor, constant: -6),
            bar.bottomAnchor.constraint(equalTo: keyboard.topAnchor),
          ])
    }
  }

  @Test func chatBarSitsOnTheKeyboard() throws {
    let chat = try Chat(hugging: (249, 250), compression: (750, 751), width: 60)
    let engine = chat.engine
    #expect(
      engine.frames(chat.bar, chat.field, chat.send)
        == ["bar 0,438,320,42", "field 8,6,250,30", "send 266,6,46,30"])
    #expect(engine.ambiguousItems().isEmpty)
    try chat.keyboard.setFrame(Rect(x: 0, y: 230, width: 320, height: 250))
    #expect(engine.frame(of: chat.bar).y == 188)
  }

  @Test(arguments: [
    ((Float(250), Float(250)), (Float(750), Float(750)), 60.0, "8,60 76,236", Float(250), 190.0),
    ((250, 251), (750, 750), 60, "8,250 266,46", 250, 190),
    ((249, 250), (750, 750), 60, "8,250 266,46", 249, 190),
    ((250, 250), (750, 750), 400, "8,296 312,0", 750, 150),
    ((249, 250), (750, 750), 400, "8,296 312,0", 750, 150),
    ((250, 250), (750, 751), 400, "8,250 266,46", 750, 150),
  ])
  func prioritiesDecideWhoGivesWay(
    _ hugging: (Float, Float), _ compression: (Float, Float), _ width: Double, _ picture: String,
    _ priority: Float, _ violation: Double
  ) throws {
    let chat = try Chat(hugging: hugging, compression: compression, width: width)
    let frames = [chat.field, chat.send].map { chat.engine.frame(of: $0) }
    #expect(
      frames.map { Rect.short($0.x) + "," + Rect.short($0.width) }.joined(separator: " ")
        == picture)
    let missed = chat.engine.residuals().filter { $0.violation > 1e-6 }
    #expect(missed.map(\.priority.rawValue) == [priority])
    #expect(missed.allSatisfy { abs($0.violation - violation) < 1e-6 })
    let isOpen = picture == "8,60 76,236" || picture == "8,296 312,0"
    #expect(chat.engine.ambiguousItems().map(\.name) == (isOpen ? ["field", "send"] : []))
  }

  func makeLinks(_ engine: LayoutEngine, in box: LayoutItem) throws -> [LayoutItem] {
    var views: [String: LayoutItem] = [:]
    for name in ["find", "freeze", "more"] { views[name] = try engine.view(name, 60, 16, in: box) }
    for name in ["line1", "line2"] { views[name] = try engine.view(name, in: box) }
    try engine.activate(
      VisualFormat.constraints(
        "H:|[find]-[line1(1)]-[freeze]-[line2(1)]-[more]|",
        options: [.alignAllTop, .alignAllBottom], views: views)
        + VisualFormat.constraints("V:|[line1(16)]|", views: views))
    return ["find", "line1", "freeze", "line2", "more"].compactMap { views[$0] }
  }

  @Test func linksHaveAFittingSize() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
    let links = try makeLinks(engine, in: engine.root)
    let size = engine.systemLayoutSizeFitting(LayoutEngine.fittingCompressed)
    #expect(size == Size(width: 214, height: 16))
    try engine.setRootSize(Size(width: 214, height: 16))
    #expect(links.map { engine.frame(of: $0).x } == [0, 68, 77, 145, 154])
    #expect(engine.conflicts.isEmpty)
  }

  @Test func loginKeepsTheLinksAboveTheKeyboard() throws {
    let engine = LayoutEngine(rootSize: Size(width: 375, height: 812))
    try engine.setSafeAreaInsets(RectInsets(top: 44, bottom: 34))
    let box = try engine.view("box")
    _ = try makeLinks(engine, in: box)
    let keyboard = try engine.makeGuide(
      "keyboard", in: engine.root, frame: Rect(x: 0, y: 778, width: 375, height: 34))
    try engine.activate([
      box.centerXAnchor.constraint(equalTo: engine.root.centerXAnchor),
      box.bottomAnchor.constraint(equalTo: keyboard.topAnchor, constant: -10),
    ])
    #expect(engine.frames(box) == ["box 80.5,752,214,16"])
  }

  @Test func tabsShareTheWidth() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 568))
    let items = try ["a", "b", "c", "d", "e"].map { try engine.view($0) }
    let tabs = try engine.makeStack("tabs", in: engine.root)
    try tabs.arrange(items)
    tabs.distribution = .fillEqually
    try engine.activate(
      VisualFormat.constraints("H:|[tabs]|", views: ["tabs": tabs]) + [
        tabs.heightAnchor.constraint(equalToConstant: 49),
        tabs.bottomAnchor.constraint(equalTo: engine.root.safeAreaLayoutGuide.bottomAnchor),
      ])
    #expect(engine.frame(of: tabs).y == 519)
    #expect(items.map { engine.frame(of: $0).short } == (0..<5).map { "\($0 * 64),0,64,49" })
  }

  @Test func toolbarsStayInsideTheSafeArea() throws {
    let engine = LayoutEngine(rootSize: Size(width: 375, height: 812))
    try engine.setSafeAreaInsets(RectInsets(top: 44, bottom: 34))
    let top = try engine.view("topBar")
    let bottom = try engine.view("bottomBar")
    let views = ["top": top, "bottom": bottom]
    let safe = engine.root.safeAreaLayoutGuide
    try engine.activate(
      VisualFormat.constraints("|[top]|", views: views)
        + VisualFormat.constraints("|[bottom]|", views: views) + [
          top.topAnchor.constraint(equalTo: safe.topAnchor),
          top.heightAnchor.constraint(equalToConstant: 44),
          bottom.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
          bottom.heightAnchor.constraint(equalToConstant: 60),
        ])
    #expect(engine.frames(top, bottom) == ["topBar 0,44,375,44", "bottomBar 0,718,375,60"])
  }

  @Test(arguments: [
    (Size(width: 375, height: 812), RectInsets(top: 44, bottom: 34), "0,718,375,94", 243.0),
    (
      Size(width: 812, height: 375), RectInsets(left: 44, bottom: 21, right: 44),
      "0,294,812,81", 636
    ),
  ])
  func edgeToolbarKeepsItsButtonSafe(
    _ screen: Size, _ insets: RectInsets, _ frame: String, _ buttonX: Double
  ) throws {
    var reports: [String] = []
    let engine = LayoutEngine(rootSize: screen) { reports.append($0) }
    try engine.setSafeAreaInsets(insets)
    let bar = try engine.view("bar")
    let button = try engine.view("button", 120, 40, in: bar)
    let safe = engine.root.safeAreaLayoutGuide
    let barSafe = bar.safeAreaLayoutGuide
    try engine.activate(
      VisualFormat.constraints("|[bar]|", views: ["bar": bar]) + [
        bar.bottomAnchor.constraint(equalTo: engine.root.bottomAnchor),
        bar.topAnchor.constraint(equalTo: safe.bottomAnchor, constant: -60),
        button.centerYAnchor.constraint(equalTo: barSafe.centerYAnchor),
        button.rightAnchor.constraint(equalTo: barSafe.rightAnchor, constant: -12),
      ])
    #expect(engine.frame(of: bar).short == frame)
    #expect(engine.frame(of: button).short == "\(Rect.short(buttonX)),10,120,40")
    #expect(reports.isEmpty)
  }

  @Test func advertKeepsItsLabelInTheCorner() throws {
    let engine = LayoutEngine(rootSize: Size(width: 320, height: 44))
    let label = try engine.view("label")
    try label.setFrame(
      Rect(x: 270, y: 22, width: 40, height: 12), autoresizing: [.flexibleLeft, .flexibleTop],
      superviewSize: Size(width: 320, height: 44))
    #expect(engine.frames(label) == ["label 270,22,40,12"])
    try engine.setRootSize(Size(width: 768, height: 60))
    #expect(engine.frames(label) == ["label 718,38,40,12"])
  }
}
