import Keyward

/// The facts and keys in the status rows of a scene.
struct SceneStatus {
  var scene: String
  var state: KeyboardState
  var near: [String]
  /// The names of the constraints that are active because of the edges the keyboard is near.
  var active: [String]
  var hasTracking: Bool
  var direction: ReadingDirection
  var notice = ""
  var conflicts = 0
  /// The keys and their functions, the most important first.
  var help: [String] = []

  static func rows(in rows: Int, hasTracking: Bool) -> Int {
    switch rows {
    case ..<6: 0
    case ..<10: 1
    case ..<18: 2
    default: hasTracking ? 3 : 2
    }
  }

  /// The facts, the most important first: `docked`, `near bottom`, `640 x 134 at 0, 250`.
  var facts: [String] {
    guard state.isVisible else { return ["keyboard hidden"] }
    let frame = state.frame
    let numbers = [frame.x, frame.y, frame.width, frame.height].map(Self.numeral)
    return [
      state.kind.words, near.isEmpty ? "near no edge" : "near " + near.joined(separator: " and "),
      "\(numbers[2]) x \(numbers[3]) at \(numbers[0]), \(numbers[1])",
    ]
  }

  func facts(width: Int) -> String { Self.joined(facts, by: ", ", width: width) }

  private static func joined(_ words: [String], by separator: String, width: Int) -> String {
    var kept = words
    while kept.count > 1, DisplayText.width(of: kept.joined(separator: separator)) > width {
      kept.removeLast()
    }
    return kept.joined(separator: separator)
  }

  var activeLine: String {
    hasTracking ? "rules: " + (active.isEmpty ? "none" : active.joined(separator: ", ")) : ""
  }

  /// The state of the screen, in full and then in shorter forms: `landscape, 640 x 384, left to
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

  /// The number rounded to a tenth of a point.
  static func numeral(_ number: Double) -> String {
    let rounded = (number * 10).rounded() / 10
    return abs(rounded) < 1e11 ? JSONValue.numeral(rounded) : "?"
  }

  // MARK: Keys

  static func help(hasField: Bool, isOnKeyboard: Bool, hasMore: Bool) -> [String] {
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

  static let grabHelp = [
    "Arrows move", "Tab kind", "Enter done", "Shift-arrows far", "Shift-Tab back",
  ]

  /// The keys that fit, with gaps that are as wide as possible.
  func help(width: Int) -> String {
    let line = help.joined(separator: "   ")
    return DisplayText.width(of: line) <= width ? line : Self.joined(help, by: "  ", width: width)
  }
}

extension ReadingDirection {
  fileprivate var words: String { self == .leftToRight ? "left to right" : "right to left" }
}

extension KeyboardKind {
  var words: String {
    guard case .shortcutsBar(let bar) = self, bar != .expanded else { return word }
    return word + ", " + bar.rawValue
  }
}
