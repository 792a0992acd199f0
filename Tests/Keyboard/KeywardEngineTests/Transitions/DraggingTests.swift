import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct DraggingTests {
  private func floating() -> TransitionHarness {
    TransitionHarness().starting { engine in
      engine.float(Rect(x: 20, y: 300, width: 200, height: 150))
      engine.show()
    }
  }

  @Test func aDragPostsOncePerSettle() {
    let harness = floating()
    let picture = harness.picture { engine in
      #expect(engine.beginDrag())
      engine.drag(to: Point(x: 50, y: 320))
      #expect(engine.state.frame == Rect(x: 50, y: 320, width: 200, height: 150))
      engine.drag(to: Point(x: 90, y: 340))
      engine.endDrag()
    }
    #expect(picture == "DC")
    #expect(harness.events[0].begin.origin == Point(x: 20, y: 300))
    #expect(harness.events[0].end.origin == Point(x: 90, y: 340))
  }

  @Test func anUndockedKeyboardKeepsItsSides() {
    let harness = TransitionHarness().starting { engine in
      engine.undock(top: 200)
      engine.show()
    }
    harness.engine.beginDrag()
    harness.engine.drag(to: Point(x: 40, y: 250))
    harness.engine.endDrag()
    #expect(harness.events.picture == "DC")
    #expect(harness.engine.state.frame == Rect(x: 0, y: 250, width: 375, height: 216))
  }

  @Test func someStatesCannotBeDragged() {
    #expect(!TransitionHarness().engine.beginDrag())
    #expect(!TransitionHarness().starting { $0.show() }.engine.beginDrag())
  }

  @Test func zeroRectanglesForCompatibility() {
    let harness = floating()
    harness.engine.zeroRectDrag = true
    let picture = harness.picture { engine in
      engine.beginDrag()
      engine.drag(to: Point(x: 50, y: 320))
      engine.endDrag()
    }
    #expect(picture == "WC DC")
    #expect(harness.events[0].begin == .zero)
    #expect(harness.events[0].end == .zero)
    #expect(harness.events[0].transition == harness.events[1].transition)
    let bar = TransitionHarness().starting { $0.showShortcutsBar(.leading) }
    bar.engine.zeroRectDrag = true
    let dropped = bar.picture { engine in
      engine.beginDrag()
      engine.drag(to: Point(x: 200, y: 723))
      engine.endDrag(bar: .trailing)
    }
    #expect(dropped == "WC WS WC WS DC DS")
    #expect(bar.events[1].end == .zero)
    #expect(bar.engine.state.frame.x == 287)
  }

  @Test func aHandlerThatDragsOnIsReportedOnce() {
    let engine = floating().engine
    var reported = 0
    engine.onDiagnostic = { [weak engine] _ in
      reported += 1
      engine?.drag(to: Point(x: 2000 + Double(reported), y: 0))
    }
    engine.beginDrag()
    engine.drag(to: Point(x: 2000, y: 0))
    #expect(reported == 1 && engine.state.frame.x == 2001)
    engine.onDiagnostic = { [weak engine] _ in
      reported += 1
      engine?.drag(to: Point(x: 10, y: 10))
    }
    // Each time after coming back, it is reported again.
    engine.drag(to: Point(x: 10, y: 10))
    for count in 2...3 {
      engine.drag(to: Point(x: 2000, y: 0))
      #expect(reported == count && engine.state.frame.x == 10)
    }
  }

  @Test func dismissalFollowsTheTouchWithoutEvents() {
    let harness = TransitionHarness().starting { $0.show() }
    let engine = harness.engine
    #expect(!engine.beginDismissal(touchY: 500))
    #expect(engine.beginDismissal(touchY: 570))
    engine.dragDismissal(touchY: 600)
    #expect(engine.state.frame.y == 600)
    engine.dragDismissal(touchY: 100)
    #expect(engine.state.frame.y == 562)
    engine.dragDismissal(touchY: 620)
    #expect(harness.events.isEmpty)
    #expect(harness.picture { $0.endDismissal(velocity: 0) } == "WC WS DC DS")
    #expect(harness.events[0].begin.y == 620)
    #expect(engine.state.frame.y == 562)
  }

  @Test func dismissalHidesBeyondHalfItsHeightOrDownwards() {
    for (y, velocity) in [(700.0, 0.0), (580, 50)] {
      let harness = TransitionHarness().starting { $0.show() }
      harness.engine.beginDismissal(touchY: 560, padding: 10)
      harness.engine.dragDismissal(touchY: y - 10)
      #expect(harness.engine.state.frame.y == y)
      #expect(
        harness.picture { $0.endDismissal(velocity: velocity) } == "WC WH DC DH")
      #expect(harness.events[0].begin.y == y)
      #expect(harness.engine.state.kind == .hidden)
    }
  }

  @Test func dismissalThatDidNotMovePostsNothing() {
    let harness = TransitionHarness().starting { $0.show() }
    harness.engine.beginDismissal(touchY: 562)
    #expect(harness.picture { $0.endDismissal(velocity: -5) } == "")
  }
}
