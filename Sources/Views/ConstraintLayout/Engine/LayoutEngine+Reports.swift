extension LayoutEngine {
  /// Prints a report to standard output; the default log of an engine.
  public static func printReport(_ text: String) { print(text, terminator: "") }

  private static let reportLimit = 1000

  /// Queues a report until no change is in progress, since the log closure may change the engine.
  func report(_ text: @autoclosure () -> String) {
    if log != nil { reports.append(text()) }
  }

  func sendReports() {
    guard !reports.isEmpty, !isTellingReports, !isLayingOut, depth == 0 else { return }
    isTellingReports = true
    defer { isTellingReports = false }
    var answers = 0
    while !reports.isEmpty, answers < LayoutEngine.reportLimit {
      let current = reports
      reports = []
      for text in current { log?(text) }
      answers += reports.count
    }
    dropReports()
  }

  func dropReports() {
    guard !reports.isEmpty else { return }
    let isInner = isTellingReports
    isTellingReports = true
    defer { isTellingReports = isInner }
    let count = reports.count
    reports = []
    log?(
      "The log handler responds to reports with changes that cause new reports (\(count) dropped). "
        + "Do not respond to every report with a change.\n")
    reports = []
  }
}
