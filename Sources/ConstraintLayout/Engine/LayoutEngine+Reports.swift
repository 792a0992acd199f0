import CPlatform
import Glibc

extension LayoutEngine {
  /// Writes a report to standard error: the log of an engine that is given none.
  public static func writeToStandardError(_ report: String) {
    var report = report
    report.withUTF8 { bytes in
      _ = unsafe platform_write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// The number of reports told at a stretch of those that their reader causes.
  private static let reportLimit = 1000
  /// The number of times a pass begins anew because the log's reader has changed the engine.
  private static let answeredPasses = 10

  /// Notes a text for the log, which is told when the engine is at rest: who reads it may change
  /// the engine then, and a change in the middle of a change could not be taken back by itself.
  func report(_ text: @autoclosure () -> String) {
    if log != nil { reports.append(text()) }
  }

  /// Tells the log what has been noted, and what its own changes cause.
  func tellReports() {
    guard !reports.isEmpty, !isTellingReports, !isLayingOut, depth == 0 else { return }
    isTellingReports = true
    defer { isTellingReports = false }
    var answers = 0
    while !reports.isEmpty, answers < LayoutEngine.reportLimit {
      let noted = reports
      reports = []
      for text in noted { log?(text) }
      answers += reports.count
    }
    dropReports()
  }

  /// Gives up what a log that answers every report with a change has caused.
  private func dropReports() {
    guard !reports.isEmpty else { return }
    let isInner = isTellingReports
    isTellingReports = true
    defer { isTellingReports = isInner }
    let count = reports.count
    reports = []
    log?(
      "The log answers its reports with changes that cause new ones; \(count) are dropped. "
        + "Do not answer every report with a change.\n")
    reports = []
  }

  /// Computes all frames, and again where who is told of it has changed the engine.
  func layoutIfNeeded() {
    guard !state.isLaidOut, depth == 0, !isMeasuring else { return }
    layOut()
    guard !reports.isEmpty else { return }
    for _ in 0..<LayoutEngine.answeredPasses {
      tellReports()
      if state.isLaidOut { return }
      layOut()
    }
    dropReports()
  }
}
