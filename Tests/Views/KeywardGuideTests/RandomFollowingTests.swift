import KeywardGuide
import KeywardTestSupport
import Testing

/// A thousand random sequences in each order of events, with the views of `tour` following the
/// keyboard.
@Suite struct RandomFollowingTests {
  private static let steps = [
    "show", "show", "show", "hide", "rotate", "ask:300", "height:320", "undock:200", "undock:30",
    "undock:600", "split", "float:300,300,320,254", "float:0,500,320,254", "float:700,10,320,254",
    "float:-200,300,320,254", "float:2000,2000,100,100", "dock", "hardware",
    "shortcuts-bar:leading",
    "shortcuts-bar:trailing", "background", "foreground", "turn:show+hide", "turn:hide+show",
    "drag:20,30", "drag:650,480", "drop", "dismiss:600", "let-go:0", "let-go:5", "wait:0.1",
    "wait:0.3",
  ]

  @Test(
    "Random sequences keep the rules of the events", .tags(.slow), arguments: EventOrder.allCases)
  func sequencesKeepTheRules(order: EventOrder) throws {
    for seed in seeds(1_000) {
      var generator = SplitMix(state: seed &* 3 &+ 1)
      let window: Rect? = seed % 4 == 3 ? Rect(x: 100, y: 0, width: 390, height: 700) : nil
      let tour = try FollowedTour(
        order: order, direction: seed % 3 == 2 ? .rightToLeft : .leftToRight, window: window)
      var taken: [String] = []
      var interrupted: [Int: Rect] = [:]
      for _ in 0..<12 {
        let step = Self.steps.randomElement(using: &generator) ?? "show"
        taken.append(step)
        // Every third step does not run to its end, so that the next one interrupts it.
        let isCutShort = Int.random(in: 0..<3, using: &generator) == 0
        let from = tour.transitions.presentationFrame
        let next = (tour.events.last?.transition ?? 0) + 1
        tour.take(isCutShort ? "\(step) wait:0.05" : step)
        interrupted[next] = from
        let broken = tour.brokenRules
        #expect(broken.isEmpty, "\(order) seed \(seed): \(taken)")
      }
      tour.transitions.settle()
      let broken = tour.events.brokenRules(interrupted: interrupted)
      #expect(broken.isEmpty, "\(order) seed \(seed): \(taken)")
    }
  }
}
