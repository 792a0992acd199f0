import KeywardPrograms
import KeywardTerminal

extension Finding {
  /// Finds the place, such as a terminal, in which a prompt would appear now.
  ///
  /// `lines` has a line for each place that was tried.
  static func ofPlaces(
    lookup: @escaping (String) -> String?
  ) -> (findings: [Finding], lines: String) {
    let prospects =
      PlaceSearch(
        ProgramSettings(environment: lookup), .current(),
        terminals: AskpassDialogue.terminals(lookup: lookup)
      ).prospects
    let lines = prospects.map { "questions in \($0.place.rawValue): \($0.state)" }
    let findings = [place(in: prospects), refused(in: prospects)].compactMap(\.self)
    return (findings, lines.joined(separator: "\n"))
  }

  private static func refused(in prospects: [PlaceSearch.Prospect]) -> Finding? {
    let refused = prospects.filter(\.isRefused)
    guard !refused.isEmpty else { return nil }
    return Finding(
      "refused places",
      refused.map(\.place.rawValue).joined(separator: " and ") + "; "
        + refused.map(\.state).joined(separator: "; "), kind: .information)
  }

  private static func place(in prospects: [PlaceSearch.Prospect]) -> Finding {
    let subject = "where questions appear"
    let before = prospects.prefix { !$0.isUsable }
    guard before.count < prospects.count else {
      return Finding(
        subject, "nowhere; run `keyward lend` in a terminal, and they appear there",
        kind: .information)
    }
    let found = prospects[before.count]
    let reasons = before.map { "\($0.place.rawValue): \($0.state)" }.joined(separator: "; ")
    return Finding(
      subject,
      "\(found.place.rawValue) (\(found.state))" + (reasons.isEmpty ? "" : "; not \(reasons)"))
  }
}
