import KeyboardEngine
import KeywardTestSupport
import Testing

/// The scenarios of the order table, each as one line.
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

  @Test(arguments: EventOrder.allCases)
  func showAndHideDocked(order: EventOrder) {
    let harness = TransitionHarness(order: order)
    #expect(harness.picture { $0.show() } == "WC WS DC DS")
    #expect(harness.engine.state.kind == .docked)
    #expect(harness.picture { $0.hide() } == "WC WH DC DH")
    #expect(harness.engine.state.kind == .hidden)
    #expect(harness.events.map(\.transition) == [1, 1, 1, 1, 2, 2, 2, 2])
  }

  @Test(arguments: EventOrder.allCases)
  func showTwicePostsNothing(order: EventOrder) {
    let harness = docked(order)
    #expect(harness.picture { $0.show() } == "")
    #expect(harness.picture { $0.dock() } == "")
    #expect(TransitionHarness(order: order).picture { $0.hide() } == "")
  }

  @Test(arguments: EventOrder.allCases)
  func heightChangeWhileDocked(order: EventOrder) {
    let harness = docked(order)
    #expect(harness.picture { $0.requestHeight(300) } == "WC WS DC DS")
    #expect(harness.engine.state.frame == Rect(x: 0, y: 512, width: 375, height: 300))
    #expect(harness.picture { $0.requestHeight(300) } == "")
  }

  @Test func rotateWhileDocked() {
    let harness = docked()
    #expect(harness.picture { $0.rotate(to: TransitionHarness.landscape) } == "O WC WS DC DS")
    #expect(harness.events[0].orientation == .landscape)
    #expect(harness.events[1].begin == Rect(x: 0, y: 562, width: 375, height: 250))
    #expect(harness.events[1].end == Rect(x: 0, y: 204, width: 812, height: 171))
    #expect(harness.picture { $0.rotate(to: TransitionHarness.landscape) } == "")
    harness.heights = [300]
    #expect(
      harness.picture { $0.rotate(to: TransitionHarness.portrait) } == "O WC WC WS DC DS")
    #expect(harness.events.last?.end.height == 300)
  }

  @Test func rotateWhileDockedInTheOtherOrders() {
    let jgs = docked(.jgs)
    #expect(jgs.picture { $0.rotate(to: TransitionHarness.landscape) } == "O WC DC WS DS")
    let ios7 = docked(.ios7)
    #expect(ios7.picture { $0.rotate(to: TransitionHarness.landscape) } == "WH DH O WS DS")
    #expect(ios7.events.map(\.transition) == [2, 2, 3, 3, 3])
    #expect(ios7.events[3].begin == ios7.events[0].end)
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
  func rotateWhileHiddenOrFree(order: EventOrder) {
    let hidden = TransitionHarness(order: order)
    #expect(hidden.picture { $0.rotate(to: TransitionHarness.landscape) } == "O")
    #expect(hidden.engine.state.frame == Rect(x: 0, y: 375, width: 812, height: 171))
    #expect(
      undocked(order).picture { $0.rotate(to: TransitionHarness.landscape) } == "O WC DC")
    #expect(
      floating(order).picture { $0.rotate(to: TransitionHarness.landscape) } == "O WC DC")
  }

  @Test(arguments: EventOrder.allCases)
  func dockedToFree(order: EventOrder) {
    let harness = docked(order)
    #expect(harness.picture { $0.undock(top: 100) } == "WC WH DC DH DC")
    #expect(harness.events.map(\.transition) == [2, 2, 2, 2, 3])
    #expect(harness.events[0].end == Rect(x: 0, y: 812, width: 375, height: 250))
    #expect(harness.events[4].begin == harness.events[0].end)
    #expect(harness.events[4].end == Rect(x: 0, y: 100, width: 375, height: 216))
    #expect(harness.events[4].duration == 0)
    #expect(docked(order).picture { $0.split() } == "WC WH DC DH DC")
    #expect(docked(order).picture { $0.float(float) } == "WC WH DC DH DC")
  }

  @Test(arguments: EventOrder.allCases)
  func freeToFreeAndDocked(order: EventOrder) {
    let harness = undocked(order)
    #expect(harness.picture { $0.undock(top: 150) } == "DC")
    #expect(harness.picture { $0.split() } == "")
    #expect(harness.engine.state.kind == .split)
    #expect(harness.picture { $0.float(float) } == "DC")
    #expect(harness.picture { $0.dock() } == "WC WS DC DS")
    #expect(harness.events.last?.begin == float)
  }

  @Test(arguments: EventOrder.allCases)
  func showAndHideFree(order: EventOrder) {
    for harness in [undocked(order), floating(order)] {
      let frame = harness.engine.state.frame
      #expect(harness.picture { $0.hide() } == "WC DC")
      #expect(harness.events.last?.end.height == frame.height)
      #expect(harness.picture { $0.show() } == "WC DC")
      #expect(harness.engine.state.frame == frame)
    }
  }

  @Test(arguments: EventOrder.allCases)
  func freeHeightChange(order: EventOrder) {
    let harness = undocked(order)
    #expect(harness.picture { $0.requestHeight(300) } == "WC DC")
    #expect(harness.engine.state.frame == Rect(x: 0, y: 200, width: 375, height: 266))
    #expect(floating(order).picture { $0.requestHeight(99) } == "WC DC")
  }

  @Test(arguments: EventOrder.allCases)
  func shortcutsBar(order: EventOrder) {
    let harness = docked(order)
    #expect(harness.picture { $0.attachHardware() } == "WC WS DC DS")
    #expect(harness.engine.state.frame == Rect(x: 0, y: 723, width: 375, height: 89))
    #expect(harness.picture { $0.showShortcutsBar(.trailing) } == "WC WS DC DS")
    #expect(harness.engine.state.frame == Rect(x: 287, y: 723, width: 88, height: 89))
    #expect(harness.picture { $0.showShortcutsBar(.leading) } == "WC WS DC DS")
    #expect(harness.engine.state.frame.x == 0)
    #expect(harness.picture { $0.dock() } == "WC WS DC DS")
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
  func hiddenInTheSameTurnAsShown(order: EventOrder) {
    let harness = TransitionHarness(order: order)
    let picture = harness.picture { engine in
      engine.turn {
        engine.show()
        engine.hide()
      }
    }
    #expect(picture == "WC WS WC WH DC DH")
    #expect(harness.events[2].duration == 0)
    #expect(harness.events[2].begin == harness.events[0].end)
    #expect(harness.engine.now == 0)
    #expect(harness.engine.state.kind == .hidden)
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

  @Test(arguments: EventOrder.allCases)
  func placesGivenWhileHiddenWaitForShow(order: EventOrder) {
    let harness = TransitionHarness(order: order)
    #expect(harness.picture { $0.undock(top: 100) } == "")
    #expect(harness.picture { $0.split() } == "")
    #expect(harness.picture { $0.show() } == "WC DC")
    #expect(harness.engine.state.kind == .split)
    #expect(harness.engine.state.frame.y == 100)
  }
}
