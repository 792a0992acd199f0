import ConstraintLayout
import Keyward
import KeywardUIKitNames
import Testing

/// Code as it is written for UIKit, with only the creation of views replaced.
@Suite struct UIKitSpellingTests {
  let engine = LayoutEngine(rootSize: Size(width: 375, height: 800), log: nil)
  let keyboardLayoutGuide: UIKeyboardLayoutGuide
  var view: UIView { engine.root }

  init() throws { keyboardLayoutGuide = try KeyboardLayoutGuide(engine: engine) }

  @Test func aViewHasTheGuideThatWasCreatedInIt() async throws {
    #expect(view.keyboardLayoutGuide === keyboardLayoutGuide)
    let field = try engine.makeItem("field", in: view)
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "V:[field(40)][keys]", options: [], metrics: nil,
        views: ["field": field, "keys": view.keyboardLayoutGuide]))
    #expect(engine.frame(of: field) == Rect(x: 0, y: 760, width: 0, height: 40))
    await #expect(processExitsWith: .failure) {
      let engine = LayoutEngine(rootSize: Size(width: 375, height: 800))
      _ = engine.root.keyboardLayoutGuide
    }
  }

  @Test func prioritiesAreCalculated() {
    let label = view.widthAnchor.constraint(equalToConstant: 5)
    label.priority = .required - 1
    #expect(label.priority == UILayoutPriority(999) && .defaultLow + 1 == UILayoutPriority(251))
    let axis: NSLayoutConstraint.Axis = .vertical
    #expect(axis == .vertical)
  }

  @Test func aFieldStaysAboveTheKeyboard() throws {
    let field = try engine.makeItem("field", in: view)
    field.translatesAutoresizingMaskIntoConstraints = false
    field.setContentHuggingPriority(.defaultHigh, for: .vertical)
    field.setContentCompressionResistancePriority(UILayoutPriority(999), for: .vertical)
    NSLayoutConstraint.activate([
      field.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      field.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      field.heightAnchor.constraint(equalToConstant: 44),
      keyboardLayoutGuide.topAnchor.constraint(
        equalToSystemSpacingBelow: field.bottomAnchor, multiplier: 1.0),
    ])
    #expect(engine.frame(of: field) == Rect(x: 8, y: 748, width: 359, height: 44))
    try keyboardLayoutGuide.update(
      KeyboardPlacement(
        kind: .docked, frame: Rect(x: 0, y: 500, width: 375, height: 300), isVisible: true),
      window: Rect(x: 0, y: 0, width: 375, height: 800), screen: Size(width: 375, height: 800))
    #expect(engine.frame(of: field).maxY == 492)
  }

  @Test func constraintsFollowTheEdges() throws {
    let edit = try engine.makeItem("edit", in: view)
    keyboardLayoutGuide.followsUndockedKeyboard = true
    keyboardLayoutGuide.keyboardDismissPadding = 12
    let above = keyboardLayoutGuide.topAnchor.constraint(equalTo: edit.bottomAnchor)
    above.identifier = "above"
    keyboardLayoutGuide.setConstraints([above], activeWhenAwayFrom: .top)
    let below = view.safeAreaLayoutGuide.bottomAnchor.constraint(equalTo: edit.bottomAnchor)
    keyboardLayoutGuide.setConstraints([below], activeWhenNearEdge: .top)
    #expect(above.isActive && !below.isActive)
    #expect(keyboardLayoutGuide.constraints(activeWhenNearEdge: .top).first === below)
  }

  @Test func aRefusedChangeIsReportedAndChangesNothing() throws {
    var reported: [String] = []
    engine.log = { reported.append($0) }
    let box = try engine.makeItem("box", in: view)
    let width = box.widthAnchor.constraint(equalToConstant: 50)
    width.isActive = true
    width.constant = .nan
    width.priority = .defaultLow
    width.priority = UILayoutPriority(1001)
    box.setContentHuggingPriority(UILayoutPriority(rawValue: 0), for: .horizontal)
    let apart = try engine.makeItem("apart")
    box.topAnchor.constraint(equalTo: apart.topAnchor).isActive = true
    #expect(reported.count == 5)
    #expect(reported.allSatisfy { $0.hasSuffix(".\n") })
    #expect(width.constant == 50 && width.priority == .required)
    #expect(box.contentHuggingPriority(for: .horizontal) == .defaultLow)
  }

  @Test func marginsAndReadableWidth() throws {
    try engine.setRootSize(Size(width: 1000, height: 600))
    view.directionalLayoutMargins = NSDirectionalEdgeInsets(
      top: 0, leading: 30, bottom: 0, trailing: 10)
    let frame = engine.frame(of: view.layoutMarginsGuide)
    #expect(frame == Rect(x: 30, y: 0, width: 960, height: 600))
    #expect(
      engine.frame(of: view.readableContentGuide) == Rect(x: 174, y: 0, width: 672, height: 600))
    try engine.setDirection(.rightToLeft)
    #expect(engine.frame(of: view.layoutMarginsGuide).x == 10)
    #expect(view.layoutMargins == UIEdgeInsets(top: 0, left: 10, bottom: 0, right: 30))
  }

  @Test func theVisualFormatTakesAnyDictionary() throws {
    let label = try engine.makeItem("label", in: view)
    let views: [String: Any] = ["label": label]
    let metrics: [String: Any] = ["gap": 20, "wide": 100.0]
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|-gap-[label(wide)]", options: [], metrics: metrics, views: views))
    #expect(engine.frame(of: label).minX == 20 && engine.frame(of: label).width == 100)
    #expect(throws: VisualFormat.Error.self) {
      try VisualFormat.constraints("[label]", views: ["label": 7])
    }
  }

  @Test func aStackIsSetByItsProperties() throws {
    let stack: UIStackView = try engine.makeStack("stack", in: view)
    stack.axis = .vertical
    stack.spacing = 4
    stack.isLayoutMarginsRelativeArrangement = true
    let (first, row) = (try engine.makeItem("first"), try engine.makeItem("row"))
    stack.addArrangedSubview(row)
    stack.insertArrangedSubview(first, at: 0)
    #expect(stack.arrangedSubviews.map(\.name) == ["first", "row"])
    stack.removeArrangedSubview(first)
    #expect(stack.arrangedSubviews.map(\.name) == ["row"] && first.superview === stack)
    #expect(stack.axis == .vertical && stack.spacing == 4)
  }
}
