import AllocationCounter
import Keyward

/// One step of a drag with two hundred tracked constraints, at the start and after many others.
func guideBenchmark() throws {
  let followed = try FollowedKeyboard(trackedConstraints: 200)
  report(
    "Guide: one drag step with 200 tracked constraints (guide, swap, solve, frames)",
    measure(
      [
        Work("a step within the middle of the window", calls: 20) { followed.stepInside() },
        Work("a step that swaps two sets of fifty", calls: 20) { followed.stepAcross() },
      ], rounds: 30))
  reportGrowth(followed)
}

/// The first thousand of 20,000 steps beside the last thousand.
private func reportGrowth(_ followed: FollowedKeyboard) {
  let clock = ContinuousClock()
  var thousands: [Measurement] = []
  for thousand in 1...20 {
    var samples: [Double] = []
    let before = allocation_count()
    for step in 0..<1_000 {
      let elapsed = clock.measure {
        if step % 10 == 0 { followed.stepAcross() } else { followed.stepInside() }
      }
      samples.append(elapsed / .nanoseconds(1))
    }
    thousands.append(
      Measurement(
        name: "steps \(thousand - 1),001 to \(thousand),000 of 20,000",
        nanoseconds: samples.sorted()[500],
        allocations: Double(allocation_count() - before) / 1_000))
  }
  report("Guide: cost does not grow with the number of steps", [thousands[0], thousands[19]])
}

/// A floating keyboard, and a window whose views hang on its guide.
private final class FollowedKeyboard {
  private let transitions = TransitionEngine(
    environment: KeyboardEnvironment(
      orientation: .landscape, screen: Size(width: 1024, height: 768), height: 398))
  private let engine = LayoutEngine(rootSize: Size(width: 1024, height: 768))
  private let guide: KeyboardLayoutGuide
  private var items: [LayoutItem] = []
  private var steps = 0
  private var sum = 0.0

  /// Four sets of tracked constraints of equal size: near and away from leading, near and away from
  /// the top.
  init(trackedConstraints count: Int) throws {
    guide = try KeyboardLayoutGuide(engine: engine)
    guide.followsUndockedKeyboard = true
    var sets: [[LayoutConstraint]] = [[], [], [], []]
    let keyboard = guide.guide
    for index in 0..<count / 4 {
      let item = try engine.makeItem("view\(index)", in: engine.root)
      try item.setIntrinsicSize(Size(width: 40, height: 20))
      let distance = Double(index)
      sets[0].append(
        item.leadingAnchor.constraint(equalTo: keyboard.leadingAnchor, constant: distance))
      sets[1].append(
        item.centerXAnchor.constraint(equalTo: keyboard.centerXAnchor, constant: distance))
      sets[2].append(item.topAnchor.constraint(equalTo: keyboard.bottomAnchor, constant: distance))
      sets[3].append(item.bottomAnchor.constraint(equalTo: keyboard.topAnchor, constant: -distance))
      items.append(item)
    }
    guide.setConstraints(sets[0], activeWhenNearEdge: .leading)
    guide.setConstraints(sets[1], activeWhenAwayFrom: .leading)
    guide.setConstraints(sets[2], activeWhenNearEdge: .top)
    guide.setConstraints(sets[3], activeWhenAwayFrom: .top)
    guide.follow(transitions)
    transitions.float(Rect(x: 300, y: 300, width: 320, height: 254))
    transitions.show()
    transitions.settle()
    transitions.beginDrag()
  }

  /// Makes a step that leaves all sets unchanged.
  func stepInside() {
    steps += 1
    move(to: Point(x: 300 + Double(steps % 37), y: 200 + Double(steps % 41)))
  }

  /// A step to the left edge and one back, by turns: two sets change places.
  func stepAcross() {
    steps += 1
    let isNear = guide.nearEdges.contains(.leading)
    move(to: Point(x: isNear ? 300 : 10, y: 200 + Double(steps % 41)))
  }

  private func move(to origin: Point) {
    transitions.drag(to: origin)
    for item in items { sum += engine.frame(of: item).x }
    precondition(sum.isFinite)
  }
}

/// A rotation of a login window, from the event to the frames.
func rotationBenchmark() throws {
  let device = try Device.named("iphone-xs")
  let portrait = ScreenDescription(device: device, orientation: .portrait)
  let keyboard = try Keyboard(
    KeyboardConfiguration(
      definition: try ShippedLayouts.keyboard(named: "latin-qwerty"), profile: .standard,
      screen: portrait),
    text: try SecretText(policy: .allowUnlocked))
  let login = try LoginWindow(on: portrait)
  login.guide.follow(keyboard.transitions) { state in
    HostWindow(
      filling: state.screen, safeArea: portrait.turned(to: state.orientation).safeArea)
  }
  keyboard.show(at: 0)
  var now = 1.0
  var check = 0.0
  report(
    "Guide: a rotation of a login window, from the event to solved frames",
    measure([
      Work("rotate, events, guide, solve, frames", calls: 100) {
        keyboard.rotate(to: keyboard.state.orientation.rotated, at: now)
        for item in login.items { check += login.engine.frame(of: item).width }
        now += 1
        keyboard.advance(to: now)
      }
    ]))
  precondition(check > 0)
}

/// A password field, and three links that stay above the keyboard.
private struct LoginWindow {
  let engine: LayoutEngine
  let guide: KeyboardLayoutGuide
  let items: [LayoutItem]

  init(on screen: ScreenDescription) throws {
    let engine = LayoutEngine(rootSize: screen.size)
    try engine.setSafeAreaInsets(screen.safeArea)
    let (root, safeArea) = (engine.root, engine.root.safeAreaLayoutGuide)
    let password = try engine.makeItem("password", in: root)
    try password.setIntrinsicSize(Size(width: 240, height: 36))
    let box = try engine.makeItem("box", in: root)
    var views = ["password": password, "box": box]
    for name in ["find", "line1", "freeze", "line2", "more"] {
      let view = try engine.makeItem(name, in: box)
      if !name.hasPrefix("line") { try view.setIntrinsicSize(Size(width: 60, height: 16)) }
      views[name] = view
    }
    let guide = try KeyboardLayoutGuide(engine: engine)
    guide.followsUndockedKeyboard = true
    guide.nearThreshold = 88
    try engine.activate(
      VisualFormat.constraints(
        "H:|[find]-[line1(1)]-[freeze]-[line2(1)]-[more]|",
        options: [.alignAllTop, .alignAllBottom], views: views)
        + VisualFormat.constraints("V:|[line1(16)]|", views: views)
        + [
          box.centerXAnchor.constraint(equalTo: root.centerXAnchor),
          password.centerXAnchor.constraint(equalTo: root.centerXAnchor),
          password.topAnchor.constraint(
            equalTo: safeArea.topAnchor, constant: 96, priority: LayoutPriority(500)),
          password.topAnchor.constraint(
            greaterThanOrEqualTo: safeArea.topAnchor, constant: 8, priority: LayoutPriority(600)),
          password.bottomAnchor.constraint(lessThanOrEqualTo: box.topAnchor, constant: -16),
        ])
    guide.setConstraints(
      [box.bottomAnchor.constraint(equalTo: guide.topAnchor, constant: -10)],
      activeWhenAwayFrom: .top)
    guide.setConstraints(
      [
        box.bottomAnchor.constraint(equalTo: safeArea.bottomAnchor, constant: -10),
        password.topAnchor.constraint(
          greaterThanOrEqualTo: guide.bottomAnchor, constant: 8, priority: LayoutPriority(900)),
      ], activeWhenNearEdge: .top)
    (self.engine, self.guide) = (engine, guide)
    items = Array(views.values)
  }
}
