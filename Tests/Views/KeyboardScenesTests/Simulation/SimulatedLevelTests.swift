import KeyboardEngine
import KeyboardScenes
import KeywardTestSupport
import Testing

/// Keys that are pressed at a level.
@Suite struct SimulatedLevelTests {
  private func typed(_ steps: [String]) throws -> String {
    let text = """
      keyboard: my
      panels:
        letters:
          rows: [ "q e {delete}", "{shift} {altgr} {space} {return}" ]
          altgr: [ "@ €" ]
          altgr-shift: [ "Ω ¢" ]
      """
    let definition = try KeyboardDefinition.load(Array(text.utf8), path: "my.yaml")
    let harness = try KeyboardHarness { $0.definition = definition }
    let simulation = Simulation(harness.keyboard) { _ in }
    try simulation.run(steps)
    return harness.typed
  }

  @Test func aLevelIsReachedByItsKeys() throws {
    #expect(
      try typed(["show", "press:q@altgr", "press:q@altgr-shift", "press:q@shift", "press:q@plain"])
        == "@ΩQq")
  }

  @Test func aLevelIsLeftWhereItIsNotWanted() throws {
    #expect(
      try typed(["show", "double-tap:shift", "press:e@plain", "press:e", "press:e@altgr-shift"])
        == "ee¢")
  }

  @Test func aPanelWithoutTheKeyRefuses() throws {
    let harness = try KeyboardHarness()
    #expect(throws: SimulationError.self) {
      try Simulation(harness.keyboard) { _ in }.run(["show", "press:q@altgr"])
    }
  }
}
