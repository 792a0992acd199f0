import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools

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

  @Test("A key's level is reached by its modifier keys")
  func aLevelIsReachedByItsKeys() throws {
    #expect(
      try typed(["show", "press:q@altgr", "press:q@altgr-shift", "press:q@shift", "press:q@plain"])
        == "@ΩQq")
  }

  @Test("A level that is not wanted is left first")
  func aLevelIsLeftWhereItIsNotWanted() throws {
    #expect(
      try typed(["show", "double-tap:shift", "press:e@plain", "press:e", "press:e@altgr-shift"])
        == "ee¢")
  }

  @Test("A level that the panel lacks is refused")
  func aPanelWithoutTheKeyRefuses() throws {
    let harness = try KeyboardHarness()
    #expect(throws: SimulationError.self) {
      try Simulation(harness.keyboard) { _ in }.run(["show", "press:q@altgr"])
    }
  }
}
