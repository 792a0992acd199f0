import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools

/// A thousand random sequences of steps, none of which may break a rule of the events.
@Suite struct RandomStepTests {
  private static let steps = [
    "show", "show", "hide", "rotate:portrait", "rotate:landscape", "height:300", "height:333",
    "panel:symbols", "panel:letters", "split", "undock:100", "undock:150", "float:10,20,200,120",
    "float:900,900,50,50", "dock", "shortcuts-bar", "shortcuts-bar:leading",
    "shortcuts-bar:trailing", "hardware", "background", "foreground", "resize:320x568",
    "resize:375x812", "near-threshold:10", "press:a", "press:shift", "double-tap:shift",
    "press:delete", "long-press:delete:1",
  ]

  @Test("Random sequences keep the rules of the events", .tags(.slow)) func sequencesKeepTheRules()
    throws
  {
    for seed in 0..<1000 {
      let order = EventOrder.allCases[seed % 3]
      var generator = SplitMix(state: UInt64(seed))
      let harness = try KeyboardHarness { $0.eventOrder = order }
      var events: [KeyboardEvent] = []
      let simulation = Simulation(harness.keyboard) { events.append($0) }
      var taken: [String] = []
      for _ in 0..<20 {
        let step = Self.steps.randomElement(using: &generator) ?? "show"
        taken.append(step)
        run(step, simulation)
        #expect(harness.keyboard.nextDeadline == nil)
      }
      check(harness.keyboard, events, "seed \(seed): \(taken.joined(separator: " "))")
    }
  }

  /// Runs a step; a key that the panel lacks is not a fault here.
  private func run(_ step: String, _ simulation: Simulation) {
    do {
      try simulation.run([step])
    } catch {
      guard case .unknownKey = error else {
        Issue.record("\(step): \(error)")
        return
      }
    }
  }

  private func check(_ keyboard: Keyboard, _ events: [KeyboardEvent], _ steps: String) {
    let frames = events.filter { $0.transition > 0 }
    let broken = frames.brokenRules()
    #expect(broken.isEmpty, "\(broken), \(steps)")
    #expect(events.map(\.sequence) == Array(1..<events.count + 1))
    #expect(keyboard.state.transition == nil, "\(steps)")
    #expect(keyboard.state.isVisible == (keyboard.state.kind != .hidden), "\(steps)")
    if let last = frames.last, last.name != .orientationDidChange,
      !keyboard.transitions.isInBackground, keyboard.state.isVisible
    {
      #expect(last.end == keyboard.state.frame, "\(steps)")
    }
  }
}
