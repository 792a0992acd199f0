import KeywardEngine

/// The lines of `keyward simulate`; `typed` is the text of the field, or nil to show only its
/// length.
extension KeyboardEvent {
  func json(typed: String?) -> String {
    JSONValue.object([("event", .string(name.rawValue))] + members(typed)).text
  }

  /// Example: `keyboardWillShow #1 0,812 375×250 → 0,562 375×250, 0.25 s, curve 7`.
  func line(typed: String?) -> String {
    var line = name.rawValue
    if transition > 0, detail == .none || orientation != nil { line += " #\(transition)" }
    switch detail {
    case .none: line += " " + frames
    case .orientation(let orientation): line += " " + orientation.rawValue
    case .panel(let selection): line += " " + Self.name(of: selection)
    case .layout(let layout): line += " " + layout
    case .shift(let state), .altgr(let state): line += " " + state.rawValue
    case .count(let count): line += " \(count)" + (typed.map { " " + $0 } ?? "")
    }
    return line
  }

  private func members(_ typed: String?) -> [(String, JSONValue)] {
    let transition = ("transition", JSONValue.number(Double(transition)))
    switch detail {
    case .none: return [transition] + frameMembers
    case .orientation(let orientation):
      return [transition, ("orientation", .string(orientation.rawValue))]
    case .panel(let selection):
      let panel = ("panel", JSONValue.string(selection.panel.rawValue))
      guard selection.panel == .symbols else { return [panel] }
      return [
        panel, ("page", .string(selection.page.rawValue)),
        ("width", .string(selection.width.rawValue)),
      ]
    case .layout(let layout): return [("layout", .string(layout))]
    case .shift(let shift): return [("shift", .string(shift.rawValue))]
    case .altgr(let altgr): return [("altgr", .string(altgr.rawValue))]
    case .count(let count):
      return [("count", .number(Double(count)))] + (typed.map { [("text", .string($0))] } ?? [])
    }
  }

  private var frameMembers: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("begin", .object(LaidOutPage.members(of: begin))),
      ("end", .object(LaidOutPage.members(of: end))),
      ("duration", .number(duration)), ("curve", .number(Double(curve.rawValue))),
      ("local", .bool(isLocal)),
    ]
    if isDid, !finished { members.append(("finished", .bool(false))) }
    return members
  }

  private var frames: String {
    var line = "\(Self.text(of: begin)) → \(Self.text(of: end)), "
    line += "\(JSONValue.numeral(duration)) s, curve \(curve.rawValue)"
    if !isLocal { line += ", not local" }
    if isDid, !finished { line += ", not finished" }
    return line
  }

  private static func text(of rect: Rect) -> String {
    let numbers = [rect.x, rect.y, rect.width, rect.height].map(JSONValue.numeral)
    return "\(numbers[0]),\(numbers[1]) \(numbers[2])×\(numbers[3])"
  }

  private static func name(of selection: PanelSelection) -> String {
    guard selection.panel == .symbols else { return selection.panel.rawValue }
    return "symbols \(selection.page.rawValue) \(selection.width.rawValue)"
  }
}
