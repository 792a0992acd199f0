import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct PromptRendererSketchTests {
  @Test func screensAreDrawnAsInTheGoldenFile() throws {
    let differences = try GoldenFile("screens").differences { one in
      let words = one.name.split(separator: " ")
      let (columns, rows) = (Int(words[1]) ?? 0, Int(words[2]) ?? 0)
      let content =
        switch words[0] {
        case "called": CalledScreenTests.content()
        case "question": CalledScreenTests.question()
        default: try ScreenSamples.unlocking(columns: columns, rows: rows)
        }
      return content.rendered(columns: columns, rows: rows).buffer.lines.joined(separator: "\n")
    }
    #expect(differences == [])
  }
}
