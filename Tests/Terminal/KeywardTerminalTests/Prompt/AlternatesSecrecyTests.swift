import KeywardEngine
import Testing

@testable import KeywardTerminal

/// The screen's facts about a choice among alternates, and those it never reveals.
@Suite struct AlternatesSecrecyTests: AlternatesHand {
  @Test func afterKeysNothingDrawnDependsOnTheChoice() throws {
    func end(_ steps: Int) throws -> CellBuffer {
      let prompt = try focused("a")
      prompt.press(.enter, .alt)
      for _ in 0..<steps { prompt.press(.right) }
      prompt.press(.enter)
      return prompt.picture(columns: 80, rows: 24).buffer
    }
    let first = try end(0)
    for steps in 1..<9 {
      let other = try end(steps)
      #expect(other == first)
    }
  }

  @Test func withFeedbackTheMouseShowsWhichItWouldTake() throws {
    let prompt = try opened("e") { $0.feedback = .press }
    #expect(prompt.alternatesRow?.marked == 0 && prompt.alternatesRow?.isFocused == false)
    drag(prompt, try place(3, prompt), at: 11)
    #expect(prompt.alternatesRow?.marked == 3)
    let silent = try opened("e")
    #expect(silent.alternatesRow != nil && silent.alternatesRow?.marked == nil)
  }

  @Test func exactlyOneThingLooksFocused() throws {
    let prompt = try focused("e")
    prompt.press(.enter, .alt)
    _ = prompt.picture(columns: 80, rows: 24)
    #expect(prompt.viewModel.keyboard?.view.isFocused == false)
    #expect(prompt.viewModel.keyboard?.alternates?.marked == 0)
    #expect(prompt.viewModel.keyboard?.alternates?.isFocused == true)
  }

  /// A row of keys must stay where it is under the mouse.
  @Test func openingTheRowMovesNoKey() throws {
    for (columns, rows) in [(40, 16), (45, 24), (60, 20), (72, 24), (80, 24), (100, 40)] {
      let prompt = try focused("e")
      prompt.handle(.window(columns: columns, rows: rows), at: 2)
      let before = prompt.picture(columns: columns, rows: rows)
      prompt.press(.enter, .alt, at: 3)
      let after = prompt.picture(columns: columns, rows: rows)
      #expect(after.alternates != nil)
      #expect(after.panelOrigin?.row == before.panelOrigin?.row)
      #expect(after.panelOrigin?.column == before.panelOrigin?.column)
    }
  }

  @Test func countsAreRedrawnBesideAnOpenRow() throws {
    let prompt = try opened("e")
    let open = prompt.draw()
    prompt.handle(.time, at: 10.9)
    #expect(prompt.draw() == open)
    release(prompt, try place(1, prompt), at: 11)
    #expect(prompt.draw().contains("•"))
    #expect(
      prompt.screen.buffer
        == prompt.viewModel.rendered(
          columns: 80, rows: 24
        ).buffer)
  }
}
