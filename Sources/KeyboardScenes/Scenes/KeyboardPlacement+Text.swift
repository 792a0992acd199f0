extension KeyboardPlacement {
  /// A fault in the text of a placement.
  package struct Fault: Error, CustomStringConvertible {
    /// A sentence with the right form of a place.
    package let description: String
  }

  /// Reads `hidden`, `docked[:H]`, `split:Y[,H]`, `undocked:Y[,H]`, `floating:X,Y,W,H` or
  /// `shortcuts[:leading|trailing]`.
  ///
  /// - Parameters:
  ///   - text: the placement; numbers in points, in the screen's coordinates.
  ///   - environment: the screen and the keyboard's own height on it.
  /// - Throws: `Fault` with a sentence about the right form.
  package init(_ text: String, in environment: KeyboardEnvironment) throws(Fault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    let screen = environment.screen
    let freeHeight = max(0, environment.height - environment.bottomInset)
    switch parts[0] {
    case "hidden" where rest == nil:
      self.init(
        kind: .hidden,
        frame: Rect(x: 0, y: screen.height, width: screen.width, height: environment.height),
        isVisible: false)
    case "docked":
      let height = try Self.numbers(rest, of: text, in: 0...1).first ?? environment.height
      self.init(
        kind: .docked,
        frame: Rect(x: 0, y: screen.height - height, width: screen.width, height: height),
        isVisible: true)
    case "undocked", "split":
      let numbers = try Self.numbers(rest, of: text, in: 1...2)
      self.init(
        kind: parts[0] == "split" ? .split : .undocked,
        frame: Rect(
          x: 0, y: numbers[0], width: screen.width,
          height: numbers.count > 1 ? numbers[1] : freeHeight), isVisible: true)
    case "floating":
      let n = try Self.numbers(rest, of: text, in: 4...4)
      self.init(
        kind: .floating, frame: Rect(x: n[0], y: n[1], width: n[2], height: n[3]), isVisible: true)
    case "shortcuts":
      guard let bar = ShortcutsBar(rawValue: rest ?? "expanded"), rest != "expanded" else {
        throw Self.fault(text)
      }
      self.init(bar, in: environment)
    default: throw Self.fault(text)
    }
  }

  private init(_ bar: ShortcutsBar, in environment: KeyboardEnvironment) {
    let screen = environment.screen
    let height = ShortcutsBar.height + environment.bottomInset
    let width = bar == .expanded ? screen.width : min(screen.width, ShortcutsBar.collapsedWidth)
    let isAtRight = (bar == .trailing) == (environment.direction == .leftToRight)
    self.init(
      kind: .shortcutsBar(bar),
      frame: Rect(
        x: isAtRight && bar != .expanded ? screen.width - width : 0, y: screen.height - height,
        width: width, height: height), isVisible: true)
  }

  /// The numbers of a list; heights and widths, which come last, must not be negative.
  private static func numbers(
    _ list: String?, of text: String, in count: ClosedRange<Int>
  ) throws(Fault) -> [Double] {
    guard let list else {
      if count.contains(0) { return [] }
      throw fault(text)
    }
    let parts = list.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { SceneNumber.decimal(String($0)) }
    guard numbers.count == parts.count, count.contains(numbers.count),
      numbers.allSatisfy(SceneNumber.range.contains)
    else { throw fault(text) }
    let sizes =
      numbers.count == 4 ? numbers.suffix(2) : count == 0...1 ? numbers[...] : numbers.dropFirst()
    guard sizes.allSatisfy({ $0 >= 0 }) else { throw fault(text) }
    return numbers
  }

  private static func fault(_ text: String) -> Fault {
    Fault(
      description:
        "“\(text)” is not a place for a keyboard; write hidden, docked[:H], split:Y[,H], undocked:Y[,H], floating:X,Y,W,H or shortcuts[:leading|trailing]."
    )
  }
}
