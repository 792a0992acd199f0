import KeyboardScenes
import KeywardTestSupport
import Testing

/// A thousand random sequences in each order of events, with the scene `tour` hanging on the
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

  @Test(.tags(.slow), arguments: EventOrder.allCases)
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
      let broken = Self.brokenRules(of: tour.events, interrupted, order)
      #expect(broken.isEmpty, "\(order) seed \(seed): \(taken)")
    }
  }

  private static func brokenRules(
    of events: [KeyboardEvent], _ interrupted: [Int: Rect], _ order: EventOrder
  ) -> [String] {
    var broken: [String] = []
    let numbers = events.map(\.transition)
    if numbers != numbers.sorted() { broken.append("numbers grow") }
    if Set(numbers).count != numbers.last ?? 0 { broken.append("no number is left out") }
    var former: KeyboardEvent?
    for number in 1..<(numbers.last ?? 0) + 1 {
      let transition = events.filter { $0.transition == number }
      let names = transition.map(\.name)
      let dids = transition.filter(\.isDid)
      for (will, did) in [
        (KeyboardEvent.Name.keyboardWillShow, KeyboardEvent.Name.keyboardDidShow),
        (.keyboardWillHide, .keyboardDidHide), (.keyboardWillChangeFrame, .keyboardDidChangeFrame),
      ] where names.contains(will) && !names.contains(did) {
        // A transition that was replaced in its own turn has no did-phase at all.
        if !dids.isEmpty || number == numbers.last {
          broken.append("\(will) of \(number) has its did")
        }
      }
      guard let last = transition.last, last.name != .orientationDidChange else { continue }
      if Set(dids.map(\.end)).count > 1 || Set(dids.map(\.begin)).count > 1 {
        broken.append("the did events of \(number) agree")
      }
      if Set(dids.map(\.finished)).count > 1 { broken.append("\(number) is finished or not") }
      if let former, !begins(last, after: former, interrupted[number]) {
        broken.append("\(number) begins where the last one ended")
      }
      former = last
    }
    return broken
  }

  /// True if an event begins at the end of the last one, or at the keyboard's place when it
  /// came.
  private static func begins(
    _ event: KeyboardEvent, after former: KeyboardEvent, _ onScreen: Rect?
  ) -> Bool {
    if event.begin == former.end || event.begin == onScreen { return true }
    if !former.finished, event.begin == former.begin { return true }
    // A hidden keyboard moves silently: just below the screen, as high as the next one.
    return former.end.y >= former.screen.height && event.begin.y >= event.screen.height
  }
}
