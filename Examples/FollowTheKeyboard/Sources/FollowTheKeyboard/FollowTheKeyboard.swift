import Keyward

/// A tablet's window with a search field that follows the keyboard.
///
/// It is above the keyboard, or at the bottom if the keyboard is near the top.
@main
struct FollowTheKeyboard {
  static func main() throws {
    let landscape = KeyboardEnvironment(
      orientation: .landscape, screen: Size(width: 1024, height: 768), bottomInset: 20, height: 398)
    let portrait = KeyboardEnvironment(
      orientation: .portrait, screen: Size(width: 768, height: 1024), bottomInset: 20, height: 313)

    // The window: a field of 400 x 44, and the guide that represents the keyboard.
    let engine = LayoutEngine(rootSize: landscape.screen)
    try engine.setSafeAreaInsets(RectInsets(top: 24, bottom: 20))
    let field = try engine.makeItem("field", in: engine.root)
    try field.setIntrinsicSize(Size(width: 400, height: 44))
    let keyboard = try KeyboardLayoutGuide(engine: engine)
    keyboard.followsUndockedKeyboard = true

    // The keyboard's position decides which constraints are active; they switch automatically.
    let guide = keyboard.guide
    let safe = engine.root.safeAreaLayoutGuide
    keyboard.setConstraints(
      [field.bottomAnchor.constraint(equalTo: guide.topAnchor)], activeWhenAwayFrom: .top)
    keyboard.setConstraints(
      [field.bottomAnchor.constraint(equalTo: safe.bottomAnchor)], activeWhenNearEdge: .top)
    keyboard.setConstraints(
      [field.centerXAnchor.constraint(equalTo: guide.centerXAnchor)],
      activeWhenAwayFrom: [.leading, .trailing])
    keyboard.setConstraints(
      [field.leadingAnchor.constraint(equalTo: guide.leadingAnchor)], activeWhenNearEdge: .leading)
    keyboard.setConstraints(
      [field.trailingAnchor.constraint(equalTo: guide.trailingAnchor)],
      activeWhenNearEdge: .trailing)

    // The keyboard, which the guide follows from now on; the window adopts the screen's size.
    let transitions = TransitionEngine(environment: landscape)
    keyboard.follow(transitions)

    func report(_ what: String) {
      let frame = engine.frame(of: field)
      print("\(what): keyboard \(keyboard.placement.kind.word), field at \(frame.x), \(frame.y)")
    }
    func settle(_ what: String) {
      transitions.settle()
      report(what)
    }

    report("at first")
    transitions.show()
    // The views have their final frames; the keyboard is still moving, and a front end draws it at
    // its presentation frame.
    for tenth in 0...5 {
      transitions.advance(to: Double(tenth) / 10)
      print("  after \(Double(tenth) / 10) s: top at \(rounded(transitions.presentationFrame.y))")
    }
    settle("shown")
    transitions.undock(top: 250)
    settle("undocked")
    transitions.float(Rect(x: 350, y: 300, width: 320, height: 254))
    settle("floating")

    transitions.beginDrag()
    for place in [Point(x: 200, y: 200), Point(x: 10, y: 200), Point(x: 690, y: 20)] {
      transitions.drag(to: place)
      report("dragged to \(place.x), \(place.y)")
    }
    transitions.endDrag()
    settle("dropped")

    transitions.dock()
    settle("docked")
    transitions.rotate(to: portrait)
    settle("rotated")
    transitions.hide()
    settle("hidden")
  }

  /// The number to a tenth of a point.
  static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
