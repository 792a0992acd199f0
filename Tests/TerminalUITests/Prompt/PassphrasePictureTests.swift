import KeywardEngine
import TestSupport
import Testing

@testable import TerminalUI

/// The short way of a picture against pictures composed anew, over the same random keys.
@Suite struct PassphrasePictureTests {
  @Test(arguments: [(80, 24), (45, 40), (30, 10), (14, 5), (80, 1)], [false, true])
  func theShortWayGivesTheSamePicture(_ size: (Int, Int), _ repeats: Bool) throws {
    var random = SplitMix(state: 0x91c7)
    for round in 0..<4 {
      let prompts = (try prompt(repeats, at: round), try prompt(repeats, at: round))
      for prompt in [prompts.0, prompts.1] { prompt.begin(columns: size.0, rows: size.1) }
      for step in 0..<50 {
        let action = Action.allCases.randomElement(using: &random) ?? .letter
        let now = 1 + Double(step) / 5
        for prompt in [prompts.0, prompts.1] { action.run(on: prompt, at: now) }
        guard prompts.0.outcome == nil else { break }
        let shown = prompts.0.picture(columns: size.0, rows: size.1)
        let anew = TypingScreen(prompts.1.content).compose(columns: size.0, rows: size.1)
        prompts.1.isKeyboardDrawn = anew.hasKeyboard
        let isSame = shown.buffer == anew.buffer && shown.cursor == anew.cursor
        guard isSame, shown.revealArea == anew.revealArea else {
          let places = "\(shown.cursor) \(anew.cursor)"
          Issue.record(
            "step \(step), \(action): \(shown.buffer.lines), not \(anew.buffer.lines), \(places)")
          return
        }
      }
    }
  }

  @Test(arguments: [false, true]) func aLetterNeedsTheShortWayOnly(hasKeyboard: Bool) throws {
    let prompt = try prompt(false, at: 0)
    prompt.begin()
    if hasKeyboard { Action.keyboard.run(on: prompt, at: 1) }
    prompt.draw()
    let shown = prompt.shownLook
    #expect(shown != nil)
    for _ in 0..<3 {
      Action.letter.run(on: prompt, at: 2)
      prompt.draw()
    }
    #expect(prompt.shownLook === shown)
    Action.capsLock.run(on: prompt, at: 3)
    prompt.draw()
    #expect(prompt.shownLook !== shown)
  }

  /// After any keys the foreseen picture is the one that a letter leads to, and nothing shows it
  /// before.
  @Test(arguments: [(80, 24), (45, 40), (80, 1)])
  func theForeseenPictureIsTheOneAfterALetter(_ size: (Int, Int)) throws {
    var random = SplitMix(state: 0x51a4)
    var (count, certain) = (0, 0)
    for round in 0..<8 {
      let prompt = try prompt(false, at: round)
      prompt.begin(columns: size.0, rows: size.1)
      for step in 0..<50 {
        let now = 1 + Double(step) / 5
        let actions =
          step.isMultiple(of: 4) ? Action.allCases : [.letter, .letter, .all, .backspace]
        (actions.randomElement(using: &random) ?? .letter).run(on: prompt, at: now)
        prompt.rings = false
        guard prompt.outcome == nil else { break }
        let before = prompt.picture(columns: size.0, rows: size.1)
        let foreseen = prompt.foreseenPicture(columns: size.0, rows: size.1)
        let still = prompt.picture(columns: size.0, rows: size.1)
        #expect(still.buffer == before.buffer && still.cursor == before.cursor, "step \(step)")
        guard foreseen != nil,
          let foreseen = prompt.foreseenPicture(columns: size.0, rows: size.1)
        else { continue }
        let isCertain = prompt.expectsLetter && prompt.deadline.map { $0 > now } ?? true
        Action.letter.run(on: prompt, at: now)
        let next = prompt.picture(columns: size.0, rows: size.1)
        let anew = TypingScreen(prompt.content).compose(columns: size.0, rows: size.1)
        #expect(next.buffer == anew.buffer && next.cursor == anew.cursor, "step \(step)")
        if isCertain {
          #expect(next.edition == foreseen.edition && !prompt.rings, "round \(round), step \(step)")
          certain += 1
        }
        guard next.edition == foreseen.edition else { continue }
        #expect(next.buffer == foreseen.buffer && next.cursor == foreseen.cursor, "step \(step)")
        count += 1
      }
    }
    #expect(count > 20)
    #expect(certain > 20)
  }

  /// The hint beside a repetition depends on what is typed.
  @Test func aRepetitionIsNotForeseen() throws {
    let prompt = try prompt(true, at: 0)
    prompt.begin()
    prompt.draw()
    #expect(prompt.foreseenPicture(columns: 80, rows: 24) == nil)
  }

  private enum Action: CaseIterable {
    case letter, accent, family, backspace, word, all, tab, enter, reveal, redraw, capsLock
    case keyboard, shift, arrow, scroll, pasteTooLong, mismatch, time

    func run(on prompt: PassphrasePrompt, at now: Double) {
      switch self {
      case .letter: prompt.type("a", at: now)
      case .accent: prompt.type("\u{301}", at: now)
      case .family: prompt.type("😀", at: now)
      case .backspace: prompt.press(.backspace, at: now)
      case .word: prompt.control("w", at: now)
      case .all: prompt.control("u", at: now)
      case .tab: prompt.press(.tab, at: now)
      case .enter: prompt.press(.enter, at: now)
      case .reveal: prompt.control("t", at: now)
      case .redraw: prompt.control("l", at: now)
      case .capsLock: prompt.press(.control(0x6c), .capsLock, at: now)
      case .keyboard: prompt.control("k", at: now)
      case .shift:
        let keys = prompt.keyboard?.currentPanel?.keys
        if let slot = keys?.firstIndex(where: { $0.key.role == .shift }) {
          prompt.press(slot, at: now)
        }
      case .arrow: prompt.press(.left, at: now)
      case .scroll: prompt.descriptionOffset += 1
      case .pasteTooLong: prompt.paste(String(repeating: "x", count: 300), at: now)
      case .mismatch:
        prompt.type("b", at: now)
        prompt.press(.down, at: now)
        prompt.type("c", at: now)
      case .time: prompt.handle(.time, at: now)
      }
      prompt.request = nil
    }
  }

  private func prompt(_ repeats: Bool, at round: Int) throws -> PassphrasePrompt {
    var options = DialogueOptions()
    options.description = "One\nTwo\nThree\nFour\nFive\nSix"
    options.quality = round < 4 ? .init("Quality") : nil
    options.allowsReveal = round > 1
    options.showsKeyboard = false
    options.timeout = round == 7 ? nil : 15
    (options.yesLabel, options.cancelLabel) = ("", "")
    if repeats { options.repeatPrompt = "Again" }
    return PassphrasePrompt(
      options, fields: try PromptHarness.fields(longest: round == 6 ? 4 : nil),
      surface: PromptSurface(),
      makeKeyboard: { field in
        try? PromptHarness.keyboard(into: field) { configuration in
          if round == 5 { (configuration.shuffle, configuration.reshuffle) = (.all, .key) }
        }
      }, advisor: OwnAdvisor(nil))
  }
}
