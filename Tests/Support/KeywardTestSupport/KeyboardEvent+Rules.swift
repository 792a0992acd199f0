import KeywardEngine

extension [KeyboardEvent] {
  /// The broken rules of the transitions that the events announce.
  ///
  /// `interrupted` has the place of the keyboard before each transition that may have interrupted
  /// the last one; nil if every transition runs to its end.
  package func brokenRules(interrupted: [Int: Rect]? = nil) -> [String] {
    var broken: [String] = []
    let numbers = map(\.transition)
    if numbers != numbers.sorted() { broken.append("numbers grow") }
    if Set(numbers).count != numbers.last ?? 0 { broken.append("no number is left out") }
    var former: KeyboardEvent?
    for number in 1..<(numbers.last ?? 0) + 1 {
      let transition = filter { $0.transition == number }
      let names = transition.map(\.name)
      let dids = transition.filter(\.isDid)
      for (will, did) in [
        (KeyboardEvent.Name.keyboardWillShow, KeyboardEvent.Name.keyboardDidShow),
        (.keyboardWillHide, .keyboardDidHide), (.keyboardWillChangeFrame, .keyboardDidChangeFrame),
      ] {
        let (hasWill, hasDid) = (names.contains(will), names.contains(did))
        // A transition that was replaced in its own turn has no did-phase at all.
        if hasWill, !hasDid, interrupted == nil || !dids.isEmpty || number == numbers.last {
          broken.append("\(will) of \(number) has its did")
        }
        if hasDid, !hasWill, did != .keyboardDidChangeFrame {
          broken.append("\(did) of \(number) has its will")
        }
      }
      if names.count(where: { $0 == .orientationDidChange }) > 1 {
        broken.append("\(number) has one orientation")
      }
      if Set(dids.map(\.end)).count > 1 || Set(dids.map(\.begin)).count > 1 {
        broken.append("the did events of \(number) agree")
      }
      if Set(dids.map(\.finished)).count > 1 { broken.append("\(number) is finished or not") }
      guard let last = transition.last, last.name != .orientationDidChange else { continue }
      if let former, !Self.begins(last, after: former, interrupted.map { $0[number] }) {
        broken.append("\(number) begins where the last one ended")
      }
      former = last
    }
    return broken
  }

  /// True if an event begins at the end of the last one, or at the keyboard's place when it
  /// came.
  private static func begins(
    _ event: KeyboardEvent, after former: KeyboardEvent, _ onScreen: Rect??
  ) -> Bool {
    if event.begin == former.end { return true }
    if let onScreen {
      if event.begin == onScreen { return true }
      if !former.finished, event.begin == former.begin { return true }
    }
    // A hidden keyboard moves silently: just below the screen, as high as the next one.
    return former.end.y >= former.screen.height && event.begin.y >= event.screen.height
  }
}
