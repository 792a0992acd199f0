import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import Pinentry

/// The short way of a picture against pictures composed anew, over the same random keys.
@Suite struct DialoguePictureTests {
  @Test(arguments: [(80, 24), (45, 40), (30, 10), (14, 5), (80, 1)], [false, true])
  func theShortWayGivesTheSamePicture(_ size: (Int, Int), _ repeats: Bool) throws {
    var random = SplitMix(state: 0x91c7)
    for _ in 0..<4 {
      let (quick, thorough) = (try scene(repeats: repeats), try scene(repeats: repeats))
      let picture = DialoguePicture(quick.base)
      var content = thorough.base
      for step in 0..<50 {
        let action = Action.allCases.randomElement(using: &random) ?? .letter
        action.run(on: quick)
        action.run(on: thorough)
        guard quick.end == nil else { break }
        // A countdown comes and goes.
        let secondsLeft = step % 20 > 16 ? 60 - step : nil
        picture.update(of: quick, secondsLeft: secondsLeft, columns: size.0, rows: size.1)
        thorough.update(&content)
        if let secondsLeft { content.notice = Countdown.sentence(secondsLeft) }
        let anew = TypingScreen(content).compose(columns: size.0, rows: size.1)
        let shown = picture.screen
        let isSame = shown.buffer == anew.buffer && shown.cursor == anew.cursor
        guard isSame, shown.revealArea == anew.revealArea else {
          let places = "\(shown.cursor) \(anew.cursor)"
          Issue.record(
            "step \(step), \(action): \(shown.buffer.lines), not \(anew.buffer.lines), \(places)")
          return
        }
      }
      quick.close()
      thorough.close()
    }
  }

  @Test func aLetterNeedsTheShortWayOnly() throws {
    let scene = try scene(repeats: false)
    let picture = DialoguePicture(scene.base)
    for _ in 0..<3 {
      Action.letter.run(on: scene)
      picture.update(of: scene, secondsLeft: nil, columns: 80, rows: 24)
    }
    #expect(scene.differsInCounts)
    Action.capsLock.run(on: scene)
    #expect(!scene.differsInCounts)
    picture.update(of: scene, secondsLeft: nil, columns: 80, rows: 24)
    #expect(scene.differsInCounts)
    Action.keyboard.run(on: scene)
    picture.update(of: scene, secondsLeft: nil, columns: 80, rows: 24)
    #expect(!scene.differsInCounts)
  }

  private enum Action: CaseIterable {
    case letter, accent, family, backspace, word, all, tab, enter, reveal, redraw, capsLock,
      keyboard
    case scroll, pasteTooLong, mismatch

    func run(on scene: PassphraseScene) {
      switch self {
      case .letter: type("a", scene)
      case .accent: type("\u{301}", scene)
      case .family: type("😀", scene)
      case .backspace: scene.press(.backspace)
      case .word: scene.press(.control(0x77))
      case .all: scene.press(.control(0x75))
      case .tab: scene.press(.tab)
      case .enter: scene.press(.enter)
      case .reveal: scene.press(.control(0x74))
      case .redraw: scene.press(.control(0x6c))
      case .capsLock: scene.noteCapsLock(true)
      case .keyboard: scene.press(.control(0x6b))
      case .scroll: scene.scroll += 1
      case .pasteTooLong:
        scene.beginPaste()
        for _ in 0..<300 { scene.paste([0x78].span.bytes) }
        scene.endPaste()
      case .mismatch:
        type("b", scene)
        scene.press(.down)
        type("c", scene)
      }
    }

    private func type(_ text: String, _ scene: PassphraseScene) {
      scene.type(Array(text.utf8).span.bytes)
    }
  }

  private func scene(repeats: Bool) throws -> PassphraseScene {
    var settings = ProgramSettings()
    settings.allowsUnlockedMemory = true
    let regions = try DialogueRegions(settings, longestAnswer: 255, repeats: true)
    let made = regions.fields
    let fields = try #require(made)
    var request = PassphraseRequest()
    request.prompt = Array("Passphrase".utf8)
    request.header.description = Array("One\nTwo\nThree\nFour\nFive\nSix".utf8)
    request.qualityBar = .init(label: Array("Quality".utf8), tip: [])
    if repeats {
      request.repetition = .init(
        label: Array("Again".utf8), error: Array("They differ".utf8), success: Array("Same".utf8))
    } else {
      request.constraints = .init()
    }
    return PassphraseScene(request, settings: settings, fields: fields, frame: SceneFrame())
  }
}
