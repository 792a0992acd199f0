import KeywardEngine

/// The typing screen as a scene: its parts are items of a layout engine, and constraints say where.
///
///     let frames = try TypingScene(needs).frames()
///     frames.status.line + frames.status.lines  // frames.keyboard.line: flush, as constrained
///
/// From above: header, rule, title, description, error, fields with their prompts, count, quality,
/// hints, buttons, status line; from below the guide of the keyboard, which holds strip and panel.
/// What gives way where rows are few is a matter of priorities, `StepDown`. What cannot be halved (a
/// box, a strip, rows for prompts) gives way as a whole: where the solution squeezes it, another
/// constraint takes its place and the engine solves again.
///
/// The unit is the cell, not the point: text takes whole rows, the strip three of them however high
/// 40 points are, and the panel's origin takes a whole cell. With whole numbers
/// of rows to share out in strict order, all edges but those of the centred text are whole; these are
/// rounded to cells edge by edge.
///
/// One scene serves one set of needs; solving costs some 100 µs, so the frames are what is kept.
final class TypingScene {
  /// Where prompts stand.
  enum Prompts: Hashable {
    /// In rows of their own above the fields.
    case above
    /// At the left of the fields.
    case beside
    /// Nowhere: on row 0 no caller text may stand.
    case hidden
  }

  let needs: TypingNeeds
  let engine: LayoutEngine
  let root: LayoutItem

  let header, rule, description, error, count, status: LayoutItem
  /// By the fields' numbers.
  let labels, boxes: [LayoutItem]
  /// The room above the text in a large window, and the room below the fields.
  let lead, gap: LayoutGuide
  let keyboard: LayoutGuide
  /// Only with a keyboard.
  let toolbar, panel: LayoutItem?
  /// Only where there is something to show in them.
  let title, quality, hints, buttons: LayoutItem?

  var prompts: Prompts
  var isBoxed: Bool
  /// The constraints that say where prompts and fields stand, as long as `prompts` is what it is.
  var promptRules: [LayoutConstraint] = []
  /// Those that want blank lines, or the count in a row of its own.
  var blanks: [LayoutConstraint] = []
  /// The one that wants the description with its empty lines.
  var descriptionRule: LayoutConstraint?
  /// Those that want boxes.
  var boxRules: [LayoutConstraint] = []
  /// Those that want what goes after the boxes and before the prompts.
  var lesserRules: [LayoutConstraint] = []
  var toolbarRule: LayoutConstraint?
  var keyboardBottomRule: LayoutConstraint?

  /// A scene that has not been solved.
  ///
  /// - Parameter needs: What there is to lay out, in a window of at least two cells. A keyboard has
  ///   room for its panel and a row.
  /// - Throws: `LayoutError` for numbers that are no sizes.
  init(_ needs: TypingNeeds) throws(LayoutError) {
    self.needs = needs
    engine = LayoutEngine(
      rootSize: Size(width: Double(needs.columns), height: Double(needs.rows)))
    engine.reserve(items: 12 + 2 * needs.fields, constraints: 60 + 8 * needs.fields)
    root = engine.root
    let margins = TypingNeeds.textMargins(columns: needs.columns)
    try root.setLayoutMargins(
      EdgeInsets(
        top: 0, left: Double(margins.left), bottom: 0, right: Double(margins.right)))
    header = try engine.makeItem("header", in: root)
    rule = try engine.makeItem("rule", in: root)
    description = try engine.makeItem("description", in: root)
    error = try engine.makeItem("error", in: root)
    var (labels, boxes): ([LayoutItem], [LayoutItem]) = ([], [])
    for _ in 0..<needs.fields {
      labels.append(try engine.makeItem("prompt", in: root))
      boxes.append(try engine.makeItem("field", in: root))
    }
    (self.labels, self.boxes) = (labels, boxes)
    count = try engine.makeItem("count", in: root)
    status = try engine.makeItem("status", in: root)
    let hasKeyboard = needs.keyboard != nil
    toolbar = hasKeyboard ? try engine.makeItem("toolbar", in: root) : nil
    panel = hasKeyboard ? try engine.makeItem("panel", in: root) : nil
    title = needs.titleRows > 0 ? try engine.makeItem("title", in: root) : nil
    quality = needs.hasQuality ? try engine.makeItem("quality", in: root) : nil
    let hasHints = needs.hintRows + needs.tipRows > 0
    hints = hasHints ? try engine.makeItem("hints", in: root) : nil
    buttons = needs.buttonRows > 0 ? try engine.makeItem("buttons", in: root) : nil
    keyboard = try engine.makeGuide("keyboard", in: root)
    lead = try engine.makeGuide("lead", in: root)
    gap = try engine.makeGuide("gap", in: root)
    prompts = needs.isNarrow ? .above : .beside
    isBoxed = needs.hasBoxes
    var rules: [LayoutConstraint] = []
    rules.reserveCapacity(60 + 8 * needs.fields)
    addRows(to: &rules)
    addColumns(to: &rules)
    let count = rules.count
    addPrompts(prompts, to: &rules)
    promptRules = Array(rules[count...])
    try engine.activate(rules)
  }

  /// Solves, and lets what has no room give way.
  func frames() throws(LayoutError) -> TypingFrames {
    while try giveWay() {}
    return TypingFrames(
      header: cells(header), rule: cells(rule), title: cells(title),
      description: cells(description), error: cells(error),
      fields: labels.indices.map { .init(prompt: cells(labels[$0]), box: cells(boxes[$0])) },
      count: cells(count), quality: cells(quality), hints: cells(hints), buttons: cells(buttons),
      status: cells(status), panelEdge: panelEdge, keyboard: cells(keyboard),
      toolbar: cells(toolbar), panel: cells(panel))
  }

  private func cells(_ area: LayoutArea?) -> CellRect {
    guard let area else { return CellRect(column: 0, line: 0, columns: 0, lines: 0) }
    let frame = engine.frame(of: area, grid: Size(width: 1, height: 1))
    return CellRect(
      column: Int(frame.x), line: Int(frame.y), columns: Int(frame.width), lines: Int(frame.height))
  }

  /// What lies between the status line and the keyboard.
  private var panelEdge: CellRect {
    let (above, below) = (cells(status), cells(keyboard))
    let line = above.line + above.lines
    return CellRect(
      column: below.column, line: line, columns: below.columns, lines: below.line - line)
  }
}

extension TypingScene {
  /// The frames for some needs, solved from nothing.
  static func frames(for needs: TypingNeeds) -> TypingFrames {
    do throws(LayoutError) {
      let scene = try TypingScene(needs)
      return try scene.frames()
    } catch {
      preconditionFailure("the scene has numbers that are no sizes: \(error)")
    }
  }
}
