/// Keys that were typed for a question that is over.
///
/// A question can end while a person types its answer: it is withdrawn, its caller dies, or its time
/// is up. The rest of the answer must reach neither the next question nor another program. It is
/// swallowed until one second has passed without a key, or up to and including Enter.
///
///     var stray = StrayKeys(after: lastKey, until: now + StrayKeys.longest)
///     if stray.swallow(event, at: now) { … drop the event … }
///
/// Ctrl-C, Ctrl-Z and Ctrl-\ are not part of an answer: they end the swallowing and are kept.
package struct StrayKeys: Hashable, Sendable {
  package static let signals = "cz\\".utf8.map { InputEvent.key(.control($0), []) }

  /// The seconds without a key after which a key belongs to no earlier question.
  package static let pause = 1.0
  /// The seconds in which nobody can react to a question that appears while something else is typed.
  package static let reaction = 0.25
  /// The maximum number of seconds for which the end of a dialogue waits for such a pause.
  package static let longest = 5.0

  /// The time of the last key; nil once Enter or a signal key has ended the answer.
  package private(set) var lastKey: Double?
  private let limit: Double
  private var isPasting = false

  /// Creates the state after a key at `lastKey`; nothing is swallowed from `limit` on.
  package init(after lastKey: Double, until limit: Double = .infinity) {
    (self.lastKey, self.limit) = (lastKey, limit)
  }

  /// The time from which nothing is swallowed, unless further keys are typed before.
  package var end: Double {
    guard let lastKey else { return -.infinity }
    return isPasting ? limit : min(lastKey + Self.pause, limit)
  }

  /// True if a key may still be typed for the answer at the time `now`.
  package func areExpected(at now: Double) -> Bool { now < end }

  /// True if keys are swallowed at the time `now`, since no pause has been noted.
  package func isOpen(at now: Double) -> Bool { lastKey != nil && now < limit }

  /// The state after another key of which nothing else is known, with the same limit.
  func restarted(at now: Double) -> StrayKeys { StrayKeys(after: now, until: limit) }

  /// The state for the next question: nil at the end of the answer, otherwise without a limit.
  package var withoutLimit: StrayKeys? { lastKey.map { StrayKeys(after: $0) } }

  /// Ends the answer if no key had arrived by `time`, a pause after the last one.
  ///
  /// A key may be read long after it arrived, so that its own time shows no pause.
  package mutating func noteQuiet(at time: Double) {
    guard !isPasting, let key = lastKey, time >= key + Self.pause else { return }
    lastKey = nil
  }

  /// Returns true to swallow the event; a nil event is an unknown byte sequence.
  package mutating func swallow(_ event: InputEvent?, at now: Double) -> Bool {
    guard lastKey != nil else { return false }
    guard let event, event.isTyped else { return true }
    switch event {
    case .pasteBegan: isPasting = true
    case .pasteEnded, .pasteDropped: isPasting = false
    default: break
    }
    lastKey = event.endsAnswer ? nil : now
    return !Self.signals.contains(event)
  }
}

extension InputEvent {
  /// True if no more of an answer is typed after this key.
  package var endsAnswer: Bool { isEnter || StrayKeys.signals.contains(self) }
}
