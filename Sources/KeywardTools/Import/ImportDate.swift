import Glibc
import Settings

/// The date in the first comment of an imported file.
enum ImportDate {
  /// Today as `2026-11-22`, or the day of `SOURCE_DATE_EPOCH` where a build has to be repeatable.
  static var today: String {
    var seconds =
      EnvironmentVariable.value("SOURCE_DATE_EPOCH").flatMap(time_t.init) ?? unsafe time(nil)
    var parts = tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "an unknown day" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
