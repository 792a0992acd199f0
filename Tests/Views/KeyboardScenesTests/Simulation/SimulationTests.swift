import KeyboardScenes
import KeywardTestSupport
import Testing

@Suite struct SimulationTests {
  /// The events that steps cause, as a picture.
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

  @Test func theStepsOfTheOrderTable() throws {
    #expect(try picture("show", "hide") == "WC WS DC DS WC WH DC DH")
    #expect(try picture("show", "rotate:landscape") == "WC WS DC DS O WC WS DC DS")
    #expect(
      try picture("show", "height:300", "rotate:landscape") == "WC WS DC DS O WC WC WS DC DS")
    #expect(try picture("height:300", "show") == "WC WC WS DC DS")
    #expect(try picture("rotate:landscape") == "O")
    #expect(try picture("show", "undock:300") == "WC WS DC DS WC WH DC DH DC")
    #expect(try picture("undock:300", "show", "hide") == "WC DC WC DC")
    #expect(try picture("show", "split", "dock") == "WC WS DC DS WC WH DC DH DC WC WS DC DS")
    #expect(try picture("hardware", "hide") == "WC WS DC DS WC WH DC DH")
    #expect(try picture("show", "resize:320x568") == "WC WS DC DS WC WS DC DS")
    #expect(try picture("resize:320x568", "near-threshold:10") == "")
    #expect(try picture("show", "background", "hide", "foreground") == "WC WS DC DS WC WH DC DH")
    #expect(try picture("float:10,10,100,100", "show", "float:900,900,100,100") == "WC DC WC DC")
  }

  @Test func ordersOfOthers() throws {
    #expect(
      try picture("show", "height:300", "rotate:landscape", order: .jgs)
        == "WC WS DC DS O WC WC WS WS DC DC DC DS")
    #expect(
      try picture("show", "rotate:landscape", order: .ios7) == "WC WS DC DS WH DH O WS DS")
  }

  @Test(arguments: EventOrder.allCases)
  func firstHeightZero(order: EventOrder) throws {
    #expect(try picture("height:0", "show", "height:300", "show", order: order) == "")
    #expect(try picture("height:0", "float:10,10,100,100", "show", "show", order: order) == "")
    #expect(try picture("show", "hide", "height:0", "show", order: order).hasPrefix("WC WS DC DS"))
  }

  @Test func secondTapFallsOnTheSamePlace() throws {
    let events = try events(["show", "double-tap:panel-symbols", "press:q"])
    let panels = events.compactMap { event in
      if case .panel(let selection) = event.detail { selection.panel } else { nil }
    }
    #expect(panels == [.symbols, .letters])
  }

  @Test func oneRequestPerPost() throws {
    #expect(
      try picture("height:300", "height:310", "show", "hide") == "WC WC WC WS DC DS WC WH DC DH")
    #expect(
      try picture("height:250", "height:310", "show", "hide") == "WC WS DC DS WC WC WH DC DH")
  }

  @Test func keysAndTime() throws {
    #expect(
      try picture("show", "press:a", "press:delete", "press:delete") == "WC WS DC DS text text")
    let held = try events(
      ["show"] + Array(repeating: "press:a", count: 9) + ["long-press:delete:0.74"])
    #expect(held.last?.count == 3)
    let long = try events(
      ["show"] + Array(repeating: "press:a", count: 20) + ["long-press:delete:10"])
    #expect(long.last?.count == 0)
  }

  @Test func tapsPassDeadlines() throws {
    #expect(
      try events(["show", "press:shift", "press:shift"]).compactMap(\.shift) == [.once, .off])
    #expect(
      try events(["show", "double-tap:shift", "press:A", "press:a"]).compactMap(\.shift)
        == [.once, .locked])
  }

  @Test func panelsAndReturn() throws {
    #expect(
      try picture("show", "press:panel-symbols", "press::", "panel:letters", "press:return")
        == "WC WS DC DS panel text panel WC WH DC DH")
    #expect(try picture("panel:symbols", "press:a") == "")
  }

  @Test func wrongSteps() {
    let pad = "1 2 3 4 5 6 7 8 9 . 0 delete".split(separator: " ").map(String.init)
    #expect(throws: SimulationError.unknownKey("ESC", panel: .numbers, known: pad)) {
      try picture("show", "press:ESC", layout: "number")
    }
    #expect(throws: SimulationError.unknownPanel(.idCard, known: [.letters, .symbols])) {
      try picture("panel:id-card")
    }
    #expect(throws: SimulationError.self) { try picture("resize:999999x1") }
  }

  @Test func allStepsAreReadBeforeTheFirstRuns() throws {
    let harness = try KeyboardHarness()
    let simulation = Simulation(harness.keyboard) { _ in }
    #expect(throws: SimulationError.self) { try simulation.run(["show", "jump"]) }
    #expect(!harness.keyboard.state.isVisible)
  }
}
