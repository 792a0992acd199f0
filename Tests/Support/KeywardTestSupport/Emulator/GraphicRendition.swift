/// The look of a cell as a terminal keeps it, changed by the parameters of `CSI m`.
public struct GraphicRendition: Hashable, Sendable {
  /// 1 bold, 2 dim, 7 reverse.
  public private(set) var attributes: Set<Int> = []
  /// Parameters of `CSI m`; empty for the terminal's own colour.
  public private(set) var foreground = ""
  public private(set) var background = ""

  public init() {}

  /// Takes the parameters of one sequence; false if the terminal does not know all of them.
  public mutating func select(_ body: String) -> Bool {
    var rest = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }[...]
    while let first = rest.popFirst() {
      switch first {
      case 0: self = Self()
      case 1?, 2?, 7?: attributes.insert(first ?? 0)
      case let color? where (30...37).contains(color) || (90...97).contains(color):
        foreground = "\(color)"
      case let color? where (40...47).contains(color) || (100...107).contains(color):
        background = "\(color)"
      case 39: foreground = ""
      case 49: background = ""
      case 38, 48:
        let count = rest.first == 5 ? 2 : rest.first == 2 ? 4 : .max
        let numbers = rest.prefix(count).compactMap(\.self)
        guard numbers.count == count, numbers.allSatisfy((0...255).contains) else { return false }
        rest = rest.dropFirst(count)
        let parameters = ([first ?? 0] + numbers).map(String.init).joined(separator: ";")
        if first == 38 { foreground = parameters } else { background = parameters }
      default: return false
      }
    }
    return true
  }
}
