import KeywardEngine
import Testing

@testable import KeywardTerminal

/// The actions of tests on the caps of a prompt: hold them, slide, release.
protocol AlternatesHand {}

extension AlternatesHand {
  func cell(
    _ key: String, _ prompt: Prompt
  ) throws -> (column: Int, row: Int) {
    prompt.draw()
    let screen = prompt.screen
    let (view, origin) = (try #require(screen.view), try #require(screen.panelOrigin))
    let slot = try #require(view.layout.slot(of: key))
    let middle = view.labelCell(of: slot)
    return (origin.column + middle.column, origin.row + middle.row)
  }

  func place(_ index: Int, _ prompt: Prompt) throws -> (column: Int, row: Int) {
    prompt.draw()
    let cells = try #require(prompt.shownAlternates).places[index]
    return (cells.column + 1, cells.line)
  }

  func press(_ prompt: Prompt, _ cell: (Int, Int), at now: Double) {
    prompt.handle(.input(.press(column: cell.0, row: cell.1)), at: now)
  }

  func drag(_ prompt: Prompt, _ cell: (Int, Int), at now: Double) {
    prompt.handle(.input(.drag(column: cell.0, row: cell.1)), at: now)
  }

  func release(_ prompt: Prompt, _ cell: (Int, Int), at now: Double) {
    prompt.handle(.input(.release(column: cell.0, row: cell.1)), at: now)
  }

  func focused(
    _ key: String, _ change: @escaping (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> Prompt {
    let prompt = try PromptHarness.prompt(change)
    prompt.press(.tab)
    prompt.keyboard?.focusedSlot = try #require(prompt.keyboard?.currentPanel?.slot(of: key))
    prompt.draw()
    return prompt
  }

  func opened(
    _ key: String, _ change: @escaping (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> Prompt {
    let prompt = try PromptHarness.prompt(change)
    press(prompt, try cell(key, prompt), at: 10)
    prompt.handle(.time, at: 10.5)
    prompt.draw()
    return prompt
  }
}
