import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTools

@Suite struct SimulationStepTests {
  /// The step of a text, or its error.
  @Test("Every step is read as in the golden file")
  func everyTextIsReadAsInTheGoldenFile() throws {
    let differences = try GoldenFile("simulation-steps").differences { one in
      do throws(SimulationError) {
        return "\(try SimulationStep(one.input))"
      } catch {
        return error.description
      }
    }
    #expect(differences == [])
  }

  @Test("A missing key is reported with the keys there are")
  func aKeyThatIsNotThereIsASentence() {
    #expect(
      SimulationError.unknownKey("A", panel: .numbers, known: ["1", "delete"]).description
        == "Panel “numbers” shows no key “A”. Switch to another panel first, or use one of: "
        + "1 delete")
  }
}
