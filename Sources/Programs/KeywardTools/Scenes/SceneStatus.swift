import KeyboardScenes
import PromptUI

/// The status of a scene: the keyboard's place, its followers, and the keys.
struct SceneStatus {
  var scene: String
  var state: KeyboardState
  var near: [String]
  /// The names in the file of the active tracked constraints.
  var active: [String]
  var hasTracking: Bool
  var direction: ReadingDirection
  var notice = ""
  /// The missing protections.
  var warning = ""
  /// The number of required constraints that contradict others.
  var conflicts = 0
  /// The keys and their actions, the most important first.
  var help: [String] = []

  /// The number of rows that the status takes in a window of this height.
  static func rows(in rows: Int, hasTracking: Bool) -> Int {
    switch rows {
    case ..<6: 0
    case ..<10: 1
    case ..<18: 2
    default: hasTracking ? 3 : 2
    }
  }

  /// The facts about the keyboard, the most important first: `docked`, `near bottom`, `640 x 134 at
  /// 0, 250`.
  var facts: [String] {
    guard state.isVisible else { return ["keyboard hidden"] }
    let frame = state.frame
    let numbers = [frame.x, frame.y, frame.width, frame.height].map(Self.numeral)
    return [
      state.kind.words, near.isEmpty ? "near no edge" : "near " + near.joined(separator: " and "),
      "\(numbers[2]) x \(numbers[3]) at \(numbers[0]), \(numbers[1])",
    ]
  }

  /// Joins the facts that fit in `width` cells, at least the first.
  func facts(width: Int) -> String {
    var kept = facts
    while kept.count > 1, CharacterWidth.of(kept.joined(separator: ", ")) > width {
      kept.removeLast()
    }
    return kept.joined(separator: ", ")
  }

  /// The active tracked constraints, by their names in the file.
  var activeLine: String {
    hasTracking ? "rules: " + (active.isEmpty ? "none" : active.joined(separator: ", ")) : ""
  }

  /// The facts about the screen, in full and in shorter forms: `landscape, 640 x 384, left to
  /// right`.
  var places: [String] {
    let numbers = [state.screen.width, state.screen.height].map(Self.numeral)
    let (orientation, size) = (state.orientation.rawValue, "\(numbers[0]) x \(numbers[1])")
    // Left to right is the default, so shorter forms omit it.
    let next = direction == .leftToRight ? size : direction.words
    return [
      "\(orientation), \(size), \(direction.words)", "\(orientation), \(next)",
      direction == .leftToRight ? orientation : direction.words,
    ]
  }

  /// A number rounded to a tenth of a point, without a zero fraction.
  static func numeral(_ number: Double) -> String {
    let tenths = (number * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e12 else { return "?" }
    let whole = Int(tenths)
    let sign = whole < 0 ? "-" : ""
    let (units, rest) = (abs(whole) / 10, abs(whole) % 10)
    return rest == 0 ? "\(sign)\(units)" : "\(sign)\(units).\(rest)"
  }

  // MARK: Keys

  /// The keys outside a grab with their actions, the most important first.
  static func help(
    hasField: Bool, isOnKeyboard: Bool, hasMore: Bool
  ) -> [String] {
    var keys = ["Ctrl-G move", "Esc leave", "drag \u{2501}\u{2501}"]
    if hasMore { keys.append("PgUp more") }
    keys += ["Ctrl-R rotate", "Ctrl-O mirror"]
    if isOnKeyboard {
      keys += ["Enter press", "Tab field"]
    } else {
      keys += (hasField ? ["Enter submit"] : []) + ["Tab keys"]
    }
    return keys
  }

  /// The help on keys while a cap offers other characters.
  static let alternatesHelp = ["Enter take", "Esc close", "Arrows choose"]

  /// The help on keys while the keyboard is grabbed.
  static let grabHelp = [
    "Arrows move", "Tab kind", "Enter done", "Shift-arrows far", "Shift-Tab back",
  ]

  /// Joins as many keys as fit, with the widest possible gaps.
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

extension ReadingDirection {
  fileprivate var words: String { self == .leftToRight ? "left to right" : "right to left" }
}

extension KeyboardKind {
  /// The kind with the form of a shortcuts bar: `shortcuts bar, leading`.
  package var words: String {
    guard case .shortcutsBar(let bar) = self, bar != .expanded else { return word }
    return word + ", " + bar.rawValue
  }
}
