extension LayoutEngine {
  /// How many reports are told at a stretch while their reader causes ever new ones.
  private static let reportLimit = 1000
  /// How often a pass begins anew because who was told of it has changed the engine.
  private static let answeredPasses = 10

  /// Notes a text for the log, which is told when the engine is at rest: who reads it may change the
  /// engine then, and a change in the middle of a change could not be taken back by itself.
  func report(_ text: @autoclosure () -> String) {
    if log != nil { reports.append(text()) }
  }

  /// Tells the log what has been noted, and what its own changes cause.
  func tellReports() {
    guard !reports.isEmpty, !isTellingReports, depth == 0 else { return }
    isTellingReports = true
    defer { isTellingReports = false }
    for _ in 0..<LayoutEngine.reportLimit where !reports.isEmpty {
      let text = reports.removeFirst()
      log?(text)
    }
    guard !reports.isEmpty else { return }
    log?(
      "The log has answered \(LayoutEngine.reportLimit) reports with changes that caused the next "
        + "one; \(reports.count) are dropped. Do not answer every report with a change.\n")
    reports = []
  }

  /// Computes all frames, and again where who is told of it has changed the engine.
  func layoutIfNeeded() {
    guard !state.isLaidOut, depth == 0 else { return }
    layOut()
    guard !reports.isEmpty else { return }
    for _ in 0..<LayoutEngine.answeredPasses {
      tellReports()
      if state.isLaidOut { return }
      layOut()
    }
  }
}
