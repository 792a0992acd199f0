import KeywardGuide
import KeywardTestSupport
import Testing

/// The scenario table of the order of events, in all three orders, with the guide's place after
/// each.
@Suite struct ScenarioTableTests {
  private static let docked = "0,370 1024x398 bottom"
  private static let hidden = "0,748 1024x20 bottom"
  private static let float = "float:300,300,320,254"

  /// A case is `START | STEPS`; the orders `jgs` and `ios7` are there where they differ.
  @Test("Every row of the scenario table is as in the golden file")
  func everyRowIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("order-of-events").differences { one in
      let steps = one.name.split(separator: "|", omittingEmptySubsequences: false)
      let stories = try EventOrder.allCases.map { order in
        let tour = try FollowedTour(order: order)
        tour.take(String(steps[0]))
        let events = tour.take(String(steps[1]))
        #expect(tour.logs.isEmpty)
        let frames = events.map(Self.line(of:)).joined()
        return (order, "\(events.picture) -> \(tour.guide)\n\(frames)")
      }
      let all = stories.filter { $0.0 == .default || $0.1 != stories[0].1 }
      return all.map { "\($0.0): \($0.1)" }.joined().dropLast().description
    }
    #expect(differences == [])
  }

  /// The frames of an event: `  2 WC 0,768 1024x398 to 0,370 1024x398 in 0.25`.
  private static func line(of event: KeyboardEvent) -> String {
    let frames = [event.begin, event.end].map { frame in
      "\(Int(frame.x)),\(Int(frame.y)) \(Int(frame.width))x\(Int(frame.height))"
    }
    return "  \(event.transition) \(event.name.shortForm) \(frames[0]) to \(frames[1]) in "
      + "\(event.duration)\n"
  }

  @Test(
    "A guide that does not follow a free keyboard counts it as hidden",
    arguments: ["undock:200", "split", float], EventOrder.allCases)
  func aGuideThatDoesNotFollowIsHiddenThen(place: String, order: EventOrder) throws {
    let tour = try FollowedTour(order: order, follows: false)
    tour.take("show \(place)")
    #expect(tour.guide == Self.hidden)
    #expect(tour.tracking.flatMap(\.constraints).allSatisfy { !$0.isActive })
  }

  @Test("A drag moves the guide without events")
  func aDragMovesTheGuideWithoutEvents() throws {
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

  @Test("A dismissal moves the guide without events")
  func aDismissalMovesTheGuideWithoutEvents() throws {
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

  @Test("Tracked sets are exchanged inside the commit")
  func setsAreExchangedInsideTheCommit() throws {
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
