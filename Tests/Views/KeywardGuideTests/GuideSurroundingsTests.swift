import KeywardGuide
import Testing

/// The surroundings the guide follows automatically: window, safe area, direction, flags, and its
/// owning view.
@Suite struct GuideSurroundingsTests {
  private static let screen = Size(width: 1024, height: 768)
  private static let docked = KeyboardPlacement(
    kind: .docked, frame: Rect(x: 0, y: 370, width: 1024, height: 398), isVisible: true)

  private let engine = LayoutEngine(rootSize: screen)

  private func guide(
    in view: LayoutItem? = nil, keyboard: KeyboardPlacement? = docked, window: Rect? = nil,
    _ change: (inout KeyboardLayoutGuide.Settings) -> Void = { $0.followsUndockedKeyboard = true }
  ) throws -> KeyboardLayoutGuide {
    var settings = KeyboardLayoutGuide.Settings()
    change(&settings)
    return try KeyboardLayoutGuide(
      engine: engine, in: view, settings: settings, keyboard: keyboard, window: window,
      screen: Self.screen)
  }

  private func frame(_ guide: KeyboardLayoutGuide) -> Rect { engine.frame(of: guide.guide) }

  @Test("A guide made while the keyboard is shown is right at once")
  func aGuideMadeWhileTheKeyboardIsUpIsRightAtOnce() throws {
    let guide = try guide()
    #expect(frame(guide) == Rect(x: 0, y: 370, width: 1024, height: 398))
    let late = try FollowedTour()
    late.take("float:300,300,320,254 show")
    let second = LayoutEngine(rootSize: .zero)
    let follower = try KeyboardLayoutGuide(engine: second)
    follower.followsUndockedKeyboard = true
    follower.follow(late.transitions)
    #expect(second.rootSize == Self.screen)
    #expect(second.frame(of: follower.guide) == Rect(x: 300, y: 300, width: 320, height: 254))
    follower.stopFollowing()
    late.take("hide")
    #expect(second.frame(of: follower.guide).y == 300)
  }

  @Test("A followed keyboard turns the safe area with the screen")
  func aKeyboardIsFollowedOnAScreenWhoseSafeAreaTurnsWithIt() throws {
    let screen = try ScreenDescription(
      size: Size(width: 375, height: 812), safeArea: RectInsets(top: 44, bottom: 34))
    let keyboard = try Keyboard(
      KeyboardConfiguration(layout: "latin-qwerty", screen: screen),
      text: SecretText(policy: .allowUnlocked))
    let guide = try guide(keyboard: nil)
    guide.follow(keyboard)
    #expect(engine.rootSize == screen.size && engine.safeAreaInsets == screen.safeArea)
    keyboard.show()
    keyboard.rotate(to: .landscape)
    #expect(engine.rootSize == screen.size.swapped)
    #expect(engine.safeAreaInsets == screen.safeArea(.landscape))
    #expect(engine.safeAreaInsets.left > 0 && engine.safeAreaInsets.top == 0)
    #expect(frame(guide).y == keyboard.state.frame.y)
  }

  @Test("A followed keyboard is not kept alive")
  func aFollowedKeyboardIsNotKeptAlive() throws {
    let guide = try guide(keyboard: nil)
    weak var probe: Keyboard?
    do {
      let keyboard = try Keyboard(
        KeyboardConfiguration(layout: "number", screen: ScreenDescription(size: Self.screen)),
        text: SecretText(policy: .allowUnlocked))
      probe = keyboard
      guide.follow(keyboard)
      #expect(guide.placement.isVisible == false)
    }
    #expect(probe == nil)
  }

  @Test("The guide follows window, safe area and direction")
  func windowSafeAreaAndDirectionAreFollowed() throws {
    let guide = try guide(keyboard: .floating(20, 300))
    #expect(guide.nearEdges == .leading)
    try engine.setDirection(.rightToLeft)
    #expect(guide.nearEdges == .trailing)
    try engine.setRootSize(Size(width: 340, height: 500))
    #expect(frame(guide) == Rect(x: 20, y: 300, width: 320, height: 200))
    // Narrower than the screen and at most 400 wide: no sides.
    #expect(guide.nearEdges == .bottom)
    try engine.setRootSize(Size(width: 340, height: 200))
    #expect(frame(guide) == Rect(x: 0, y: 200, width: 340, height: 0))
    try engine.setSafeAreaInsets(RectInsets(bottom: 34))
    #expect(frame(guide) == Rect(x: 0, y: 166, width: 340, height: 34))
    try engine.root.setAdditionalSafeAreaInsets(RectInsets(bottom: 6))
    #expect(frame(guide) == Rect(x: 0, y: 160, width: 340, height: 40))
    guide.usesBottomSafeArea = false
    #expect(frame(guide) == Rect(x: 0, y: 200, width: 340, height: 0))
  }

  /// A guide without a named screen has the window's, even after the window has turned.
  @Test("Without a screen the window fills it")
  func withoutAScreenTheWindowFillsIt() throws {
    let engine = LayoutEngine(rootSize: Size(width: 812, height: 375))
    let guide = try KeyboardLayoutGuide(engine: engine)
    #expect(guide.placement == .hidden(on: Size(width: 812, height: 375)))
    guide.followsUndockedKeyboard = true
    try engine.setRootSize(Size(width: 375, height: 812))
    #expect(guide.placement == .hidden(on: Size(width: 375, height: 812)))
    let second = LayoutEngine(rootSize: Size(width: 812, height: 375))
    let floating = try KeyboardLayoutGuide(
      engine: second, settings: guide.settings,
      keyboard: .floating(10, 100, 200, 150))
    #expect(floating.nearEdges == .leading)
    // Not a narrow window of a wider screen.
    try second.setRootSize(Size(width: 375, height: 812))
    #expect(floating.nearEdges == .leading)
    #expect(floating.placement.frame.x == 10)
  }

  @Test("A given screen stays when the root is resized")
  func aGivenScreenStays() throws {
    let engine = LayoutEngine(rootSize: Size(width: 812, height: 375))
    var settings = KeyboardLayoutGuide.Settings()
    settings.followsUndockedKeyboard = true
    let floating = KeyboardPlacement.floating(10, 100, 200, 150)
    let guide = try KeyboardLayoutGuide(engine: engine, settings: settings, keyboard: floating)
    let window = Rect(origin: .zero, size: engine.rootSize)
    try guide.update(floating, window: window, screen: Size(width: 812, height: 375))
    try engine.setRootSize(Size(width: 375, height: 375))
    #expect(guide.nearEdges.isEmpty)
  }

  @Test("Tracked constraints follow the window too")
  func trackedConstraintsFollowTheWindowToo() throws {
    let guide = try guide(keyboard: .floating(20, 300))
    let view = try engine.makeItem("view", in: engine.root)
    let width = view.widthAnchor.constraint(equalToConstant: 5)
    guide.setConstraints([width], activeWhenNearEdge: .leading)
    #expect(width.isActive)
    try engine.setDirection(.rightToLeft)
    #expect(!width.isActive)
    guide.nearThreshold = 700
    #expect(guide.nearEdges == [.bottom, .trailing])
    guide.followsUndockedKeyboard = false
    #expect(guide.nearEdges == .bottom)
  }

  @Test("A window smaller than the screen")
  func aWindowSmallerThanTheScreen() throws {
    let window = Rect(x: 512, y: 100, width: 512, height: 600)
    try engine.setRootSize(window.size)
    let guide = try guide(window: window)
    #expect(frame(guide) == Rect(x: 0, y: 270, width: 512, height: 330))
    try guide.place(.floating(400, 600))
    #expect(frame(guide) == Rect(x: 0, y: 500, width: 208, height: 100))
    #expect(guide.nearEdges == [.leading, .bottom])
    try guide.place(.floating(10, 300))
    #expect(frame(guide) == Rect(x: 0, y: 600, width: 512, height: 0))
    #expect(guide.nearEdges == .bottom)
  }

  @Test("The guide of a nested view is cut to it")
  func theGuideOfANestedViewIsCutToIt() throws {
    try engine.setSafeAreaInsets(RectInsets(bottom: 20))
    let panel = try engine.makeItem("panel", in: engine.root)
    try panel.setFrame(
      Rect(x: 100, y: 50, width: 400, height: 600), autoresizing: [], superviewSize: Self.screen)
    let guide = try guide(in: panel)
    #expect(frame(guide) == Rect(x: 0, y: 320, width: 400, height: 280))
    // Not over the view: its guide lies at its bottom, which is above the safe area.
    try guide.place(.floating(600, 300))
    #expect(frame(guide) == Rect(x: 0, y: 600, width: 400, height: 0))
    try guide.place(.floating(90, 40))
    #expect(frame(guide) == Rect(x: 0, y: 0, width: 310, height: 244))
    // 50 below the window's top, 100 from its side.
    #expect(guide.nearEdges.isEmpty)
  }

  @Test("The guide of a nested view follows the view")
  func theGuideOfANestedViewFollowsTheView() throws {
    let panel = try engine.makeItem("panel", in: engine.root)
    let top = panel.topAnchor.constraint(equalTo: engine.root.topAnchor, constant: 10)
    try engine.activate([
      top, panel.leftAnchor.constraint(equalTo: engine.root.leftAnchor),
      panel.widthAnchor.constraint(equalToConstant: 1024),
      panel.heightAnchor.constraint(equalToConstant: 600),
    ])
    let guide = try guide(in: panel)
    let bar = try engine.makeItem("bar", in: panel)
    try engine.activate([bar.bottomAnchor.constraint(equalTo: guide.guide.topAnchor)])
    #expect(engine.absoluteFrame(of: bar).maxY == 370)
    top.constant = 100
    #expect(engine.absoluteFrame(of: bar).maxY == 370)
    #expect(frame(guide) == Rect(x: 0, y: 270, width: 1024, height: 330))
    top.constant = -300
    #expect(frame(guide) == Rect(x: 0, y: 600, width: 1024, height: 0))
  }

  @Test("A shown keyboard ends at the window's safe area, a hidden one at the view's")
  func theWindowsSafeAreaCountsForTheKeyboardAndTheViewsOwnWithoutIt() throws {
    try engine.setSafeAreaInsets(RectInsets(bottom: 20))
    let panel = try engine.makeItem("panel", in: engine.root)
    try panel.setFrame(
      Rect(origin: .zero, size: Self.screen), autoresizing: [], superviewSize: Self.screen)
    try panel.setAdditionalSafeAreaInsets(RectInsets(bottom: 50))
    let low = KeyboardPlacement(
      kind: .docked, frame: Rect(x: 0, y: 760, width: 1024, height: 8), isVisible: true)
    let guide = try guide(in: panel, keyboard: low)
    #expect(frame(guide).y == 748)
    try guide.place(.hidden(on: Self.screen))
    #expect(frame(guide).y == 698)
  }

  @Test("A view has one guide")
  func oneGuidePerView() throws {
    let first = try guide()
    #expect(throws: LayoutError.self) { try guide() }
    withExtendedLifetime(first) {}
    let panel = try engine.makeItem("panel", in: engine.root)
    #expect(try guide(in: panel).guide.name == "panel.keyboard")
  }

  @Test("Sides can have their own threshold")
  func sidesCanHaveTheirOwnThreshold() throws {
    let guide = try guide(keyboard: .floating(9, 17)) {
      $0.followsUndockedKeyboard = true
      $0.nearThreshold = 16
      $0.sideNearThreshold = 8
      $0.hysteresis = 0
    }
    #expect(guide.nearEdges.isEmpty)
    try guide.place(.floating(8, 16))
    #expect(guide.nearEdges == [.top, .leading])
  }

  @Test(
    "The kind of keyboard decides which edges can be near",
    arguments: [
      (KeyboardKind.dockedSplit, RectEdge.bottom), (.camera, .bottom), (.undocked, RectEdge()),
      (.split, RectEdge()),
      (.shortcutsBar(.expanded), .bottom),
    ])
  func kindsDecideWhatIsPossible(kind: KeyboardKind, near: RectEdge) throws {
    // At the bottom and both sides, but only the kind decides which of them count.
    let placement = KeyboardPlacement(
      kind: kind, frame: Rect(x: 0, y: 370, width: 1024, height: 398), isVisible: true)
    #expect(try guide(keyboard: placement).nearEdges == near)
  }

  @Test("undockedMayBeNearBottom lets undocked keyboards be near the bottom")
  func theHeadersRuleLetsUndockedKeyboardsBeNearTheBottom() throws {
    let placement = KeyboardPlacement(
      kind: .undocked, frame: Rect(x: 0, y: 340, width: 1024, height: 388), isVisible: true)
    let guide = try guide(keyboard: placement) {
      $0.followsUndockedKeyboard = true
      $0.undockedMayBeNearBottom = true
    }
    #expect(guide.nearEdges == .bottom)
    guide.undockedMayBeNearBottom = false
    #expect(guide.nearEdges.isEmpty)
  }
}
