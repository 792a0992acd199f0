import KeywardPrograms
import PromptUI

/// Where questions come up in the present situation, and why not in the places before.
struct PlaceFindings {
  let search: PlaceSearch

  init(lookup: @escaping (String) -> String?) {
    search = PlaceSearch(
      ProgramSettings(environment: lookup) { _ in }, .current(),
      terminals: AskpassTerminal.candidates(lookup: lookup))
  }

  /// One finding for each place, in order; the first that can be used is marked.
  var all: [Finding] {
    var isFound = false
    return search.prospects.map { prospect in
      let isHere = prospect.isUsable && !isFound
      isFound = isFound || prospect.isUsable
      let state = isHere ? "questions come up here (\(prospect.state))" : prospect.state
      return Finding("where questions come up, \(prospect.place.rawValue)", state)
    }
  }
}
