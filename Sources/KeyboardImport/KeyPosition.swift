/// A place of a key on the main block of a keyboard, by its name in XKB.
///
///     KeyPosition("AD01")   // the key right of Tab, Q on an American keyboard
///
/// Positions are in reading order: from the top row to the space bar, from left to right.
package struct KeyPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name, such as `AD01`.
  package let name: String
  /// The place in reading order.
  private let order: Int

  /// The position of a name; `nil` for a key outside the main block.
  package init?(_ name: String) {
    guard let order = Self.names.firstIndex(of: name) else { return nil }
    self.name = name
    self.order = order
  }

  private init(order: Int) {
    name = Self.names[order]
    self.order = order
  }

  /// Every position of any form.
  package static let all = names.indices.map(KeyPosition.init(order:))

  /// The space bar.
  package static let space = all[all.count - 1]

  /// The row: 0 for the digits, 4 for the space bar.
  package var row: Int {
    switch name.prefix(2) {
    case "TL", "AE": 0
    case "AD": 1
    case "AC": 2
    case "LS", "AB": 3
    default: 4
    }
  }

  package var description: String { name }

  package static func < (a: KeyPosition, b: KeyPosition) -> Bool { a.order < b.order }

  private static let names =
    ["TLDE"] + row("AE", 13) + row("AD", 12) + row("AC", 12) + ["LSGT"] + row("AB", 11) + ["SPCE"]

  /// `row("AE", 2)` → `["AE01", "AE02"]`.
  private static func row(_ prefix: String, _ count: Int) -> [String] {
    (1...count).map { prefix + ($0 < 10 ? "0" : "") + String($0) }
  }
}
