import Keyward

extension KeyboardPlacement {
  /// The reason why a text is not a placement.
  struct Fault: Error, CustomStringConvertible {
    /// The problem and its remedy.
    let description: String
  }

  /// Creates a placement from `hidden`, `docked[:H]`, `split:Y[,H]`, `undocked:Y[,H]`,
  /// `floating:X,Y,W,H` or `shortcuts[:leading|trailing]`.
  ///
  ///     try KeyboardPlacement("floating:300,300,320,254", in: environment)
  ///
  /// - Parameters:
  ///   - text: The placement, with numbers in points in the screen's coordinates.
  ///   - environment: The screen, and the height of a docked keyboard without `:H`.
  /// - Throws: `Fault` for any other text.
  init(_ text: String, in environment: KeyboardEnvironment) throws(Fault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    let screen = environment.screen
    switch parts[0] {
    case "hidden" where rest == nil: self = .hidden(on: screen)
    case "docked":
      let height = try Self.numbers(rest, of: text, in: 0...1).first ?? environment.height
      let frame = Rect(x: 0, y: screen.height - height, width: screen.width, height: height)
      self.init(kind: .docked, frame: frame, isVisible: true)
    case "undocked", "split":
      let numbers = try Self.numbers(rest, of: text, in: 1...2)
      let height = numbers.dropFirst().first ?? environment.height - environment.bottomInset
      let frame = Rect(x: 0, y: numbers[0], width: screen.width, height: max(0, height))
      self.init(kind: parts[0] == "split" ? .split : .undocked, frame: frame, isVisible: true)
    case "floating":
      let n = try Self.numbers(rest, of: text, in: 4...4)
      let frame = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
      self.init(kind: .floating, frame: frame, isVisible: true)
    case "shortcuts":
      guard let bar = ShortcutsBar(rawValue: rest ?? "expanded"), rest != "expanded" else {
        throw Self.fault(text)
      }
      self.init(kind: .shortcutsBar(bar), frame: Self.frame(of: bar, environment), isVisible: true)
    default: throw Self.fault(text)
    }
  }

  private static func frame(of bar: ShortcutsBar, _ environment: KeyboardEnvironment) -> Rect {
    let screen = environment.screen
    let height = ShortcutsBar.height + environment.bottomInset
    let width = bar == .expanded ? screen.width : min(ShortcutsBar.collapsedWidth, screen.width)
    let isAtRight = (bar == .trailing) == (environment.direction == .leftToRight)
    let x = bar != .expanded && isAtRight ? screen.width - width : 0
    return Rect(x: x, y: screen.height - height, width: width, height: height)
  }

  /// Parses a list of numbers, separated by commas; throws if the count is wrong or a size is
  /// negative.
  private static func numbers(
    _ list: String?, of text: String, in count: ClosedRange<Int>
  ) throws(Fault) -> [Double] {
    guard let list else {
      if count.contains(0) { return [] }
      throw fault(text)
    }
    let parts = list.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: String($0)) }
    guard numbers.count == parts.count, count.contains(numbers.count),
      numbers.allSatisfy(Double.sceneRange.contains)
    else { throw fault(text) }
    let sizes =
      numbers.count == 4 ? numbers.suffix(2) : count == 0...1 ? numbers[...] : numbers.dropFirst()
    guard sizes.allSatisfy({ $0 >= 0 }) else { throw fault(text) }
    return numbers
  }

  private static func fault(_ text: String) -> Fault {
    Fault(
      description:
        "“\(text)” is not a keyboard placement; write hidden, docked[:H], split:Y[,H], undocked:Y[,H], floating:X,Y,W,H or shortcuts[:leading|trailing]."
    )
  }
}
