import KeyboardScenes
import KeywardTestSupport
import Testing

/// The scenario table of the order of events, in all three orders, with the guide's place after
/// each.
@Suite struct ScenarioTableTests {
  /// A row of the table.
  struct Scenario: CustomTestStringConvertible {
    var start: String
    var steps: String
    /// The events in default order, and in the other orders if they differ.
    var events: String
    var jgs: String?
    var ios7: String?
    /// The final frame and near edges of a guide that follows undocked keyboards.
    var guide: String

    init(
      _ start: String, _ steps: String, _ events: String, jgs: String? = nil, ios7: String? = nil,
      guide: String
    ) {
      self.start = start
      self.steps = steps
      self.events = events
      self.jgs = jgs
      self.ios7 = ios7
      self.guide = guide
    }

    var testDescription: String { "\(start) | \(steps)" }

    func events(_ order: EventOrder) -> String {
      switch order {
      case .default: events
      case .jgs: jgs ?? events
      case .ios7: ios7 ?? events
      }
    }
  }

  private static let docked = "0,370 1024x398 bottom"
  private static let hidden = "0,748 1024x20 bottom"
  private static let turned = "0,711 768x313 bottom"
  private static let float = "float:300,300,320,254"

  static let dockedRows = [
    Scenario("", "show", "WC WS DC DS", guide: docked),
    Scenario("show", "hide", "WC WH DC DH", guide: hidden),
    Scenario("show", "show", "", guide: docked),
    Scenario("show", "ask:300", "WC WS DC DS", guide: "0,468 1024x300 bottom"),
    Scenario(
      "show", "rotate", "O WC WS DC DS", jgs: "O WC DC WS DS", ios7: "WH DH O WS DS",
      guide: turned),
    Scenario(
      "show", "height:500 rotate", "O WC WC WS DC DS", jgs: "O WC WC WS WS DC DC DC DS",
      ios7: "WH DH O WS DS", guide: "0,524 768x500 bottom"),
    Scenario(
      "show", "height:313 rotate", "O WC WS DC DS", jgs: "O WC DC WS DS", ios7: "WH DH O WS DS",
      guide: turned),
    Scenario(
      "", "height:500 show", "WC WC WS DC DS", jgs: "WC WC WS WS DC DC DC DS",
      guide: "0,268 1024x500 bottom"),
    Scenario(
      "", "height:500 height:510 show", "WC WC WC WS DC DS",
      jgs: "WC WC WC WS WS WS DC DC DC DC DC DS", guide: "0,258 1024x510 bottom"),
    Scenario("", "rotate", "O", guide: "0,1004 768x20 bottom"),
    Scenario("show", "hardware", "WC WS DC DS", guide: "0,693 1024x75 bottom"),
    Scenario("", "hardware", "WC WS DC DS", guide: "0,693 1024x75 bottom"),
    Scenario(
      "hardware", "shortcuts-bar:leading", "WC WS DC DS", guide: "0,693 88x75 leading+bottom"),
    Scenario(
      "", "shortcuts-bar:trailing", "WC WS DC DS", guide: "936,693 88x75 bottom+trailing"),
    Scenario("shortcuts-bar:trailing", "dock", "WC WS DC DS", guide: docked),
    Scenario("", "turn:show+hide", "WC WS WC WH DC DH", guide: hidden),
    Scenario("show", "background hide foreground", "WC WH DC DH", guide: hidden),
    Scenario("show", "background hide show foreground", "", guide: docked),
    Scenario("show", "dismiss:600 let-go:0", "WC WH DC DH", guide: hidden),
    Scenario("show", "dismiss:400 let-go:9", "WC WH DC DH", guide: hidden),
    Scenario("show", "dismiss:400 let-go:0", "WC WS DC DS", guide: docked),
  ]

  static let freeRows = [
    Scenario("show", "undock:200", "WC WH DC DH DC", guide: "0,200 1024x378 -"),
    Scenario("show", "split", "WC WH DC DH DC", guide: "0,195 1024x378 -"),
    Scenario("show", float, "WC WH DC DH DC", guide: "300,300 320x254 -"),
    Scenario("undock:200 show", "undock:30", "DC", guide: "0,30 1024x378 top"),
    Scenario("undock:200 show", "undock:200", "", guide: "0,200 1024x378 -"),
    Scenario("undock:200 show", "split", "", guide: "0,200 1024x378 -"),
    Scenario("undock:200 show", float, "DC", guide: "300,300 320x254 -"),
    Scenario("split show", float, "DC", guide: "300,300 320x254 -"),
    Scenario("\(float) show", "undock:90", "DC", guide: "0,90 1024x378 -"),
    Scenario(
      "\(float) show", "drag:10,10 drag:690,490 drop", "DC",
      guide: "690,490 320x254 bottom+trailing"),
    Scenario("\(float) show", "dock", "WC WS DC DS", guide: docked),
    Scenario("undock:200 show", "dock", "WC WS DC DS", guide: docked),
    Scenario("undock:200", "show", "WC DC", guide: "0,200 1024x378 -"),
    Scenario("split", "show", "WC DC", guide: "0,195 1024x378 -"),
    Scenario(float, "show", "WC DC", guide: "300,300 320x254 -"),
    Scenario("undock:200 show", "hide", "WC DC", guide: hidden),
    Scenario("split show", "hide", "WC DC", guide: hidden),
    Scenario("\(float) show", "hide", "WC DC", guide: hidden),
    Scenario("undock:200 show", "ask:320", "WC DC", guide: "0,200 1024x300 -"),
    Scenario("split show", "ask:320", "WC DC", guide: "0,195 1024x300 -"),
    Scenario("\(float) show", "ask:320", "WC DC", guide: "300,300 320x320 -"),
    Scenario("undock:200 show", "rotate", "O WC DC", guide: "0,200 768x293 -"),
    Scenario("split show", "rotate", "O WC DC", guide: "0,195 768x293 -"),
    Scenario(
      "float:680,300,320,254 show", "rotate", "O WC DC", guide: "448,300 320x254 trailing"),
    Scenario("\(float) show", "float:1100,300,320,254", "WC DC", guide: hidden),
    Scenario("float:1100,300,320,254 show", float, "WC DC", guide: "300,300 320x254 -"),
    Scenario(
      "\(float) show", "background float:10,300,320,254 foreground", "DC",
      guide: "10,300 320x254 leading"),
    Scenario(
      "show", "background \(float) foreground", "WC WH DC DH DC", guide: "300,300 320x254 -"),
    Scenario("\(float) show", "background dock foreground", "WC WS DC DS", guide: docked),
    Scenario("", "background \(float) show foreground", "WC DC", guide: "300,300 320x254 -"),
  ]

  @Test(arguments: dockedRows + freeRows, EventOrder.allCases)
  func everyRow(scenario: Scenario, order: EventOrder) throws {
    let tour = try FollowedTour(order: order)
    tour.take(scenario.start)
    #expect(tour.take(scenario.steps).picture == scenario.events(order))
    // iOS 7 has no will-change of a rotation in which a handler could ask for a height.
    let asksInVain = order == .ios7 && scenario.steps == "height:500 rotate"
    #expect(tour.guide == (asksInVain ? Self.turned : scenario.guide))
    #expect(tour.logs.isEmpty)
  }

  @Test(arguments: freeRows.prefix(3), EventOrder.allCases)
  func aGuideThatDoesNotFollowIsHiddenThen(scenario: Scenario, order: EventOrder) throws {
    let tour = try FollowedTour(order: order, follows: false)
    tour.take(scenario.start)
    tour.take(scenario.steps)
    #expect(tour.guide == Self.hidden)
    #expect(tour.scene.report().active.isEmpty)
  }

  @Test func aDragMovesTheGuideWithoutEvents() throws {
    let tour = try FollowedTour()
    tour.take("\(Self.float) show")
    var guides: [String] = []
    for place in ["300,100", "300,52", "300,44", "300,50", "300,53", "10,10", "300,470"] {
      #expect(tour.take("drag:\(place)").isEmpty)
      guides.append(tour.guide)
    }
    #expect(
      guides == [
        "300,100 320x254 -", "300,52 320x254 -", "300,44 320x254 top", "300,50 320x254 top",
        "300,53 320x254 -", "10,10 320x254 top+leading", "300,470 320x254 bottom",
      ])
  }

  @Test func aDismissalMovesTheGuideWithoutEvents() throws {
    let tour = try FollowedTour()
    tour.take("show")
    #expect(tour.take("dismiss:500").isEmpty)
    #expect(tour.guide == "0,500 1024x268 bottom")
    #expect(tour.take("dismiss:760").isEmpty)
    #expect(tour.guide == "0,748 1024x20 bottom")
    let back = tour.take("dismiss:480 let-go:0")
    #expect(back.first?.begin.y == 480)
    #expect(tour.guide == Self.docked)
  }

  @Test func setsAreExchangedInsideTheCommit() throws {
    let tour = try FollowedTour()
    tour.take("\(Self.float) show")
    var seen: [String] = []
    let token = tour.transitions.bus.observe { event in
      seen.append(
        "\(event.name.shortForm) \(tour.guide.hasPrefix("0,370") ? "docked" : "floating")")
    }
    tour.take("dock")
    #expect(seen == ["WC floating", "WS floating", "DC docked", "DS docked"])
    token.cancel()
  }
}
