import KeywardEngine
import KeywardTestSupport
import Testing

/// The rules E1 to E8 that the order table does not show.
@Suite struct TransitionRuleTests {
  private func docked() -> TransitionHarness { TransitionHarness().starting { $0.show() } }

  @Test func stateFlipsBetweenTheWillHandlersAndTheAnimation() {
    let harness = TransitionHarness()
    var visible: [Bool] = []
    var transitions: [Int?] = []
    harness.at(.keyboardWillShow) { visible.append($0.state.isVisible) }
    harness.engine.onCommit = { visible.append($0.isVisible) }
    harness.at(.keyboardDidChangeFrame) { transitions.append($0.state.transition) }
    harness.engine.show()
    #expect(visible == [false, true])
    #expect(harness.engine.state.transition == 1)
    #expect(harness.events.picture == "WC WS")
    harness.engine.advance(to: 0.4999)
    #expect(harness.events.picture == "WC WS")
    harness.engine.advance(to: 0.5)
    #expect(harness.events.picture == "WC WS DC DS")
    #expect(transitions == [1])
    #expect(harness.engine.state.transition == nil)
  }

  @Test func heightAskedForInWillShowPostsBothAgain() {
    let harness = TransitionHarness()
    harness.at(.keyboardWillShow) { $0.requestHeight(300) }
    #expect(harness.picture { $0.show() } == "WC WS WC WS DC DS")
    #expect(harness.events[1].end.height == 250)
    #expect(harness.events[2].end.height == 300)
    #expect(Set(harness.events.map(\.transition)) == [1])
    #expect(harness.events[3...].allSatisfy { $0.begin.height == 300 && $0.end.y == 512 })
  }

  @Test func heightAskedForAfterTheCommitFollowsUp() {
    let harness = TransitionHarness()
    harness.at(.keyboardDidChangeFrame) { $0.requestHeight(300) }
    #expect(harness.picture { $0.show() } == "WC WS DC DS WC WS DC DS")
    #expect(harness.events.map(\.transition) == [1, 1, 1, 1, 2, 2, 2, 2])
    #expect(harness.events[4].begin == harness.events[3].end)
  }

  @Test func heightRequestsAreBounded() {
    let harness = TransitionHarness()
    var diagnostics: [TransitionDiagnostic] = []
    harness.engine.onDiagnostic = { diagnostics.append($0) }
    var height = 300.0
    harness.at(.keyboardWillChangeFrame) { engine in
      height += 1
      engine.requestHeight(height)
    }
    let picture = harness.picture { $0.show() }
    #expect(picture == Array(repeating: "WC", count: 17).joined(separator: " ") + " WS DC DS")
    #expect(diagnostics == [.tooManyHeights(transition: 1)])
    #expect(harness.engine.state.frame.height == 316)
  }

  @Test func aHeightOnTheWayToFloatingIsTheDockedOne() {
    let harness = docked()
    harness.heights = [300]
    let float = Rect(x: 10, y: 10, width: 100, height: 80)
    #expect(harness.picture { $0.float(float) } == "WC WC WH DC DH DC")
    #expect(harness.engine.state.frame == float)
    _ = harness.picture { $0.dock() }
    #expect(harness.engine.state.frame.height == 300)
  }

  @Test func aHeightThatIsThereAlreadyIsNotThatOfTheTurnedScreen() {
    let harness = TransitionHarness(order: .ios7).starting { $0.show() }
    harness.at(.keyboardWillHide) { $0.requestHeight(250) }
    #expect(harness.picture { $0.rotate(to: TransitionHarness.landscape) } == "WH DH O WS DS")
    #expect(harness.engine.state.frame.height == 171)
  }

  /// The bar has its own height; a request is always for the keyboard that it hides.
  @Test(arguments: [
    KeyboardEvent.Name.keyboardWillChangeFrame, .keyboardWillShow, .keyboardDidShow,
  ])
  func aHeightAskedOfAShortcutsBarIsThatOfTheNextKeyboard(name: KeyboardEvent.Name) {
    let harness = docked()
    harness.at(name) { engine in
      if engine.state.transition == 2 { engine.requestHeight(300) }
    }
    #expect(harness.picture { $0.attachHardware() } == "WC WS DC DS")
    #expect(harness.engine.state.frame.height == 89)
    #expect(harness.picture { $0.dock() } == "WC WS DC DS")
    #expect(harness.engine.state.frame.height == 300)
  }

  @Test func aHeightAskedOfAShortcutsBarOnItsWayToFloatingStays() {
    let harness = docked().starting { $0.attachHardware() }
    harness.heights = [300]
    #expect(
      harness.picture { $0.float(Rect(x: 10, y: 10, width: 100, height: 80)) } == "WC WH DC DH DC")
    _ = harness.picture { $0.dock() }
    #expect(harness.engine.state.frame.height == 300)
  }

  @Test func aRequestThatIsNotANumberIsIgnored() {
    let harness = docked()
    #expect(harness.picture { $0.requestHeight(.nan) } == "")
    #expect(harness.picture { $0.requestHeight(.infinity) } == "")
  }

  @Test func interruptionAfterTheCommit() {
    let harness = TransitionHarness()
    harness.engine.show()
    harness.engine.advance(to: 0.1)
    let shown = harness.engine.presentationFrame
    #expect(abs(shown.y - (812 - 250 * 0.5448)) < 0.1)
    harness.engine.hide()
    #expect(harness.events.picture == "WC WS DC DS WC WH")
    #expect(harness.events.map(\.finished) == [true, true, false, false, true, true])
    #expect(harness.events[4].begin == shown)
    harness.engine.settle()
    #expect(harness.events.picture == "WC WS DC DS WC WH DC DH")
    #expect(harness.engine.now == 0.6)
  }

  @Test func interruptionOfALiftOffDropsItsSecondHalf() {
    let harness = docked()
    harness.engine.undock(top: 100)
    harness.engine.advance(to: harness.engine.now + 0.1)
    #expect(harness.picture { $0.dock() } == "DC DH WC WS DC DS")
    #expect(harness.engine.state.kind == .docked)
  }

  @Test func commandsOfHandlersWaitForTheEndOfThePhase() {
    let harness = TransitionHarness()
    harness.at(.keyboardDidChangeFrame) { engine in
      if engine.state.isVisible { engine.hide() }
    }
    #expect(harness.picture { $0.show() } == "WC WS DC DS WC WH DC DH")
  }

  @Test func commandsOfForeignHandlersWaitForTheirDelivery() {
    let harness = TransitionHarness()
    harness.at(.textDidChange) { $0.show() }
    let other = harness.engine.bus.observe(.names(.textDidChange)) { _ in
      #expect(harness.events.picture == "text")
    }
    harness.engine.bus.post(KeyboardEvent(.textDidChange))
    harness.engine.settle()
    #expect(harness.events.picture == "text WC WS DC DS")
    other.cancel()
  }

  @Test func otherAppsKeyboardsAreNotLocal() {
    let harness = TransitionHarness()
    harness.engine.isLocal = false
    _ = harness.picture { $0.show() }
    #expect(harness.events.allSatisfy { !$0.isLocal })
  }

  @Test func nothingIsPostedInTheBackground() {
    let harness = docked()
    let picture = harness.picture { engine in
      engine.enterBackground()
      engine.hide()
      engine.show()
      engine.rotate(to: TransitionHarness.landscape)
    }
    #expect(picture == "")
    #expect(harness.picture { $0.enterForeground() } == "O WC WS DC DS")
    #expect(harness.engine.state.orientation == .landscape)
  }

  @Test func returningToTheSameStatePostsNothing() {
    let harness = docked()
    let picture = harness.picture { engine in
      engine.enterBackground()
      engine.hide()
      engine.show()
      engine.enterForeground()
      engine.enterForeground()
    }
    #expect(picture == "")
  }

  /// A keyboard taken off in the background is reported as in the foreground, with two numbers.
  ///
  /// E2 demands one end in all events of a transition, but the order table an off-screen end for
  /// the hide and the new place for the change after it.
  @Test func aKeyboardTakenOffInTheBackgroundIsReportedAsInTheForeground() {
    func picture(_ around: (TransitionEngine, () -> Void) -> Void) -> [KeyboardEvent] {
      let harness = docked()
      around(harness.engine) {
        harness.engine.undock(top: 90)
        harness.engine.float(Rect(x: 20, y: 300, width: 200, height: 150))
      }
      harness.engine.settle()
      return harness.events
    }
    let returning = picture { engine, move in
      engine.enterBackground()
      move()
      engine.enterForeground()
    }
    #expect(returning.picture == "WC WH DC DH DC")
    #expect(returning.map(\.transition) == [2, 2, 2, 2, 3])
    for number in [2, 3] {
      let ends = returning.filter { $0.transition == number }.map(\.end)
      #expect(Set(ends).count == 1)
    }
    #expect(returning[1].end.y == 812 && returning[4].end.y == 300)
    // In the foreground two steps are two; in the background only their end counts.
    #expect(picture { $1() }.last?.end == returning.last?.end)
  }

  @Test func theBackgroundEndsARunningAnimation() {
    let harness = TransitionHarness()
    harness.engine.show()
    harness.engine.enterBackground()
    #expect(harness.events.picture == "WC WS DC DS")
    #expect(harness.events.last?.finished == false)
    #expect(harness.picture { $0.enterForeground() } == "")
  }

  @Test func withoutDurationBothPhasesShareATurn() {
    let harness = TransitionHarness()
    harness.engine.duration = 0
    harness.engine.show()
    #expect(harness.events.picture == "WC WS DC DS")
    #expect(harness.engine.nextDeadline == nil)
  }

  @Test func timedCurvesTakeTheirDuration() {
    let harness = TransitionHarness()
    harness.engine.curve = .easeInOut
    harness.engine.show()
    #expect(harness.engine.nextDeadline == 0.25)
    #expect(harness.events[0].curve.rawValue == 0)
  }

  @Test func aHandlerThatNeverRestsIsStopped() {
    let harness = TransitionHarness()
    harness.engine.duration = 0
    var diagnostics = 0
    harness.engine.onDiagnostic = { _ in diagnostics += 1 }
    harness.at(.keyboardDidShow) { $0.hide() }
    harness.at(.keyboardDidHide) { $0.show() }
    harness.engine.show()
    #expect(diagnostics == 1)
  }

  @Test func handlersThatAnswerForEverAreGivenUp() {
    let harness = TransitionHarness()
    var reported: [TransitionDiagnostic] = []
    harness.engine.onDiagnostic = { reported.append($0) }
    harness.at(.keyboardDidShow) { $0.hide() }
    harness.at(.keyboardDidHide) { $0.show() }
    harness.engine.show()
    harness.engine.settle()
    #expect(reported == [.neverSettles])
    #expect(harness.events.count > 1000)
  }
}
