import KeywardGuide
import Testing

/// The finer rules of tracked constraints.
@Suite struct TrackedConstraintTests {
  private let engine = LayoutEngine(rootSize: Size(width: 1024, height: 768))

  private func guide(_ x: Double = 300) throws -> (KeyboardLayoutGuide, LayoutItem) {
    var settings = KeyboardLayoutGuide.Settings()
    settings.followsUndockedKeyboard = true
    let guide = try KeyboardLayoutGuide(
      engine: engine, settings: settings, keyboard: .floating(x, 300),
      screen: engine.rootSize)
    return (guide, try engine.makeItem("view", in: engine.root))
  }

  @Test("Registered constraints are returned in their order, active or not")
  func arraysComeBackInTheirOrderActiveOrNot() throws {
    let (guide, view) = try guide()
    let constraints = [3.0, 1, 2].map {
      view.widthAnchor.constraint(greaterThanOrEqualToConstant: $0)
    }
    guide.setConstraints(constraints, activeWhenNearEdge: [.top, .leading])
    let stored = guide.constraints(activeWhenNearEdge: [.leading, .top])
    #expect(stored.map(\.constant) == [3, 1, 2])
    #expect(stored.allSatisfy { !$0.isActive })
    #expect(guide.constraints(activeWhenNearEdge: .leading).isEmpty)
    #expect(guide.constraints(activeWhenAwayFrom: [.top, .leading]).isEmpty)
    #expect(guide.constraints(activeWhenNearEdge: []).isEmpty)
  }

  @Test("A constraint stays active while another registration needs it")
  func aKeySetAgainKeepsWhatOthersWant() throws {
    let (guide, view) = try guide()
    let shared = view.widthAnchor.constraint(equalToConstant: 5)
    let own = view.heightAnchor.constraint(equalToConstant: 5)
    guide.setConstraints([shared, own], activeWhenAwayFrom: .top)
    guide.setConstraints([shared], activeWhenAwayFrom: .leading)
    guide.setConstraints([], activeWhenAwayFrom: .top)
    #expect(shared.isActive && !own.isActive)
    guide.setConstraints([own], activeWhenAwayFrom: .leading)
    #expect(!shared.isActive && own.isActive)
    guide.removeAllTrackedConstraints()
    #expect(!own.isActive && guide.constraints(activeWhenAwayFrom: .leading).isEmpty)
  }

  @Test("Constraints switched by the host are corrected at the next move")
  func manuallySwitchedConstraintsAreCorrected() throws {
    let (guide, view) = try guide()
    let away = view.widthAnchor.constraint(equalToConstant: 5)
    let near = view.heightAnchor.constraint(equalToConstant: 5)
    guide.setConstraints([away], activeWhenAwayFrom: .leading)
    guide.setConstraints([near], activeWhenNearEdge: .leading)
    try engine.deactivate([away])
    try engine.activate([near])
    try guide.place(.floating(301, 300))
    #expect(away.isActive && !near.isActive)
  }

  @Test("Untracked constraints of the guide are ordinary")
  func untrackedConstraintsOfTheGuideAreOrdinary() throws {
    let (guide, view) = try guide()
    let ordinary = view.bottomAnchor.constraint(equalTo: guide.guide.topAnchor)
    try engine.activate([ordinary])
    guide.followsUndockedKeyboard = false
    #expect(ordinary.isActive)
    #expect(engine.frame(of: view).maxY == 768)
  }

  @Test("Exchanging contradicting sets is no conflict")
  func aSwapOfContradictingSetsIsNoConflict() throws {
    let (guide, view) = try guide()
    var logs: [String] = []
    engine.log = { logs.append($0) }
    let sets = (1...4).map { size in
      [
        view.widthAnchor.constraint(equalToConstant: Double(size)),
        view.heightAnchor.constraint(equalToConstant: Double(size)),
      ]
    }
    guide.setConstraints(sets[0], activeWhenNearEdge: .leading)
    guide.setConstraints(sets[1], activeWhenNearEdge: .trailing)
    guide.setConstraints(sets[2], activeWhenAwayFrom: [.leading, .trailing])
    for (x, width) in [(10.0, 1.0), (690, 2), (300, 3), (0, 1), (300, 3), (704, 2)] {
      try guide.place(.floating(x, 300))
      #expect(engine.frame(of: view).width == width)
    }
    #expect(logs.isEmpty && engine.conflicts.isEmpty)
  }

  @Test("Constraints of a removed item are forgotten")
  func constraintsOfARemovedItemAreForgotten() throws {
    let (guide, view) = try guide()
    let other = try engine.makeItem("other", in: engine.root)
    guide.setConstraints(
      [
        view.widthAnchor.constraint(equalToConstant: 5),
        other.widthAnchor.constraint(equalToConstant: 6),
      ], activeWhenNearEdge: .leading)
    try engine.removeItem(view)
    try guide.place(.floating(10, 300))
    #expect(guide.constraints(activeWhenNearEdge: .leading).map(\.constant) == [6])
    #expect(engine.frame(of: other).width == 6)
  }

  @Test("A move refused under the policy fail changes nothing")
  func underTheFailPolicyARefusedMoveLeavesNoTrace() throws {
    let strict = LayoutEngine(rootSize: engine.rootSize, conflictPolicy: .fail)
    let guide = try KeyboardLayoutGuide(
      engine: strict, keyboard: .floating(300, 300), screen: strict.rootSize)
    let view = try strict.makeItem("view", in: strict.root)
    try strict.activate([view.widthAnchor.constraint(equalToConstant: 5)])
    let clash = view.widthAnchor.constraint(equalToConstant: 6)
    guide.setConstraints([clash], activeWhenNearEdge: .leading)
    var settings = guide.settings
    settings.followsUndockedKeyboard = true
    #expect(throws: LayoutError.self) {
      try guide.update(
        .floating(10, 300), window: Rect(origin: .zero, size: strict.rootSize),
        screen: strict.rootSize, settings: settings)
    }
    #expect(!clash.isActive && guide.nearEdges == .bottom && !guide.followsUndockedKeyboard)
    #expect(guide.placement == .floating(300, 300))
    var reported: [String] = []
    guide.onDiagnostic = { reported.append($0.description) }
    guide.followsUndockedKeyboard = true
    guide.nearThreshold = 400
    #expect(reported.count == 1 && guide.nearThreshold == 44)
  }
}
