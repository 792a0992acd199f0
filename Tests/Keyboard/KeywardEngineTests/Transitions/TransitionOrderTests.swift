import KeywardEngine
import KeywardTestSupport
import Testing

/// The order of events where the golden table of `ScenarioTableTests` does not reach.
@Suite struct TransitionOrderTests {
  private let float = Rect(x: 20, y: 300, width: 200, height: 150)

  private func docked(_ order: EventOrder = .default) -> TransitionHarness {
    TransitionHarness(order: order).starting { $0.show() }
  }

  private func undocked(_ order: EventOrder = .default) -> TransitionHarness {
    TransitionHarness(order: order).starting {
      $0.undock(top: 200)
      $0.show()
    }
  }

  private func floating(_ order: EventOrder = .default) -> TransitionHarness {
    TransitionHarness(order: order).starting {
      $0.float(float)
      $0.show()
    }
  }

  @Test(arguments: [1, 2, 3])
  func jgsRepeatsPostsAfterHeights(count: Int) {
    let heights = (1...count).map { 300.0 + Double($0) }
    let posts = Array(repeating: "WC", count: 1 + count) + Array(repeating: "WS", count: 1 + count)
    let dids = Array(repeating: "DC", count: 1 + 2 * count) + ["DS"]
    let rotation = docked(.jgs)
    rotation.heights = heights
    #expect(
      rotation.picture { $0.rotate(to: TransitionHarness.landscape) }
        == (["O"] + posts + dids).joined(separator: " "))
    let show = TransitionHarness(order: .jgs)
    show.heights = heights
    #expect(show.picture { $0.show() } == (posts + dids).joined(separator: " "))
  }

  @Test func jgsWithRequestsForThePresentHeight() {
    let show = TransitionHarness(order: .jgs)
    show.heights = [250]
    #expect(show.picture { $0.show() } == "WC WS DC DS")
    show.heights = [171]
    #expect(show.picture { $0.rotate(to: TransitionHarness.landscape) } == "O WC DC WS DS")
  }

  @Test(arguments: EventOrder.allCases)
  func floatingLeavesTheWindow(order: EventOrder) {
    let harness = floating(order)
    harness.engine.window = Rect(x: 0, y: 0, width: 375, height: 500)
    #expect(harness.picture { $0.float(float.offset(y: 60)) } == "DC")
    #expect(harness.picture { $0.float(float.offset(y: 210)) } == "WC DC")
  }

  @Test func aTurnEndsWhatItInterruptsEvenAtTheSameFrame() {
    let small = Rect(x: 20, y: 30, width: 200, height: 150)
    let turned = TransitionHarness()
    let picture = turned.picture { engine in
      engine.turn {
        engine.float(small)
        engine.show()
        engine.rotate(to: TransitionHarness.landscape)
      }
    }
    #expect(picture == "WC O WC DC")
    #expect(turned.events.map(\.transition) == [1, 2, 2, 2])
    #expect(turned.events[2].begin == small && turned.events[3].end == small)
    #expect(turned.engine.state.isVisible && turned.engine.state.frame == small)

    let animated = TransitionHarness()
    animated.engine.float(small)
    animated.engine.show()
    animated.engine.advance(to: 0.1)
    let onScreen = animated.engine.presentationFrame
    animated.engine.rotate(to: TransitionHarness.landscape)
    animated.engine.settle()
    #expect(animated.events.picture == "WC DC O WC DC")
    #expect(animated.events.map(\.finished) == [true, false, true, true, true])
    #expect(animated.events[3].begin == onScreen && animated.events[4].end == small)

    let still = TransitionHarness().starting {
      $0.float(small)
      $0.show()
    }
    #expect(still.picture { $0.rotate(to: TransitionHarness.landscape) } == "O")
  }

  @Test(arguments: EventOrder.allCases)
  func aTurnOnASquareScreenEndsWhatItInterrupts(order: EventOrder) {
    func square(_ orientation: Orientation) -> KeyboardEnvironment {
      KeyboardEnvironment(
        orientation: orientation, screen: Size(width: 500, height: 500), height: 200)
    }
    let harness = TransitionHarness(order: order, environment: square(.portrait))
    let picture = harness.picture { engine in
      engine.turn {
        engine.show()
        engine.rotate(to: square(.landscape))
      }
    }
    #expect(picture.hasSuffix("DS") && picture.contains("O"))
    #expect(harness.engine.state.isVisible && harness.engine.state.transition == nil)
    let still = harness.picture { $0.rotate(to: square(.portrait)) }
    #expect(still == (order == .default ? "O" : order == .jgs ? "O WC DC WS DS" : "WH DH O WS DS"))
  }

  @Test(arguments: EventOrder.allCases)
  func hiddenByAHandlerOfItsShow(order: EventOrder) {
    let harness = TransitionHarness(order: order)
    harness.at(.keyboardWillShow) { $0.hide() }
    #expect(harness.picture { $0.show() } == "WC WS WC WH DC DH")
  }

  @Test(arguments: EventOrder.allCases)
  func firstHeightZeroNeverShows(order: EventOrder) {
    var flat = TransitionHarness.portrait
    flat.height = 0
    let harness = TransitionHarness(order: order, environment: flat)
    #expect(harness.picture { $0.show() } == "")
    #expect(harness.picture { $0.requestHeight(250) } == "")
    #expect(harness.picture { $0.show() } == "")
    #expect(harness.picture { $0.rotate(to: TransitionHarness.landscape) } == "O")
    #expect(harness.picture { $0.show() } == "")
  }

  @Test(arguments: EventOrder.allCases)
  func resize(order: EventOrder) {
    var smaller = TransitionHarness.portrait
    smaller.screen = Size(width: 320, height: 400)
    smaller.height = 200
    #expect(docked(order).picture { $0.resize(to: smaller) } == "WC WS DC DS")
    #expect(TransitionHarness(order: order).picture { $0.resize(to: smaller) } == "")
    let harness = floating(order)
    #expect(harness.picture { $0.resize(to: smaller) } == "WC DC")
    #expect(harness.engine.state.frame == Rect(x: 20, y: 250, width: 200, height: 150))
    #expect(harness.picture { $0.resize(to: TransitionHarness.portrait) } == "")
  }
}
