import ConstraintLayout
import Testing

@testable import KeywardGuide

/// The guide's frame, nearness with hysteresis, and tracked constraints.
@Suite struct KeyboardLayoutGuideTests {
  static let screen = Size(width: 1024, height: 768)
  static let window = Rect(origin: .zero, size: screen)

  final class Host {
    var logs: [String] = []
    let engine: LayoutEngine
    let keyboard: KeyboardLayoutGuide
    let view: LayoutItem

    init(
      direction: ReadingDirection = .leftToRight,
      _ change: (inout KeyboardLayoutGuide.Settings) -> Void = { $0.followsUndockedKeyboard = true }
    ) throws {
      var settings = KeyboardLayoutGuide.Settings()
      change(&settings)
      engine = LayoutEngine(rootSize: screen, direction: direction)
      try engine.setSafeAreaInsets(RectInsets(top: 24, bottom: 20))
      keyboard = try KeyboardLayoutGuide(engine: engine, settings: settings)
      view = try engine.makeItem("view", in: engine.root)
      engine.log = { [unowned self] in logs.append($0) }
    }

    func float(_ x: Double, _ y: Double, window: Rect = KeyboardLayoutGuideTests.window) throws {
      try keyboard.update(.floating(x, y), window: window, screen: screen)
    }
  }

  @Test("Nearness has hysteresis")
  func nearnessHasHysteresis() throws {
    let host = try Host()
    var picture = ""
    for x in [100.0, 53, 52, 45, 44, 45, 52, 53, 52, 45] {
      try host.float(x, 300)
      picture += host.keyboard.nearEdges.contains(.leading) ? "N" : "a"
    }
    #expect(picture == "aaaaNNNaaa")
  }

  @Test("Of two opposite edges the nearer counts")
  func ofOppositeEdgesTheNearerCounts() throws {
    let host = try Host { settings in
      settings.followsUndockedKeyboard = true
      settings.nearThreshold = 600
    }
    try host.float(352, 257)
    #expect(host.keyboard.nearEdges == [.bottom, .leading])
    try host.float(353, 256)
    #expect(host.keyboard.nearEdges == [.top, .trailing])
    let mirrored = try Host(direction: .rightToLeft)
    try mirrored.float(1024 - 320, 300)
    #expect(mirrored.keyboard.nearEdges == .leading)
  }

  @Test("Narrow windows have no near sides")
  func narrowWindowsHaveNoSides() throws {
    let host = try Host()
    let third = Rect(x: 0, y: 0, width: 320, height: 768)
    try host.engine.setRootSize(third.size)
    try host.float(0, 300, window: third)
    #expect(host.keyboard.nearEdges.isEmpty)
    #expect(host.engine.frame(of: host.keyboard.guide).width == 320)
  }

  @Test("The guide ends at the safe area and follows only if asked")
  func guideEndsAtTheSafeAreaAndFollowsOnlyIfAsked() throws {
    let host = try Host { _ in }
    try host.float(100, 300)
    let hidden = Rect(x: 0, y: 748, width: 1024, height: 20)
    #expect(host.engine.frame(of: host.keyboard.guide) == hidden)
    var settings = host.keyboard.settings
    settings.usesBottomSafeArea = false
    let docked = KeyboardPlacement(
      kind: .docked, frame: Rect(x: 0, y: 758, width: 1024, height: 10), isVisible: true)
    try host.keyboard.place(docked)
    #expect(host.engine.frame(of: host.keyboard.guide).y == 748)
    try host.keyboard.update(
      docked, window: Self.window, screen: Self.screen, settings: settings)
    #expect(host.engine.frame(of: host.keyboard.guide).y == 758)
    let off = Rect(x: 0, y: 0, width: 1024, height: 500)
    try host.engine.setRootSize(off.size)
    try host.keyboard.update(docked, window: off, screen: Self.screen, settings: settings)
    let below = Rect(x: 0, y: 500, width: 1024, height: 0)
    #expect(host.engine.frame(of: host.keyboard.guide) == below)
  }

  @Test("Exactly one of near and away is active")
  func exactlyOneOfNearAndAwayIsActive() throws {
    let host = try Host()
    let guide = host.keyboard
    let near = host.view.leftAnchor.constraint(equalTo: guide.guide.leftAnchor)
    let away = host.view.leftAnchor.constraint(equalTo: guide.guide.leftAnchor, constant: 50)
    guide.setConstraints([near], activeWhenNearEdge: .leading)
    guide.setConstraints([away], activeWhenAwayFrom: .leading)
    for x in [10.0, 300, 20, 48, 60, 0] {
      try host.float(x, 300)
      #expect(near.isActive != away.isActive)
      #expect(near.isActive == guide.nearEdges.contains(.leading))
    }
    #expect(host.logs.isEmpty && host.engine.conflicts.isEmpty)
    #expect(guide.constraints(activeWhenNearEdge: .leading).first === near)
    #expect(guide.constraints(activeWhenNearEdge: .top).isEmpty)
    guide.setConstraints([], activeWhenNearEdge: .leading)
    #expect(!near.isActive && guide.constraints(activeWhenNearEdge: .leading).isEmpty)
    guide.removeAllTrackedConstraints()
    #expect(!away.isActive)
  }

  @Test("A constraint of several entries is active for one of them")
  func constraintOfSeveralEntriesNeedsOne() throws {
    let host = try Host()
    let shared = host.view.widthAnchor.constraint(equalToConstant: 5)
    host.keyboard.setConstraints([shared], activeWhenNearEdge: [.top, .leading])
    host.keyboard.setConstraints([shared], activeWhenNearEdge: .bottom)
    try host.float(300, 300)
    #expect(!shared.isActive)
    try host.float(10, 300)
    #expect(!shared.isActive)
    try host.float(10, 10)
    #expect(shared.isActive)
    try host.float(10, 510)
    #expect(shared.isActive)
  }

  @Test("Nothing is tracked without following")
  func nothingIsTrackedWithoutFollowing() throws {
    let docked = KeyboardPlacement(
      kind: .docked, frame: Rect(x: 0, y: 500, width: 1024, height: 268), isVisible: true)
    for isLenient in [false, true] {
      let host = try Host { $0.lenientTracking = isLenient }
      let width = host.view.widthAnchor.constraint(equalToConstant: 5)
      host.keyboard.setConstraints([width], activeWhenNearEdge: .bottom)
      try host.keyboard.place(docked)
      #expect(width.isActive == isLenient)
      // A keyboard that is not followed counts as hidden.
      try host.float(100, 300)
      #expect(width.isActive == isLenient)
    }
  }

  @Test("Only the threshold counts for a keyboard met first")
  func onlyTheThresholdCountsForAKeyboardMetFirst() throws {
    // 45 below, 45 at the side: between the threshold and the hysteresis.
    let host = try Host()
    try host.float(45, 768 - 254 - 45)
    #expect(host.keyboard.nearEdges.isEmpty)
    try host.float(44, 768 - 254 - 44)
    #expect(host.keyboard.nearEdges == [.leading, .bottom])
    try host.float(45, 768 - 254 - 45)
    #expect(host.keyboard.nearEdges == [.leading, .bottom])
  }
}

extension KeyboardPlacement {
  static func floating(
    _ x: Double, _ y: Double, _ width: Double = 320, _ height: Double = 254
  ) -> KeyboardPlacement {
    KeyboardPlacement(
      kind: .floating, frame: Rect(x: x, y: y, width: width, height: height), isVisible: true)
  }
}

extension KeyboardLayoutGuide {
  /// Moves the guide to a keyboard in the same window.
  func place(_ placement: KeyboardPlacement) throws(LayoutError) {
    try update(placement, window: window, screen: screen)
  }
}
