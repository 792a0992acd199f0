import KeyboardScenes
import TerminalUI

/// What is said about a scene: where the keyboard is, what follows it, and which keys there are.
struct SceneStatus: Hashable {
  var scene: String
  var state: KeyboardState
  /// The edges the keyboard is near.
  var near: [String]
  /// The keys of the tracked constraints that are active.
  var active: [String]
  var hasTracking: Bool
  var direction: ReadingDirection
  /// What just happened.
  var notice = ""
  /// What is not protected.
  var warning = ""
  /// How many required constraints contradict others.
  var conflicts = 0
  /// Keys and what they do, the most important first.
  var help: [String] = []

  static func == (a: SceneStatus, b: SceneStatus) -> Bool {
    a.lines == b.lines && a.warning == b.warning && a.notice == b.notice && a.help == b.help
  }

  func hash(into hasher: inout Hasher) { hasher.combine(lines) }

  private var lines: [String] { [place, facts, activeLine] }

  /// How many rows it takes in a window of so many.
  static func rows(in rows: Int, hasTracking: Bool) -> Int {
    switch rows {
    case ..<6: 0
    case ..<10: 1
    case ..<18: 2
    default: hasTracking ? 3 : 2
    }
  }

  /// What it says in the first row: `docked · 0, 250  640 x 134 · near: bottom`.
  var facts: String {
    let frame = state.frame
    let numbers = [frame.x, frame.y, frame.width, frame.height].map(Self.numeral)
    let sides = near.isEmpty ? "none" : near.joined(separator: ", ")
    return "\(state.kind.words) · \(numbers[0]), \(numbers[1])  \(numbers[2]) x \(numbers[3])"
      + " · near: \(sides)"
  }

  /// The keys of the tracked constraints that are active.
  var activeLine: String {
    hasTracking ? "active: " + (active.isEmpty ? "none" : active.joined(separator: "; ")) : ""
  }

  /// The screen: `640 x 384 landscape · ltr`.
  var place: String {
    "\(Self.numeral(state.screen.width)) x \(Self.numeral(state.screen.height)) "
      + "\(state.orientation.rawValue) · \(direction.rawValue)"
  }

  /// A number to a tenth of a point, without a fraction that is 0.
  static func numeral(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e12 else { return "?" }
    let whole = Int(tenths)
    let sign = whole < 0 ? "-" : ""
    let (units, rest) = (abs(whole) / 10, abs(whole) % 10)
    return rest == 0 ? "\(sign)\(units)" : "\(sign)\(units).\(rest)"
  }

  // MARK: Keys

  /// The keys outside a grab, the most important first.
  ///
  /// - Parameters:
  ///   - hasField: Whether there is something to type into.
  ///   - isOnKeyboard: Whether the focus is on the drawn keyboard.
  ///   - direction: The side from which the scene is read now.
  ///   - hasMore: Whether part of the screen is out of sight.
  /// - Returns: Each key with what it does.
  static func help(
    hasField: Bool, isOnKeyboard: Bool, direction: ReadingDirection, hasMore: Bool
  ) -> [String] {
    let other = direction == .leftToRight ? "rtl" : "ltr"
    var keys = ["Ctrl-G move", "Esc leave", "drag \u{2501}\u{2501}"]
    if hasMore { keys.append("PgUp more") }
    keys += ["Ctrl-R rotate", "Ctrl-O \(other)"]
    if isOnKeyboard {
      keys += ["Enter press", "Tab field"]
    } else {
      keys += (hasField ? ["Enter submit"] : []) + ["Tab keys"]
    }
    return keys
  }

  /// The keys while a cap offers other characters.
  static let alternatesHelp = ["Enter take", "Esc close", "Arrows choose"]

  /// The keys of a grab.
  static let grabHelp = [
    "Arrows move", "Tab kind", "Enter done", "Shift-arrows far", "Shift-Tab back",
  ]

  /// As many of the keys as fit, with as much room between them as there is.
  func help(width: Int) -> String {
    for gap in ["   ", "  "] {
      let line = help.joined(separator: gap)
      if CharacterWidth.of(line) <= width { return line }
    }
    var keys = help
    while keys.count > 1, CharacterWidth.of(keys.joined(separator: "  ")) > width {
      keys.removeLast()
    }
    return keys.joined(separator: "  ")
  }
}

extension KeyboardKind {
  /// The kind with the form of a shortcuts bar: `shortcuts bar, leading`.
  public var words: String {
    guard case .shortcutsBar(let bar) = self, bar != .expanded else { return word }
    return word + ", " + bar.rawValue
  }
}
