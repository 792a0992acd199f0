import Glibc
import KeywardPrograms

/// The date in the first comment of an imported file.
enum ImportDate {
  /// Today as `2026-11-22`, or the day of `SOURCE_DATE_EPOCH` for a repeatable build.
  static var today: String {
    let fixed = EnvironmentVariable.value("SOURCE_DATE_EPOCH").flatMap { time_t($0) }
    var seconds = fixed ?? time(nil)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "an unknown day" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
