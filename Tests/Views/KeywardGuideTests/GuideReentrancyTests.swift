import KeywardGuide
import Testing

/// The rules when a change fails half way, or a handler answers with another change.
@Suite struct GuideReentrancyTests {
  private static let screen = Size(width: 400, height: 800)
  private let window = Rect(origin: .zero, size: screen)
  private let engine = LayoutEngine(rootSize: screen)

  private func float(_ y: Double) -> KeyboardPlacement {
    .floating(100, y, 200, 200)
  }

  private func guide(
    in view: LayoutItem? = nil, keyboard: KeyboardPlacement?
  ) throws -> KeyboardLayoutGuide {
    var settings = KeyboardLayoutGuide.Settings()
    settings.followsUndockedKeyboard = true
    return try KeyboardLayoutGuide(
      engine: engine, in: view, settings: settings, keyboard: keyboard, screen: Self.screen)
  }

  @Test("A window that cannot be followed stays as it was")
  func aWindowThatCannotBeFollowedStaysAsItWas() throws {
    let other = try engine.makeItem("other", in: nil)
    let bar = try engine.makeItem("bar", in: engine.root)
    let label = try engine.makeItem("label", in: engine.root)
    let guide = try guide(keyboard: float(300))
    guide.setConstraints(
      [label.topAnchor.constraint(equalTo: bar.topAnchor)], activeWhenNearEdge: .bottom)
    try engine.move(label, to: other)
    let before = engine.frame(of: guide.guide)
    #expect(throws: LayoutError.self) {
      try engine.setRootSize(Size(width: 400, height: 510))
    }
    #expect(engine.rootSize == Self.screen)
    #expect(engine.frame(of: engine.root) == window)
    #expect(engine.frame(of: guide.guide) == before)
    #expect(throws: LayoutError.self) {
      try engine.root.setAdditionalSafeAreaInsets(RectInsets(bottom: 0.5))
      try engine.setDirection(.rightToLeft)
      try engine.setRootSize(Size(width: 400, height: 510))
    }
    #expect(guide.nearEdges.isEmpty)
  }

  @Test("A guide whose view is removed stops nothing")
  func aGuideWhoseViewIsRemovedHoldsUpNothing() throws {
    let panel = try engine.makeItem("panel", in: engine.root)
    let guide = try guide(in: panel, keyboard: float(300))
    try engine.removeItem(panel)
    try engine.setRootSize(Size(width: 300, height: 300))
    try engine.setSafeAreaInsets(RectInsets(bottom: 10))
    #expect(engine.rootSize.width == 300)
    #expect(guide.view.isRemoved)
  }

  @Test("A keyboard whose placing was rolled back has not been met")
  func aKeyboardWhosePlacingWasTakenBackHasNotBeenMet() throws {
    let guide = try guide(keyboard: nil)
    #expect(throws: LayoutError.self) {
      try engine.transaction { () throws(LayoutError) in
        try guide.place(float(300))
        throw .illegal("Taken back.")
      }
    }
    // 50 points from the bottom: near only for a keyboard that was near it before.
    try guide.place(float(550))
    #expect(guide.nearEdges.isEmpty)
  }

  @Test("A changed setting does not count as a keyboard met")
  func aSettingIsNoKeyboardMet() throws {
    let guide = try KeyboardLayoutGuide(engine: engine)
    guide.followsUndockedKeyboard = true
    // As above: 50 points are near only for a keyboard that was nearer before.
    try guide.place(float(550))
    #expect(guide.nearEdges.isEmpty)
  }

  @Test("A handler that answers with another change is reported once")
  func aHandlerThatAnswersWithAnotherChangeIsReportedOnce() throws {
    let guide = try guide(keyboard: nil)
    var reported = 0
    guide.onDiagnostic = { _ in
      reported += 1
      guide.nearThreshold = Double(reported)
    }
    try guide.place(float(2000))
    #expect(reported == 1 && guide.nearThreshold == 1)
    guide.onDiagnostic = { _ in
      reported += 1
      try? guide.place(self.float(300))
    }
    #expect(reported == 2 && engine.frame(of: guide.guide).y == 300)
    try guide.place(float(2000))
    #expect(reported == 3 && engine.frame(of: guide.guide).y == 300)
    guide.onDiagnostic = nil
  }

  @Test("A keyboard outside whose placing was rolled back is reported later")
  func aKeyboardOutsideThatWasTakenBackIsReportedWhenItComes() throws {
    let guide = try guide(keyboard: float(300))
    var reported = 0
    guide.onDiagnostic = { _ in reported += 1 }
    #expect(throws: LayoutError.self) {
      try engine.transaction { () throws(LayoutError) in
        try guide.place(float(2000))
        throw .illegal("Taken back.")
      }
    }
    reported = 0
    try guide.place(float(2000))
    #expect(reported == 1)
  }

  @Test("A view of another engine is refused")
  func aViewOfAnotherEngineIsRefused() throws {
    let second = LayoutEngine(rootSize: Self.screen)
    var view = try second.makeItem("a", in: second.root)
    for index in 0..<50 { view = try second.makeItem("b\(index)", in: second.root) }
    #expect(throws: LayoutError.self) { try KeyboardLayoutGuide(engine: engine, in: view) }
    #expect(throws: LayoutError.self) { try KeyboardLayoutGuide(engine: engine, in: second.root) }
  }
}
