import Keyward

/// The layout of a scene in plain values, as the program prints it.
struct SceneReport: Sendable {
  /// A conflict of required constraints.
  ///
  /// Each constraint is represented by its identifier or, if it has none, by its equation.
  struct Conflict: Hashable, Sendable {
    /// The conflicting constraints, in the order of their serial numbers.
    ///
    /// If any one of them were removed, the conflict would disappear.
    let constraints: [String]
    /// The constraint that the engine broke to resolve the conflict.
    let broken: String
  }

  /// Views and stacks in file order, in their superviews' coordinates.
  let frames: [(name: String, frame: Rect)]
  /// The safe area in the root's coordinates.
  let safeArea: Rect
  /// The keyboard's guide in the root's coordinates.
  let keyboard: Rect
  /// The edges of the window that the keyboard is near.
  let near: RectEdge
  /// The active tracked constraints by their YAML keys, such as `near bottom`, in file order.
  let active: [String]
  /// The views whose frames the constraints do not determine.
  let ambiguous: [String]
  /// The total violation of each violated priority level, with the highest priority first.
  let residuals: [(priority: Double, violation: Double)]
  /// The conflicts, oldest first.
  let conflicts: [Conflict]
  /// The root's fitting size, if requested.
  let fitting: Size?
}

extension SceneReport {
  /// The documented members in the documented order.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("frames", .object(frames.map { ($0.name, $0.frame.json) })),
      ("guides", ["safeArea": safeArea.json, "keyboard": keyboard.json]),
      ("near", .strings(near.names)), ("active", .strings(active)),
      ("ambiguous", .strings(ambiguous)),
      (
        "residuals",
        .array(
          residuals.map {
            ["priority": .number($0.priority), "violation": .number($0.violation.readable)]
          })
      ),
      (
        "conflicts",
        .array(
          conflicts.map {
            ["constraints": .strings($0.constraints), "broken": .string($0.broken)]
          })
      ),
    ]
    if let fitting {
      members.append(
        (
          "fitting",
          ["width": .number(fitting.width.readable), "height": .number(fitting.height.readable)]
        ))
    }
    return .object(members)
  }

  var text: String {
    let rows = frames + [("safeArea", safeArea), ("keyboard", keyboard)]
    let width = rows.map(\.name.count).max() ?? 0
    var lines = rows.map { name, frame in
      name + String(repeating: " ", count: width + 2 - name.count) + frame.words
    }
    if let fitting {
      lines.append("fitting: \(fitting.width.numeral) x \(fitting.height.numeral)")
    }
    if !near.isEmpty { lines.append("near: " + near.names.joined(separator: ", ")) }
    if !active.isEmpty { lines.append("active: " + active.joined(separator: "; ")) }
    if !ambiguous.isEmpty { lines.append("ambiguous: " + ambiguous.joined(separator: ", ")) }
    for level in residuals {
      lines.append("missed at \(level.priority.numeral): \(level.violation.numeral)")
    }
    for conflict in conflicts { lines.append("broken: " + conflict.broken) }
    return lines.joined(separator: "\n")
  }
}

extension Rect {
  fileprivate var json: JSONValue {
    [
      "x": .number(x.readable), "y": .number(y.readable), "width": .number(width.readable),
      "height": .number(height.readable),
    ]
  }

  fileprivate var words: String {
    "\(x.numeral), \(y.numeral)  \(width.numeral) x \(height.numeral)"
  }
}

extension Double {
  /// The number rounded to nine decimals, since later digits are rounding errors.
  fileprivate var readable: Double {
    let rounded = (self * 1e9).rounded() / 1e9
    return rounded.isFinite ? (rounded == 0 ? 0 : rounded) : self
  }

  fileprivate var numeral: String { JSONValue.numeral(readable) }
}
