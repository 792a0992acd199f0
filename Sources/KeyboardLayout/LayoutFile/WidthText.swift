/// Reads key widths as files write them.
enum WidthText {
  /// The possible widths in quarters of a unit: 0.5 to 8 units.
  static let quarters = 2...32

  /// `1.5` → units, `fill`, `share`; `nil` for anything else.
  static func width(_ text: String) -> KeyWidth? {
    switch text {
    case "fill": .fill
    case "share": .share
    default: units(text).map(KeyWidth.units)
    }
  }

  /// Reads a number from 0.5 to 8 in steps of 0.25: `2` → 2, `0.75` → 0.75, `0.3` → `nil`.
  static func units(_ text: String) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts[0].utf8.count == 1, let whole = parts[0].first?.wholeNumberValue,
      parts[0].utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let quarters: [Substring: Double] = [
      "0": 0, "00": 0, "25": 0.25, "5": 0.5, "50": 0.5, "75": 0.75,
    ]
    guard let fraction = parts.count == 1 ? 0 : quarters[parts[1]] else { return nil }
    let units = Double(whole) + fraction
    return (0.5...8).contains(units) ? units : nil
  }
}
