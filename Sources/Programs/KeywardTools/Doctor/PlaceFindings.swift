import KeywardPrograms
import PromptUI

/// The findings about the place where questions appear now.
struct PlaceFindings {
  private let prospects: [(place: Place, state: String, isUsable: Bool)]

  init(lookup: @escaping (String) -> String?) {
    prospects =
      PlaceSearch(
        ProgramSettings(environment: lookup) { _ in }, .current(),
        terminals: AskpassDialogue.terminals(lookup: lookup)
      ).prospects
  }

  /// The place where questions appear, and the reasons against the places before it.
  var finding: Finding {
    let before = prospects.prefix { !$0.isUsable }
    let reasons = before.map { "\($0.place.rawValue): \($0.state)" }.joined(separator: "; ")
    guard before.count < prospects.count else {
      return Finding(
        "where questions appear",
        "nowhere; run `keyward lend` in a terminal, and they appear there",
        kind: .information)
    }
    let found = prospects[before.count]
    return Finding(
      "where questions appear",
      "\(found.place.rawValue) (\(found.state))" + (reasons.isEmpty ? "" : "; not \(reasons)"))
  }

  /// A line for each place, in order.
  var lines: String {
    prospects.map { "questions in \($0.place.rawValue): \($0.state)" }
      .joined(separator: "\n")
  }
}
