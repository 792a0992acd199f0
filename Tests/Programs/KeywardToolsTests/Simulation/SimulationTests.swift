import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools

@Suite struct SimulationTests {
  private func picture(
    _ steps: String..., order: EventOrder = .default, layout: String = "latin-qwerty"
  ) throws -> String {
    try events(steps, order: order, layout: layout).picture
  }

  private func events(
    _ steps: [String], order: EventOrder = .default, layout: String = "latin-qwerty"
  ) throws -> [KeyboardEvent] {
    let harness = try KeyboardHarness(layout) { $0.eventOrder = order }
    var events: [KeyboardEvent] = []
    let simulation = Simulation(harness.keyboard) { events.append($0) }
    try simulation.run(steps)
    return events
  }

  /// A case is an order of events and the steps.
  @Test("Every sequence posts the events of the golden file")
  func everyPictureIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("simulations").differences { one in
      let words = one.name.split(separator: " ").map(String.init)
      let order = try #require(EventOrder(rawValue: words[0]))
      return try events(Array(words.dropFirst()), order: order).picture
    }
    #expect(differences == [])
  }

  @Test("The second tap of a double tap is at the same place")
  func secondTapFallsOnTheSamePlace() throws {
    let events = try events(["show", "double-tap:panel-symbols", "press:q"])
    let panels = events.compactMap { event in
      if case .panel(let selection) = event.detail { selection.panel } else { nil }
    }
    #expect(panels == [.symbols, .letters])
  }

  @Test("A held delete key repeats")
  func keysAndTime() throws {
    let held = try events(
      ["show"] + Array(repeating: "press:a", count: 9) + ["long-press:delete:0.74"])
    #expect(held.last?.count == 3)
    let long = try events(
      ["show"] + Array(repeating: "press:a", count: 20) + ["long-press:delete:10"])
    #expect(long.last?.count == 0)
  }

  @Test("Two taps lock shift only in quick succession")
  func tapsPassDeadlines() throws {
    #expect(
      try events(["show", "press:shift", "press:shift"]).compactMap(\.shift) == [.once, .off])
    #expect(
      try events(["show", "double-tap:shift", "press:A", "press:a"]).compactMap(\.shift)
        == [.once, .locked])
  }

  @Test("Wrong keys, panels and screens are refused")
  func wrongSteps() {
    let pad = "1 2 3 4 5 6 7 8 9 . 0 delete".split(separator: " ").map(String.init)
    #expect(throws: SimulationError.unknownKey("ESC", panel: .numbers, known: pad)) {
      try picture("show", "press:ESC", layout: "number")
    }
    #expect(throws: SimulationError.unknownPanel(.idCard, known: [.letters, .symbols])) {
      try picture("panel:id-card")
    }
    #expect(throws: SimulationError.self) { try picture("resize:999999x1") }
  }

  @Test("All steps are read before the first runs")
  func allStepsAreReadBeforeTheFirstRuns() throws {
    let harness = try KeyboardHarness()
    let simulation = Simulation(harness.keyboard) { _ in }
    #expect(throws: SimulationError.self) { try simulation.run(["show", "jump"]) }
    #expect(!harness.keyboard.state.isVisible)
  }
}
