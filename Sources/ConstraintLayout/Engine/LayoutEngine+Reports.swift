import CPlatform
import Glibc

extension LayoutEngine {
  /// Writes a report to standard error: the log of an engine that is given none.
  public static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = unsafe platform_write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// A report for the log.
  enum Report {
    case text(String)
    /// A contradiction by its number, whose text is made when it is read.
    case conflict(Int)
  }

  /// Reported contradictions by their numbers, and the lines of constraints by serial that their
  /// texts have in common.
  struct ReadConflicts {
    var conflicts: [Int: LayoutConflict]
    var lines: [Int: String] = [:]
  }

  /// The number of reports told at a stretch of those that their reader causes.
  private static let reportLimit = 1000
  /// The number of times a pass begins anew because the log's reader has changed the engine.
  private static let answeredPasses = 10

  /// Notes a report for the log, which is told when the engine is at rest: who reads it may change
  /// the engine then, and a change in the middle of a change could not be taken back by itself.
  func report(_ text: @autoclosure () -> String) {
    if onReport != nil { reports.append(.text(text())) }
  }

  /// Tells the log what has been noted, and what its own changes cause.
  func tellReports() {
    guard !reports.isEmpty, !isTellingReports, !isLayingOut, depth == 0 else { return }
    isTellingReports = true
    defer { isTellingReports = false }
    var answers = 0
    while !reports.isEmpty, answers < LayoutEngine.reportLimit {
      (told, reports) = (reports, [])
      for index in told.indices {
        onReport? { self.textOfTold(index) }
        told[index] = .text("")
      }
      answers += reports.count
    }
    (told, readConflicts) = ([], nil)
    dropReports()
  }

  /// Makes the texts that have not been read, before what they are about changes.
  func settleReports() {
    if told.isEmpty && reports.isEmpty { return }
    for index in told.indices { _ = textOfTold(index) }
    for index in reports.indices { reports[index] = .text(text(of: reports[index])) }
    readConflicts = nil
  }

  private func textOfTold(_ index: Int) -> String {
    let text = text(of: told[index])
    told[index] = .text(text)
    return text
  }

  private func text(of report: Report) -> String {
    switch report {
    case .text(let text): return text
    case .conflict(let number):
      var read = readConflicts ?? lookAtReported()
      guard let conflict = read.conflicts[number] else {
        preconditionFailure("a reported contradiction lasts until its text is made")
      }
      readConflicts = nil
      defer { readConflicts = read }
      return conflict.logText(&read.lines)
    }
  }

  /// Finds out which members the reported contradictions need.
  private func lookAtReported() -> ReadConflicts {
    refreshConflicts()
    var numbers: Set<Int> = []
    for case .conflict(let number) in told + reports { numbers.insert(number) }
    return ReadConflicts(conflicts: state.numberedConflicts(where: numbers.contains))
  }

  /// Gives up what a log that answers every report with a change has caused.
  private func dropReports() {
    guard !reports.isEmpty else { return }
    let isInner = isTellingReports
    isTellingReports = true
    defer { isTellingReports = isInner }
    let count = reports.count
    reports = []
    onReport? {
      "The log answers its reports with changes that cause new ones; \(count) are dropped. "
        + "Do not answer every report with a change.\n"
    }
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
