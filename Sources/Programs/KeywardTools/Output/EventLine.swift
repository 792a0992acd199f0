import KeyboardEngine

/// An event as a line of `keyward simulate`: numbers and names, and the typed text only on request.
struct EventLine {
  let event: KeyboardEvent
  /// The text of the field, shown when it changes; nil to show only its length.
  var shownText: String?

  /// The event as a JSON object on one line.
  var json: String {
    JSONValue.object([("event", .string(event.name.rawValue))] + members).text
  }

  /// The event for people: `keyboardWillShow #1 0,812 375×250 → 0,562 375×250, 0.25 s, curve 7`.
  var text: String {
    var line = event.name.rawValue
    if event.transition > 0, isAboutFrames || event.orientation != nil {
      line += " #\(event.transition)"
    }
    switch event.detail {
    case .none: line += " " + frames
    case .orientation(let orientation): line += " " + orientation.rawValue
    case .panel(let selection): line += " " + Self.name(of: selection)
    case .layout(let layout): line += " " + layout
    case .shift(let state), .altgr(let state): line += " " + state.rawValue
    case .count(let count): line += " \(count)" + (shownText.map { " " + $0 } ?? "")
    }
    return line
  }

  private var isAboutFrames: Bool { event.detail == .none }

  private var members: [(String, JSONValue)] {
    let transition = ("transition", JSONValue.number(Double(event.transition)))
    switch event.detail {
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
      return [("count", .number(Double(count)))] + (shownText.map { [("text", .string($0))] } ?? [])
    }
  }

  private var frameMembers: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("begin", .object(LaidOutPage.members(of: event.begin))),
      ("end", .object(LaidOutPage.members(of: event.end))),
      ("duration", .number(event.duration)), ("curve", .number(Double(event.curve.rawValue))),
      ("local", .bool(event.isLocal)),
    ]
    if event.isDid, !event.finished { members.append(("finished", false)) }
    return members
  }

  private var frames: String {
    var line = "\(Self.text(of: event.begin)) → \(Self.text(of: event.end)), "
    line += "\(JSONValue.numeral(event.duration)) s, curve \(event.curve.rawValue)"
    if !event.isLocal { line += ", not local" }
    if event.isDid, !event.finished { line += ", not finished" }
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
