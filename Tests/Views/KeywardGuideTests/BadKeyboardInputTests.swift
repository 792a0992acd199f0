import KeywardGuide
import KeywardTestSupport
import Testing

/// The reaction of a keyboard, its guide and its transitions to impossible input.
@Suite struct BadKeyboardInputTests {
  private let engine = LayoutEngine(rootSize: Size(width: 1024, height: 768))
  private let window = Rect(x: 0, y: 0, width: 1024, height: 768)

  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  @Test("An empty set of edges is reported")
  func anEmptyEdgeMask() throws {
    let guide = try KeyboardLayoutGuide(engine: engine)
    var reported: [String] = []
    guide.onDiagnostic = { reported.append("\($0)") }
    guide.setConstraints([], activeWhenNearEdge: [])
    guide.setConstraints([], activeWhenAwayFrom: [])
    guide.setConstraints([], activeWhenNearEdge: RectEdge(rawValue: 16))
    #expect(reported.count == 3 && reported.allSatisfy { $0.contains("at least one edge") })
  }

  @Test("A constraint of another engine is refused")
  func aConstraintOfAnotherEngine() throws {
    let guide = try KeyboardLayoutGuide(engine: engine)
    let other = LayoutEngine(rootSize: .zero)
    let foreign = try other.makeItem("foreign", in: other.root)
    let own = try engine.makeItem("own", in: engine.root)
    var words = ""
    guide.onDiagnostic = { words = "\($0)" }
    guide.setConstraints(
      [
        own.widthAnchor.constraint(equalToConstant: 5),
        foreign.widthAnchor.constraint(equalToConstant: 5),
      ], activeWhenNearEdge: .bottom)
    #expect(words.contains("foreign") && words.contains("not an item of this engine"))
    #expect(guide.constraints(activeWhenNearEdge: .bottom).isEmpty)
    #expect(!message { _ = try KeyboardLayoutGuide(engine: engine, in: foreign) }.isEmpty)
  }

  @Test("Frames that are not finite are refused", arguments: [Double.nan, .infinity, -.infinity])
  func framesThatAreNoNumbers(number: Double) throws {
    let guide = try KeyboardLayoutGuide(engine: engine)
    let before = engine.frame(of: guide.guide)
    let frames = [
      Rect(x: number, y: 0, width: 1, height: 1), Rect(x: 0, y: number, width: 1, height: 1),
      Rect(x: 0, y: 0, width: number, height: 1), Rect(x: 0, y: 0, width: 1, height: number),
    ]
    for frame in frames {
      let placement = KeyboardPlacement(kind: .floating, frame: frame, isVisible: true)
      let words = message {
        try guide.update(placement, window: window, screen: window.size)
      }
      #expect(words.contains("finite numbers"))
      let place = KeyboardPlacement.hidden(on: window.size)
      #expect(!message { try guide.update(place, window: frame, screen: window.size) }.isEmpty)
      if !frame.width.isFinite || !frame.height.isFinite {
        #expect(
          !message { try guide.update(place, window: window, screen: frame.size) }.isEmpty)
      }
      #expect(RawFrame(.keyboardWillShow, end: frame, screen: window.size).result == .ignore)
      #expect(RawFrame(.keyboardWillHide, end: frame, screen: window.size).result == .hidden)
    }
    var settings = KeyboardLayoutGuide.Settings()
    settings.nearThreshold = number
    #expect(message { try guide.set(settings) }.contains("near threshold"))
    #expect(engine.frame(of: guide.guide) == before)
  }

  @Test(
    "Commands with numbers that are not finite change nothing", arguments: [Double.nan, .infinity])
  func commandsWithNumbersThatAreNone(number: Double) throws {
    let tour = try FollowedTour()
    tour.take("float:300,300,320,254 show")
    let before = tour.transitions.state
    let count = tour.events.count
    tour.transitions.float(Rect(x: number, y: 0, width: 10, height: 10))
    tour.transitions.float(Rect(x: 0, y: 0, width: -1, height: 10))
    tour.transitions.undock(top: number)
    tour.transitions.requestHeight(number)
    var environment = FollowedTour.portrait
    environment.screen.width = number
    tour.transitions.rotate(to: environment)
    tour.transitions.resize(to: environment)
    tour.transitions.changeHeight(to: environment)
    tour.transitions.beginDrag()
    tour.transitions.drag(to: Point(x: number, y: 0))
    tour.transitions.endDrag()
    #expect(tour.events.count == count && tour.transitions.state == before)
    #expect(tour.diagnostics.count == 8)
    #expect(tour.diagnostics.allSatisfy { $0.description.contains("numbers up to 100,000") })
    let engine = TransitionEngine(environment: environment)
    #expect(engine.state.screen.width == 0)
  }

  @Test("A floating frame outside the window is dismissed and reported")
  func aFloatingFrameOutsideTheWindowIsDismissedAndReported() throws {
    let tour = try FollowedTour()
    var reported: [String] = []
    tour.keyboard.onDiagnostic = { reported.append($0.description) }
    tour.take("show float:2000,300,320,254 float:2100,300,320,254")
    #expect(tour.guide == "0,748 1024x20 bottom")
    #expect(reported.count == 1 && tour.diagnostics.count == 1)
    #expect(
      reported.first?.hasPrefix("The floating keyboard at 2000, 300, 320 x 254 is outside")
        ?? false)
    tour.take("float:300,300,320,254 float:2000,300,320,254")
    #expect(reported.count == 2 && tour.diagnostics.count == 2)
  }

  @Test("A rotation during a drag ends the drag first")
  func aRotationDuringADragEndsTheDragFirst() throws {
    let tour = try FollowedTour()
    tour.take("float:300,300,320,254 show drag:500,320")
    #expect(tour.take("rotate").picture == "DC O WC DC")
    #expect(tour.events.dropLast(3).last?.end.origin == Point(x: 500, y: 320))
    #expect(tour.diagnostics == [.dragEnded(by: .rotation)])
    tour.transitions.drag(to: Point(x: 10, y: 10))
    #expect(tour.guide == "448,320 320x254 trailing")
    #expect(tour.engine.rootSize == Size(width: 768, height: 1024))
  }

  @Test("A rotation during a dismissal begins where the keyboard is")
  func aRotationDuringADismissalBeginsWhereTheKeyboardIs() throws {
    let tour = try FollowedTour()
    tour.take("show dismiss:500")
    let events = tour.take("rotate")
    #expect(events.picture == "O WC WS DC DS")
    #expect(events.last?.begin.y == 500)
    #expect(tour.guide == "0,711 768x313 bottom")
    #expect(tour.diagnostics == [.dragEnded(by: .rotation)])
    tour.transitions.endDismissal(velocity: 1)
    #expect(tour.transitions.state.isVisible)
  }

  @Test("The background ends a drag")
  func theBackgroundEndsADrag() throws {
    let tour = try FollowedTour()
    tour.take("show dismiss:500")
    #expect(tour.take("background foreground").isEmpty)
    #expect(tour.guide == "0,370 1024x398 bottom")
  }

  @Test("A handler that requests heights for ever is stopped", arguments: EventOrder.allCases)
  func aHandlerThatAsksForEverIsStopped(order: EventOrder) throws {
    let tour = try FollowedTour(order: order)
    var height = 300.0
    let token = tour.transitions.bus.observe(.names(.keyboardWillChangeFrame, .keyboardWillShow)) {
      _ in
      height += 1
      tour.transitions.requestHeight(height)
    }
    let events = tour.take("show")
    #expect(events.filter { $0.name == .keyboardWillChangeFrame }.count <= 17)
    #expect(tour.diagnostics.contains(.tooManyHeights(transition: 1)))
    #expect(tour.transitions.state.frame.height == 316)
    #expect(tour.guide == "0,452 1024x316 bottom")
    token.cancel()
  }
}
