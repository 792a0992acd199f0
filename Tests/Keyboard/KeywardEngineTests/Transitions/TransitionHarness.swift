import KeywardEngine
import KeywardTestSupport
import Testing

/// An engine on an iPhone XS with a record of its events, whose handlers ask for heights.
final class TransitionHarness {
  static let portrait = KeyboardEnvironment(
    orientation: .portrait, screen: Size(width: 375, height: 812), bottomInset: 34, height: 250)
  static let landscape = KeyboardEnvironment(
    orientation: .landscape, screen: Size(width: 812, height: 375), bottomInset: 21, height: 171)

  let engine: TransitionEngine
  private(set) var events: [KeyboardEvent] = []
  /// One is requested at each will-change, like `height:N`.
  var heights: [Double] = []
  private var tokens: [EventToken] = []

  init(order: EventOrder = .default, environment: KeyboardEnvironment = portrait) {
    engine = TransitionEngine(environment: environment, order: order)
    tokens.append(engine.bus.observe { [unowned self] in events.append($0) })
    tokens.append(
      engine.bus.observe(.names(.keyboardWillChangeFrame)) { [unowned self] _ in
        if !heights.isEmpty { engine.requestHeight(heights.removeFirst()) }
      })
  }

  func at(_ name: KeyboardEvent.Name, _ action: @escaping (TransitionEngine) -> Void) {
    tokens.append(
      engine.bus.observe(.names(name)) { [unowned self] _ in action(engine) })
  }

  /// The events an action causes, to the end of its last transition, as a picture.
  func picture(_ action: (TransitionEngine) -> Void) -> String {
    let start = events.count
    action(engine)
    engine.settle()
    return events[start...].picture
  }

  func starting(_ action: (TransitionEngine) -> Void) -> TransitionHarness {
    action(engine)
    engine.settle()
    events = []
    return self
  }
}
